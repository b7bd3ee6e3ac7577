import type { Database } from '../../database/database.js';
import { type CopyClient, copyIntegers } from '../../database/copy-integers.js';
import { Kind } from '../kinds/kind-catalogue.js';
import { bulkSettings } from '../store/bulk-settings.js';
import { currentVersion } from '../loader/delta.js';
import { type Links, linksOf } from './adjacency.js';
import type { ComputersData } from './computers.js';
import type { SnapshotData } from './graph-snapshot.js';
import { NodeIndex } from './node-index.js';
import { rankingsOf } from './ranking.js';

/** One snapshot for all statements, and so exactly one version. */
const begin = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/** Up to this many ids a node, a table of all ids finds nodes faster than a search does. */
const sparsest = 4;

const nodes = 'SELECT id::int4 FROM node ORDER BY id';

const computers = `
  SELECT id::int4, (dense_rank() OVER (ORDER BY name))::int4, (row_number() OVER (ORDER BY objectid))::int4,
    (row_number() OVER (ORDER BY id))::int4
  FROM node WHERE kind = ${Kind.Computer} ORDER BY name, node.id`;

/** Everything that admin rights follow from, of one version. Fails where an id does not fit into 32 bits. */
export function readSnapshot(database: Database): Promise<SnapshotData> {
  return database.transaction(async (tx) => {
    await tx.query(bulkSettings);
    const version = await currentVersion(tx);
    const nodeIds = await integers(tx.client, nodes);
    const indexOf = indexer(nodeIds);
    return {
      nodeIds,
      memberOf: await readLinks(tx.client, Kind.MemberOf, nodeIds.length, indexOf),
      adminTo: await readLinks(tx.client, Kind.AdminTo, nodeIds.length, indexOf),
      computers: { version, ...(await readRankings(tx.client)) },
    };
  }, begin);
}

/** The computers alone and their orders, of one version. */
export function readComputers(database: Database): Promise<ComputersData> {
  return database.transaction(async (tx) => {
    await tx.query(bulkSettings);
    const version = await currentVersion(tx);
    return { version, ...(await readRankings(tx.client)) };
  }, begin);
}

async function readRankings(client: CopyClient): Promise<Pick<ComputersData, 'ids' | 'rankings'>> {
  const [ids = none, name = none, objectid = none, id = none] = await copyIntegers(client, computers, 4);
  return { ids, rankings: rankingsOf({ name, objectid, id }) };
}

async function readLinks(
  client: CopyClient,
  kind: number,
  size: number,
  indexOf: (id: number) => number,
): Promise<Links> {
  const select = `SELECT source::int4, target::int4 FROM edge WHERE kind = ${kind}`;
  const [sources = none, targets = none] = await copyIntegers(client, select, 2);
  return linksOf(size, sources.map(indexOf), targets.map(indexOf));
}

async function integers(client: CopyClient, select: string): Promise<Int32Array> {
  const [column = none] = await copyIntegers(client, select, 1);
  return column;
}

const none = new Int32Array();

function indexer(ids: Int32Array): (id: number) => number {
  const largest = ids.at(-1) ?? 0;
  if (largest > ids.length * sparsest) {
    const index = new NodeIndex(ids);
    return (id) => known(id, index.indexOf(id));
  }
  const table = new Int32Array(largest + 1).fill(-1);
  for (let at = 0; at < ids.length; at++) table[ids[at] ?? 0] = at;
  return (id) => known(id, table[id]);
}

function known(id: number, index: number | undefined): number {
  if (index === undefined || index < 0) throw new Error(`an edge leads to node ${id}, which does not exist`);
  return index;
}
