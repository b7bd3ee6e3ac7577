import type pg from 'pg';
import { Kind } from '../kinds/kind-catalogue.js';
import { onlyLinksFlag } from '../store/edge-flag.js';
import { ACL_LIST, flagsOfList, flagsOfOrigin, isOutgoing, PRIMARY_GROUP_LIST } from '../store/list-row.js';
import { arrayLength, firstElement, integersOf, integerStep, smallintStep } from './copied-array.js';
import { type CopiedRow, copyOut } from './copy-out.js';
import { sideKey } from './edge-columns.js';
import type { NodePlaces } from './node-places.js';

type VisitEdge = (source: number, key: number, target: number, flags: number) => void;

/** SQL: indexes of entries whose `privileges` are none but rights to link policies; null for lists that have no such property. */
const onlyLinks = `
  CASE WHEN details IS NOT NULL AND list IN (${ACL_LIST}, ${Kind.OwnsLimitedRights}, ${Kind.WriteOwnerLimitedRights}) THEN ARRAY(
    SELECT place::int FROM jsonb_each(details) entry (place, properties)
    WHERE properties -> 'privileges' <@ '["GenericWrite", "WriteGPLink"]' AND properties -> 'privileges' <> '[]') END`;

const columns = `SELECT owner, list, peers, kinds, flags, origin, ${onlyLinks} FROM edge_list`;

/**
 * Visits the edges of lists between nodes that have places: an edge as often as rows hold it.
 * @param owners ids of the nodes whose lists to read; null: all
 */
export function readEdges(
  client: Pick<pg.ClientBase, 'query'>,
  owners: readonly number[] | null,
  places: NodePlaces,
  visit: VisitEdge,
): Promise<void> {
  const query = owners ? `${columns} WHERE owner = ANY ('{${owners.join(',')}}'::int[])` : columns;
  return copyOut(client, query, (row) => visitRow(row, places, visit));
}

function visitRow(row: CopiedRow, places: NodePlaces, visit: VisitEdge): void {
  const { bytes, at, length } = row;
  const ownFlags = flagsOfList(bytes.readInt16BE(at[1])) | flagsOfOrigin(bytes.readInt16BE(at[5]));
  const flags = length[4]! < 0 ? -1 : firstElement(row, 4);
  const limited = length[6]! < 0 ? null : new Set(integersOf(row, 6));
  visitEntries(row, places, (source, key, target, index) => {
    const stored = flags < 0 ? ownFlags : ownFlags | bytes.readInt16BE(flags + smallintStep * index);
    visit(source, key, target, limited?.has(index) ? stored | onlyLinksFlag : stored);
  });
}

/** Visits the entries of a list whose ends have places. @param row its first fields are owner, list, peers and kinds */
export function visitEntries(
  row: CopiedRow,
  places: NodePlaces,
  visit: (source: number, key: number, target: number, index: number) => void,
): void {
  const { bytes, at, length } = row;
  const owner = places.of(bytes.readInt32BE(at[0]));
  if (owner < 0) return;
  const list = bytes.readInt16BE(at[1]);
  const isOut = isOutgoing(list);
  const key = sideKey(list === PRIMARY_GROUP_LIST ? Kind.MemberOf : list, isOut);
  const peers = firstElement(row, 2);
  const kinds = length[3]! < 0 ? -1 : firstElement(row, 3);
  const count = arrayLength(row, 2);
  for (let index = 0; index < count; index++) {
    const peer = places.of(bytes.readInt32BE(peers + integerStep * index));
    if (peer < 0) continue;
    const keyOf = kinds < 0 ? key : sideKey(bytes.readInt16BE(kinds + smallintStep * index), isOut);
    if (isOut) visit(owner, keyOf, peer, index);
    else visit(peer, keyOf, owner, index);
  }
}
