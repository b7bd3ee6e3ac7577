import type pg from 'pg';
import { type CopiedRow, copyOut } from './copy-out.js';
import { sharedColumn, withRoom } from './growing-columns.js';
import { type Texts, TextsBuilder } from './texts.js';

/** Texts of nodes for search. Places are in the order of name and object id. */
export interface NameIndex {
  /** By place: the node. */
  readonly nodes: Int32Array;
  /** By place, as all texts here. */
  readonly names: Texts;
  readonly objectids: Texts;
  /** Empty if a node has none. */
  readonly distinguishedNames: Texts;
}

const inOrder = (of: string) =>
  `SELECT id, name, objectid, props ->> 'distinguishedname' FROM node ${of} ORDER BY name, objectid`;

/** Reads the names of some nodes. */
export function readNames(client: Pick<pg.ClientBase, 'query'>, ids: readonly number[]): Promise<NameIndex> {
  return readIndex(client, inOrder(`WHERE id = ANY ('{${ids.join(',')}}'::int[])`), () => {});
}

/** Reads the names of all nodes, and by node id the places in the order by name, from 1. Nodes with the same name have the same place. */
export async function readRankedNames(
  client: Pick<pg.ClientBase, 'query'>,
  size: number,
): Promise<{ readonly index: NameIndex; readonly ranks: Uint32Array }> {
  const ranks = sharedColumn(Uint32Array, size);
  let rank = 0;
  let last: Buffer | undefined;
  const index = await readIndex(client, inOrder(''), (node, { bytes, at, length }) => {
    const [from, to] = [at[1]!, at[1]! + length[1]!];
    if (!last || bytes.compare(last, 0, last.length, from, to) !== 0) {
      rank++;
      last = Buffer.from(bytes.subarray(from, to));
    }
    ranks[node] = rank;
  });
  return { index, ranks };
}

/** By node id, the places of all nodes in the order by object id, from 1. */
export async function readObjectidRanks(client: Pick<pg.ClientBase, 'query'>, size: number): Promise<Uint32Array> {
  const ranks = sharedColumn(Uint32Array, size);
  let rank = 0;
  await copyOut(client, 'SELECT id FROM node ORDER BY objectid', ({ bytes, at }) => {
    ranks[bytes.readInt32BE(at[0])] = ++rank;
  });
  return ranks;
}

async function readIndex(
  client: Pick<pg.ClientBase, 'query'>,
  query: string,
  visit: (node: number, row: CopiedRow) => void,
): Promise<NameIndex> {
  const [names, objectids, distinguishedNames] = [new TextsBuilder(), new TextsBuilder(), new TextsBuilder()];
  let nodes = new Int32Array(64);
  let count = 0;
  await copyOut(client, query, (row) => {
    const { bytes, at, length } = row;
    const node = bytes.readInt32BE(at[0]);
    nodes = withRoom(nodes, count + 1);
    nodes[count++] = node;
    for (const [column, texts] of [names, objectids, distinguishedNames].entries())
      texts.add(bytes, at[column + 1]!, at[column + 1]! + Math.max(length[column + 1]!, 0));
    visit(node, row);
  });
  const ofPlaces = sharedColumn(Int32Array, count);
  ofPlaces.set(nodes.subarray(0, count));
  return {
    nodes: ofPlaces,
    names: names.finish(),
    objectids: objectids.finish(),
    distinguishedNames: distinguishedNames.finish(),
  };
}
