import type pg from 'pg';
import type { OrderedTexts } from '../texts/name-index.js';
import { RawTexts } from '../texts/raw-texts.js';
import { copyOut } from './copy-out.js';
import { sharedColumn, withRoom } from './growing-columns.js';

export interface RankedTexts extends OrderedTexts {
  /** By node id: its place from 1, the same for equal texts. */
  readonly ranks: Uint32Array;
}

/** Reads all nodes in the order of a column. */
export async function readRanked(
  client: Pick<pg.ClientBase, 'query'>,
  by: 'name' | 'objectid',
  size: number,
): Promise<RankedTexts> {
  const ranks = sharedColumn(Uint32Array, size);
  let rank = 0;
  let last = Buffer.alloc(0);
  const query = `SELECT id, ${by} FROM node ORDER BY ${by}`;
  const ordered = await readOrdered(client, query, by === 'name', (node, place, bytes, from, to) => {
    if (rank === 0 || bytes.compare(last, 0, last.length, from, to) !== 0) {
      rank = place + 1;
      last = Buffer.from(bytes.subarray(from, to));
    }
    ranks[node] = rank;
  });
  return { ...ordered, ranks };
}

/** Reads some nodes in the order of a column. */
export function readSorted(
  client: Pick<pg.ClientBase, 'query'>,
  by: 'name' | 'objectid',
  ids: readonly number[],
): Promise<OrderedTexts> {
  const query = `SELECT id, ${by} FROM node WHERE id = ANY ('{${ids.join(',')}}'::int[]) ORDER BY ${by}, objectid`;
  return readOrdered(client, query, by === 'name', () => {});
}

async function readOrdered(
  client: Pick<pg.ClientBase, 'query'>,
  query: string,
  isFolded: boolean,
  visit: (node: number, place: number, bytes: Buffer, from: number, to: number) => void,
): Promise<OrderedTexts> {
  const texts = new RawTexts(isFolded);
  let nodes = new Int32Array(64);
  await copyOut(client, query, ({ bytes, at, length }) => {
    const node = bytes.readInt32BE(at[0]);
    const place = texts.count;
    const from = at[1]!;
    const to = from + length[1]!;
    visit(node, place, bytes, from, to);
    texts.add(bytes, from, to);
    nodes = withRoom(nodes, place + 1);
    nodes[place] = node;
  });
  return { nodes: nodes.subarray(0, texts.count), texts };
}

/** Sorts nodes of the same name by object id. */
export function sortNamesakes({ nodes, ranks }: RankedTexts, objectids: RankedTexts): void {
  for (let first = 0, end = 0; first < nodes.length; first = end) {
    const rank = ranks[nodes[first]!];
    for (end = first + 1; end < nodes.length && ranks[nodes[end]!] === rank;) end++;
    if (end - first > 1)
      nodes.subarray(first, end).sort((one, other) => objectids.ranks[one]! - objectids.ranks[other]!);
  }
}
