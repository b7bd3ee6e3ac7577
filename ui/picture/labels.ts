import type { Bundle } from './bundles.js';
import type { GraphNode } from './graph.js';

/** Returns the width of a text in the font of the picture, in pixels. */
export type Measure = (text: string) => number;

const numbers = new Intl.NumberFormat('en');

/** The text of a box, which fits into `width` pixels. @param domain see `commonDomain` */
export function boxLabel({ nodes, isRest }: Bundle, domain: string, width: number, measure: Measure): string {
  const [first] = nodes;
  if (!first) return '';
  const count = numbers.format(nodes.length);
  const own = nodes.length === 1 ? shownName(first, domain) : `${count} × ${visible(first.kind)}`;
  return fitted(isRest ? `${count} more` : own, width, measure);
}

/** Size of a note, if a label has the size 1. */
const noteSize = 10 / 12;

/** `User · tier zero` */
export function boxNote({ nodes }: Bundle, width: number, measure: Measure): string {
  const kinds = new Set(nodes.map(({ kind }) => visible(kind)));
  const owned = nodes.filter(({ isOwned }) => isOwned).length;
  const marks = [
    ...(kinds.size === 1 ? kinds : [`${kinds.size} kinds`]),
    ...(nodes.some(({ isUnknown }) => isUnknown) ? ['unknown'] : []),
    ...(nodes.some(({ isTierZero }) => isTierZero) ? ['tier zero'] : []),
    ...(owned > 0 ? [owned === nodes.length ? 'owned' : `${numbers.format(owned)} owned`] : []),
    ...(nodes.every(({ isDisabled }) => isDisabled) ? ['disabled'] : []),
  ];
  return fitted(marks.filter((mark) => mark !== '').join(' · '), width / noteSize, measure);
}

/** `GenericAll +2` */
export function linkLabel(kinds: readonly string[]): string {
  const [first = '', ...others] = kinds;
  return visible(others.length === 0 ? first : `${first} +${others.length}`);
}

/** The name, or the object id if it has none, without the domain that all names share. */
function shownName({ name, objectId }: GraphNode, domain: string): string {
  const text = visible(name || objectId);
  const end = [`@${domain}`, `.${domain}`].find((it) => domain !== '' && text.toUpperCase().endsWith(it));
  return end !== undefined && text.length > end.length ? text.slice(0, -end.length) : text;
}

/** The domain of most accounts, in upper case; empty if no domain has half of them. */
export function commonDomain(nodes: readonly GraphNode[]): string {
  const domains = nodes.flatMap(({ name }) => /@(.+)$/.exec(visible(name))?.[1]?.toUpperCase() ?? []);
  const counts = new Map<string, number>();
  for (const domain of domains) counts.set(domain, (counts.get(domain) ?? 0) + 1);
  return [...counts].find(([, count]) => count * 2 > domains.length)?.[0] ?? '';
}

/** Shortens a text in the middle, because names often differ at their ends. */
export function fitted(text: string, width: number, measure: Measure): string {
  if (measure(text) <= width) return text;
  const letters = Array.from(text);
  const shortened = (kept: number) =>
    `${letters.slice(0, Math.ceil(kept / 2)).join('')}…${letters.slice(letters.length - Math.floor(kept / 2)).join('')}`;
  let [fits, tooMany] = [0, letters.length];
  while (tooMany - fits > 1) {
    const middle = Math.floor((fits + tooMany) / 2);
    if (measure(shortened(middle)) <= width) fits = middle;
    else tooMany = middle;
  }
  return shortened(fits);
}

/** Replaces characters of file contents that are invalid in XML or reverse the writing direction. */
export function visible(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\uFFFE\uFFFF]/gu, '\uFFFD');
}
