import type pg from 'pg';
import { copyOut } from './copy-out.js';
import { sharedColumn } from './growing-columns.js';

/** Places of all nodes in an order, from 1, by node id. Nodes with the same value have the same place. */
export async function readRanks(
  client: Pick<pg.ClientBase, 'query'>,
  by: 'name' | 'objectid',
  size: number,
): Promise<Uint32Array> {
  const ranks = sharedColumn(Uint32Array, size);
  const query = `SELECT id, (dense_rank() OVER (ORDER BY ${by}))::int4 FROM node`;
  await copyOut(client, query, ({ bytes, at }) => {
    ranks[bytes.readInt32BE(at[0])] = bytes.readInt32BE(at[1]);
  });
  return ranks;
}
