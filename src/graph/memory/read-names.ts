import type pg from 'pg';
import { type CopiedRow, copyOut } from './copy-out.js';
import { sharedColumn, withRoom } from './growing-columns.js';
import { idHash, type IdTable, idTableOf } from './id-table.js';
import { NodePlaces } from './node-places.js';
import { type Texts, TextsBuilder } from './texts.js';

/** Texts of nodes for search, in the order of name and object id. */
export interface NameIndex {
  /** By index: the node. */
  readonly nodes: Int32Array;
  /** By index, as all texts here. */
  readonly names: Texts;
  readonly objectids: Texts;
  /** Empty if a node has none. */
  readonly distinguishedNames: Texts;
  readonly idTable: IdTable;
}

const inOrder = (of: string) =>
  `SELECT id, name, objectid, props ->> 'distinguishedname' FROM node ${of} ORDER BY name, objectid`;

/** Reads the names of some nodes. */
export function readNames(
  client: Pick<pg.ClientBase, 'query'>,
  ids: readonly number[],
  places: NodePlaces,
): Promise<NameIndex> {
  return readIndex(client, inOrder(`WHERE id = ANY ('{${ids.join(',')}}'::int[])`), places, () => {});
}

/** Reads the names of all nodes, and by place the ranks by name, from 1. Nodes with the same name have the same rank. */
export async function readRankedNames(
  client: Pick<pg.ClientBase, 'query'>,
  places: NodePlaces,
): Promise<{ readonly index: NameIndex; readonly ranks: Uint32Array }> {
  const ranks = sharedColumn(Uint32Array, places.size);
  let rank = 0;
  let last: Buffer | undefined;
  const index = await readIndex(client, inOrder(''), places, (node, { bytes, at, length }) => {
    const [from, to] = [at[1]!, at[1]! + length[1]!];
    if (!last || bytes.compare(last, 0, last.length, from, to) !== 0) {
      rank++;
      last = Buffer.from(bytes.subarray(from, to));
    }
    ranks[node] = rank;
  });
  return { index, ranks };
}

/**
 * Reads the ids of all nodes, ascending, and by place the ranks by object id, from 1.
 * @param count number of nodes
 */
export async function readRankedIds(
  client: Pick<pg.ClientBase, 'query'>,
  count: number,
): Promise<{ readonly ids: Int32Array; readonly ranks: Uint32Array }> {
  const inOrderOfObjectids = new Int32Array(count);
  let read = 0;
  await copyOut(client, 'SELECT id FROM node ORDER BY objectid', ({ bytes, at }) => {
    inOrderOfObjectids[read++] = bytes.readInt32BE(at[0]);
  });
  const ids = sharedColumn(Int32Array, count);
  ids.set(inOrderOfObjectids);
  ids.sort();
  const places = new NodePlaces(ids, ids.subarray(0, 0));
  const ranks = sharedColumn(Uint32Array, count);
  for (let index = 0; index < count; index++) ranks[places.of(inOrderOfObjectids[index]!)] = index + 1;
  return { ids, ranks };
}

async function readIndex(
  client: Pick<pg.ClientBase, 'query'>,
  query: string,
  places: NodePlaces,
  visit: (node: number, row: CopiedRow) => void,
): Promise<NameIndex> {
  const [names, objectids, distinguishedNames] = [new TextsBuilder(), new TextsBuilder(), new TextsBuilder()];
  let nodes = new Int32Array(64);
  let hashes = new Uint32Array(64);
  let count = 0;
  await copyOut(client, query, (row) => {
    const { bytes, at, length } = row;
    const node = places.of(bytes.readInt32BE(at[0]));
    nodes = withRoom(nodes, count + 1);
    hashes = withRoom(hashes, count + 1);
    hashes[count] = idHash(bytes, at[2], at[2]! + length[2]!);
    nodes[count++] = node;
    for (const [column, texts] of [names, objectids, distinguishedNames].entries())
      texts.add(bytes, at[column + 1]!, at[column + 1]! + Math.max(length[column + 1]!, 0));
    visit(node, row);
  });
  const all = sharedColumn(Int32Array, count);
  all.set(nodes.subarray(0, count));
  return {
    nodes: all,
    names: names.finish('all'),
    objectids: objectids.finish('beginnings'),
    distinguishedNames: distinguishedNames.finish(),
    idTable: idTableOf(hashes.subarray(0, count)),
  };
}
