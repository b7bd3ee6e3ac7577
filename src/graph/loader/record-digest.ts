import { hash } from 'node:crypto';
import type { Endpoint } from '../records.js';
import { ByList } from './by-list.js';
import { isBare, type RecordOwners } from './record-owners.js';
import type { StagedEdge, StagedPart } from './staged-part.js';

/** To be raised when the same parts come to do something else to the graph: what was known until then is read anew. */
const meaning = '2 ';

/** Digits of a `uuid`. */
const digestLength = 32;

/**
 * By which a record is told when it comes again: 32 hexadecimal digits over all that it says.
 * @returns null for one that changes of its own nodes would not tell from what the graph holds: with an end that is looked up, or with
 * an edge between nodes of which it says nothing
 */
export function digestOf(parts: readonly StagedPart[], owners: RecordOwners): string | null {
  const [subject] = owners.keys();
  if (subject === undefined || !isSelfContained(parts, owners)) return null;
  let text = meaning + counted(subject);
  for (const part of parts) text += textOf(part, subject);
  return hash('sha256', text).slice(0, digestLength);
}

function isSelfContained(parts: readonly StagedPart[], owners: RecordOwners): boolean {
  // The owner that the edge before was of: mostly all are of one.
  let last: string | undefined;
  for (const part of parts) {
    if ('source' in part) {
      last = ownerOf(part, owners, last);
      if (last === undefined) return false;
    } else if ('json' in part && isBare(part) && !owners.has(part.objectid) && !isEnd(part.objectid, parts)) {
      return false;
    }
  }
  return true;
}

/**
 * An end of which the record says something.
 * @param likely one of the owners, looked for first
 * @returns undefined where there is none, or where an end is looked up
 */
function ownerOf({ source, target }: StagedEdge, owners: RecordOwners, likely?: string): string | undefined {
  if (!('objectid' in source) || !('objectid' in target)) return undefined;
  if (source.objectid === likely || target.objectid === likely) return likely;
  if (owners.has(source.objectid)) return source.objectid;
  return owners.has(target.objectid) ? target.objectid : undefined;
}

function isEnd(objectid: string, parts: readonly StagedPart[]): boolean {
  return parts.some(
    (part) =>
      'source' in part && [part.source, part.target].some((end) => 'objectid' in end && end.objectid === objectid),
  );
}

/**
 * All that a part says, but not its place in the payload. Each text has its length before it, so that no two parts have the same.
 * @param subject what most parts of the record are about, written once, in front of them
 */
function textOf(part: StagedPart, subject: string): string {
  if ('source' in part) return edgeText(part, subject);
  if ('json' in part) {
    const { objectid, kinds, json, described } = part;
    return `${described ? 'd' : 'm'}${idText(objectid, subject)}${kindsText(kinds)}${counted(json)}`;
  }
  const { objectid, list } = part;
  return `l${idText(objectid, subject)}${list.of}${'kind' in list ? counted(list.kind) : ''}`;
}

function edgeText({ source, kind, target, flags, said, others }: StagedEdge, subject: string): string {
  const ends = endText(source, subject) + endText(target, subject);
  return `e${counted(kind)}${ends}${flags},${said},${others === null ? '-' : counted(others)}`;
}

function endText(end: Endpoint, subject: string): string {
  return 'objectid' in end ? idText(end.objectid, subject) + kindsText(end.kinds) : JSON.stringify(end);
}

function idText(objectid: string, subject: string): string {
  return objectid === subject ? '=' : counted(objectid);
}

/** So many lists of kinds are remembered with their texts; collectors have some dozens. */
const mostRemembered = 1000;

const kindsTexts = new ByList<string>();
let remembered = 0;

function kindsText(kinds: readonly string[]): string {
  const known = kindsTexts.get(kinds);
  if (known !== undefined) return known;
  const text = `${kinds.length} ${kinds.map(counted).join('')}`;
  if (remembered < mostRemembered) {
    remembered++;
    kindsTexts.set(kinds, text);
  }
  return text;
}

function counted(text: string): string {
  return `${text.length}:${text}`;
}
