import { type Measure, visible } from './labels.js';

/** Letters that a name keeps at its beginning and at its end. */
const kept = 6;

/** Behind these a name breaks. */
const breaks = /(?<=[@._\- ])/u;

/** Width of the narrowest column in which a name has two whole lines. */
export function widthInTwoLines(name: string, measure: Measure): number {
  const parts = visible(name).split(breaks);
  let best = measure(visible(name));
  for (let at = 1; at < parts.length; at++)
    best = Math.min(best, Math.max(measure(parts.slice(0, at).join('')), measure(parts.slice(at).join(''))));
  return best;
}

/**
 * A name in one or two lines of a width. It breaks behind `@ . - _` and spaces; what does not fit is shortened in the middle, and the first
 * and last letters stay.
 */
export function twoLines(name: string, width: number, measure: Measure): readonly string[] {
  const text = visible(name);
  if (measure(text) <= width) return [text];
  const parts = text.split(breaks);
  const splits = parts
    .slice(1)
    .map((_, at) => [parts.slice(0, at + 1).join(''), parts.slice(at + 1).join('')] as const);
  const widthOf = ([first, second]: readonly [string, string]) => Math.max(measure(first), measure(second));
  const [best] = splits.toSorted((one, other) => widthOf(one) - widthOf(other));
  if (best && widthOf(best) <= width) return best;
  const letters = Array.from(text);
  const half = Math.ceil(letters.length / 2);
  const [first, second] = [letters.slice(0, half).join(''), letters.slice(half).join('')];
  if (measure(first) <= width && measure(second) <= width) return [first, second];
  return [beginning(first, width, measure), ending(second, width, measure)];
}

/** As many letters as fit, {@link kept} at least. */
function beginning(text: string, width: number, measure: Measure): string {
  const letters = Array.from(text);
  let count = letters.length;
  while (count > kept && measure(`${letters.slice(0, count).join('')}…`) > width) count--;
  return count === letters.length ? text : `${letters.slice(0, count).join('')}…`;
}

function ending(text: string, width: number, measure: Measure): string {
  const letters = Array.from(text);
  let count = letters.length;
  while (count > kept && measure(`…${letters.slice(-count).join('')}`) > width) count--;
  return count === letters.length ? text : `…${letters.slice(-count).join('')}`;
}
