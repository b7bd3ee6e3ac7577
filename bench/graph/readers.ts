import type { Database } from '../../src/database/database.js';
import type { GraphReader } from '../../src/graph/graph-reader.js';
import { KindNames } from '../../src/graph/kinds/kind-names.js';
import { SnapshotGraphReader } from '../../src/graph/snapshot/snapshot-graph-reader.js';
import type { SnapshotKeeper } from '../../src/graph/snapshot/snapshot-keeper.js';
import { SqlGraphReader } from '../../src/graph/sql-graph-reader.js';

/** What everything is a multiple of. */
export const pointRead = 'SELECT objectid, name, kind, kinds FROM node WHERE objectid = $1';

export interface Readers {
  readonly tables: GraphReader;
  readonly memory: SnapshotGraphReader;
}

export function readersOver(database: Database, keeper: SnapshotKeeper): Readers {
  const kindNames = new KindNames(database);
  const tables = new SqlGraphReader(database, kindNames);
  return { tables, memory: new SnapshotGraphReader(database, kindNames, tables, keeper) };
}
