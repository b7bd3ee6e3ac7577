import { NotFoundError } from '../../base/errors.js';
import { upperCase } from '../../base/values/upper-case.js';
import type { Database } from '../../database/database.js';
import type { GraphData } from '../memory/graph-data.js';
import type { QueryThreads } from '../threads/query-threads.js';
import type { NodeReference } from './node-reference.js';

/** Names of nodes that are looked up for one error, and nodes that it lists of one name. */
const maxNames = 3;

const namedNodes = 'SELECT objectid, name FROM node WHERE id = ANY ($1::int[]) ORDER BY objectid';

/** @returns an error that lists all nodes, at the place of the first, and the object ids of those that were given by name */
export async function unknownNodes(
  database: Database,
  threads: QueryThreads,
  graph: GraphData,
  unknown: readonly [NodeReference, ...NodeReference[]],
): Promise<NotFoundError> {
  const [first] = unknown;
  const noun = 'noun' in first ? `${first.noun} with the object id` : 'node';
  const given = [...new Set(unknown.map((it) => ('objectid' in it ? it.objectid : String(it.id))))];
  const hints = await Promise.all(
    given.slice(0, maxNames).map(async (name) => {
      const ids = await objectidsOf(database, threads, graph, name, first.kinds ?? null);
      return ids.length === 0 ? '' : `; ${JSON.stringify(name)} is the name of ${ids.join(', ')}`;
    }),
  );
  const message = `there is no ${noun} ${given.map((name) => JSON.stringify(name)).join(', ')}${hints.join('')}`;
  return new NotFoundError(first.place ?? 'object_id', message);
}

async function objectidsOf(
  database: Database,
  threads: QueryThreads,
  graph: GraphData,
  name: string,
  kinds: readonly number[] | null,
): Promise<string[]> {
  const anywhere = { environments: null, among: null, except: null };
  const request = { query: name, kinds, ...anywhere, skip: 0, limit: maxNames };
  const { ids } = await threads.ask(graph, 'search', request);
  const rows = await database.prepared<{ objectid: string; name: string }>(namedNodes, [ids]);
  return rows.filter((row) => upperCase(row.name) === upperCase(name)).map(({ objectid }) => objectid);
}
