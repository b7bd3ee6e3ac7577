import type { EdgeList } from '../records.js';
import type { StagedNode, StagedPart } from './staged-part.js';

/** A node of which a record says something. */
export interface RecordOwner {
  /** Whether it describes it. */
  isDescribed: boolean;
  /** Whether it says properties of it beside: they count where nobody describes it. */
  isMentioned: boolean;
  /** Whether it names it otherwise than by lists of it that are empty: then it makes the node, or renews its day. */
  isNamed: boolean;
  /** What it gives whole. */
  readonly lists: EdgeList[];
}

/** The nodes of which a record says something: properties, or which edges they have. */
export type RecordOwners = ReadonlyMap<string, RecordOwner>;

export function ownersOf(parts: readonly StagedPart[]): RecordOwners {
  const owners = new Map<string, RecordOwner>();
  const ownerOf = (objectid: string): RecordOwner => {
    const known = owners.get(objectid);
    if (known) return known;
    const owner = { isDescribed: false, isMentioned: false, isNamed: false, lists: [] };
    owners.set(objectid, owner);
    return owner;
  };
  for (const part of parts) {
    if ('list' in part) ownerOf(part.objectid).lists.push(part.list);
    else if ('json' in part && !isBare(part))
      ownerOf(part.objectid)[part.described ? 'isDescribed' : 'isMentioned'] = true;
  }
  nameOwners(owners, parts);
  return owners;
}

function nameOwners(owners: ReadonlyMap<string, RecordOwner>, parts: readonly StagedPart[]): void {
  let unnamed = owners.size;
  const name = (objectid: string) => {
    const owner = owners.get(objectid);
    if (!owner || owner.isNamed) return;
    owner.isNamed = true;
    unnamed--;
  };
  for (const part of parts) {
    if (unnamed === 0) return;
    if ('json' in part) name(part.objectid);
    else if ('source' in part) {
      if ('objectid' in part.source) name(part.source.objectid);
      if ('objectid' in part.target) name(part.target.objectid);
    }
  }
}

/** Whether a node is merely mentioned, with nothing said of it. */
export function isBare({ described, json }: StagedNode): boolean {
  return !described && json === '{}';
}
