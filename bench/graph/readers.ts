import type { Estate } from '../../demo/generator/estate.js';
import type { Database } from '../../src/database/database.js';
import type { GraphReader } from '../../src/graph/graph-reader.js';
import { KindNames } from '../../src/graph/kinds/kind-names.js';
import { SnapshotGraphReader } from '../../src/graph/snapshot/snapshot-graph-reader.js';
import type { SnapshotKeeper } from '../../src/graph/snapshot/snapshot-keeper.js';
import { SnapshotSource } from '../../src/graph/snapshot/snapshot-source.js';
import type { SnapshotResult, SnapshotTask } from '../../src/graph/snapshot/snapshot-task.js';
import { SqlGraphReader } from '../../src/graph/sql-graph-reader.js';

/** The floor of all lists. */
export const pointRead = 'SELECT objectid, name, kind, kinds FROM node WHERE objectid = $1';

export const byName = [{ by: 'name', descending: false }] as const;

export interface Readers {
  readonly tables: GraphReader;
  readonly memory: SnapshotGraphReader;
}

export function readersOver(database: Database, keeper: SnapshotKeeper): Readers {
  const kindNames = new KindNames(database);
  const tables = new SqlGraphReader(database, kindNames);
  return { tables, memory: new SnapshotGraphReader(database, kindNames, tables, keeper) };
}

/** A source of the graph in memory that measures the size of each result. */
export class WeighedSource extends SnapshotSource {
  /** Size of the last result. */
  bytes = 0;

  override async read<T extends SnapshotTask>(task: T): Promise<SnapshotResult<T>> {
    const result = await super.read(task);
    this.bytes = bytesOf(result);
    return result;
  }
}

function bytesOf(value: unknown): number {
  if (value instanceof Int32Array) return value.byteLength;
  if (typeof value !== 'object' || value === null) return 0;
  return Object.values(value).reduce<number>((sum, part) => sum + bytesOf(part), 0);
}

const changed = `
  WITH v AS (UPDATE graph_state SET version = version + 1 RETURNING version)
  INSERT INTO node_change (version, node_id) SELECT version, $1 FROM v`;

/** Commits versions of the graph in which one node changed, as ingest does, so that memory forgets earlier results. */
export class NewVersions {
  private constructor(
    private readonly database: Database,
    private readonly keeper: SnapshotKeeper,
    private readonly containerId: number,
    private readonly computerId: number,
  ) {}

  static async of(database: Database, keeper: SnapshotKeeper, { directory }: Estate): Promise<NewVersions> {
    const idOf = async (objectid: string) => {
      const [row] = await database.query<{ id: number }>('SELECT id FROM node WHERE objectid = $1', [objectid]);
      if (!row) throw new Error(`the graph has no node ${objectid}`);
      return row.id;
    };
    const container = await idOf(directory.containers.get('USERS').id);
    return new NewVersions(database, keeper, container, await idOf(directory.machines.workstation(0).sid));
  }

  /** A container is in no list: only results are computed again. */
  ofContainer(): Promise<void> {
    return this.of(this.containerId);
  }

  /** Reads all computers again, and marks the computers of each large group again. */
  ofComputer(): Promise<void> {
    return this.of(this.computerId);
  }

  private async of(node: number): Promise<void> {
    await this.database.prepared(changed, [node]);
    await this.keeper.refresh();
  }
}
