import { oneRow, type SqlRunner } from '../../database/database.js';
import type { ChangeLog } from './change-log.js';

/** Versions whose changes are kept for readers that lag behind. */
const keptVersions = 100;

/** Nodes and owners of lists that are listed of one version. Readers read the whole graph again if there are more. */
const maxListed = 50_000;

/** The changes of a transaction. */
interface GraphChanges {
  /** Nodes whose lists changed. */
  readonly owners: Iterable<number>;
  /** Nodes that were created, changed or removed. */
  readonly nodes: Iterable<number>;
  readonly log: ChangeLog;
  /** Whether numbers of kinds became free, or an extension changed what kinds mean. */
  readonly changesKinds?: boolean;
}

/** What the committed graph is of. */
export interface GraphState {
  readonly version: number;
  /** Numbers of kinds stand for the same kinds in all that is of one such version. */
  readonly kindsVersion: number;
}

/** SQL: whether a version was committed after `version`. */
export function isCommittedAfter(version: string): string {
  return `(SELECT version FROM graph_state) > ${version}`;
}

/** SQL: {@link GraphState.kindsVersion}. */
export const kindsVersion = '(SELECT kinds_version::float8 FROM graph_state)';

export async function currentState(on: SqlRunner): Promise<GraphState> {
  const sql = 'SELECT version::float8 AS version, kinds_version::float8 AS "kindsVersion" FROM graph_state';
  return oneRow(await on.prepared<GraphState>(sql));
}

interface LastWrite {
  readonly version: number;
  readonly written: string;
}

/**
 * `written` is another text after each transaction that wrote to the graph, also if it only renewed days, which makes no version. It is the
 * transaction that last wrote the row: {@link lockGraphForWriting}.
 */
export async function committedWrite(on: SqlRunner): Promise<LastWrite> {
  const sql = 'SELECT version::float8 AS version, xmin::text AS written FROM graph_state';
  return oneRow(await on.prepared<LastWrite>(sql));
}

/** {@link committedWrite} */
export async function lastWrite(on: SqlRunner): Promise<string> {
  return (await committedWrite(on)).written;
}

export async function currentVersion(on: SqlRunner): Promise<number> {
  const sql = 'SELECT version::float8 AS version FROM graph_state';
  return oneRow(await on.prepared<{ version: number }>(sql)).version;
}

const increment = `
  UPDATE graph_state SET version = version + 1, kinds_version = kinds_version + $1::int
  RETURNING version::float8 AS version`;

/**
 * Makes the changes of a transaction a version of the graph. Under the write lock.
 * @returns the version; the current one if nothing changed
 */
export async function publish(tx: SqlRunner, { changesKinds = false, ...changes }: GraphChanges): Promise<number> {
  const owners = [...changes.owners];
  const nodes = [...changes.nodes];
  if (owners.length + nodes.length === 0 && !changesKinds) return currentVersion(tx);
  await changes.log.write(tx);
  const areListed = owners.length + nodes.length <= maxListed;
  const { version } = oneRow(await tx.prepared<{ version: number }>(increment, [changesKinds ? 1 : 0]));
  await tx.prepared('INSERT INTO graph_change (version, owners, nodes) VALUES ($1, $2::int[], $3::int[])', [
    version,
    areListed ? owners : null,
    areListed ? nodes : null,
  ]);
  await tx.prepared('DELETE FROM graph_change WHERE version <= $1::bigint', [version - keptVersions]);
  return version;
}
