import { hash } from 'node:crypto';
import type { Endpoint, NodeRecord, Properties } from '../records.js';
import type { StagedPart } from './staged-part.js';

/** To be raised when the same parts come to do something else to the graph: what was known until then is read anew. */
const meaning = '1 ';

/** Digits of a `uuid`. */
const digestLength = 32;

/**
 * By which a record is told when it comes again: 32 hexadecimal digits over all that it says.
 * @returns null for one that changes of its own nodes would not tell from what the graph holds: with an end that is looked up, or with
 * an edge between nodes of which it says nothing
 */
export function digestOf(parts: readonly StagedPart[]): string | null {
  if (!isSelfContained(parts)) return null;
  let text = meaning;
  for (const part of parts) text += textOf(part);
  return hash('sha256', text).slice(0, digestLength);
}

/** The nodes of which the record says something: properties, or which edges they have. */
export function ownersOf(parts: readonly StagedPart[]): Set<string> {
  const owners = describedNodes(parts);
  for (const part of parts) if ('list' in part) owners.add(part.objectid);
  return owners;
}

/** The nodes of which the record says properties. */
export function describedNodes(parts: readonly StagedPart[]): Set<string> {
  const nodes = new Set<string>();
  for (const part of parts) if ('described' in part && !isBare(part)) nodes.add(part.objectid);
  return nodes;
}

/** The nodes of which the record gives empty lists and says nothing else: it neither makes them nor renews their day. */
export function unnamedOwners(parts: readonly StagedPart[]): Set<string> {
  const unnamed = new Set<string>();
  for (const part of parts) if ('list' in part) unnamed.add(part.objectid);
  for (const part of parts) {
    if ('described' in part) unnamed.delete(part.objectid);
    else if ('source' in part) {
      for (const end of [part.source, part.target]) if ('objectid' in end) unnamed.delete(end.objectid);
    }
  }
  return unnamed;
}

function isBare({ described, properties }: NodeRecord): boolean {
  return !described && Object.keys(properties).length === 0;
}

function isSelfContained(parts: readonly StagedPart[]): boolean {
  const owners = ownersOf(parts);
  const ends = new Set(owners);
  for (const part of parts) {
    if (!('source' in part)) continue;
    const { source, target } = part;
    if (!('objectid' in source) || !('objectid' in target)) return false;
    if (!owners.has(source.objectid) && !owners.has(target.objectid)) return false;
    ends.add(source.objectid).add(target.objectid);
  }
  return owners.size > 0 && parts.every((part) => !('objectid' in part) || ends.has(part.objectid));
}

/** All that a part says, but not its place in the payload. Each text has its length before it, so that no two parts have the same. */
function textOf(part: StagedPart): string {
  if ('source' in part) {
    const { source, kind, target, properties } = part;
    return `e${endText(source)}${counted(kind)}${endText(target)}${propertiesText(properties)}`;
  }
  if ('described' in part) {
    const { objectid, kinds, json, described } = part;
    return `${described ? 'd' : 'm'}${counted(objectid)}${kindsText(kinds)}${counted(json)}`;
  }
  const { objectid, list } = part;
  return `l${counted(objectid)}${list.of}${'kind' in list ? counted(list.kind) : ''}`;
}

function endText(end: Endpoint): string {
  return 'objectid' in end ? `${counted(end.objectid)}${kindsText(end.kinds)}` : JSON.stringify(end);
}

function kindsText(kinds: readonly string[]): string {
  return `${kinds.length} ${kinds.map(counted).join('')}`;
}

function propertiesText(properties: Properties): string {
  return Object.keys(properties).length === 0 ? '-' : counted(JSON.stringify(properties));
}

function counted(text: string): string {
  return `${text.length}:${text}`;
}
