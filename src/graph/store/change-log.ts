import { isDeepStrictEqual } from 'node:util';
import { oneRow, type SqlRunner } from '../../database/database.js';
import { entriesThatDiffer } from './list-entries.js';
import { isOutgoing, kindAt, type ListRow } from './list-row.js';
import { watchedProperties } from './watched-properties.js';

/** Why a transaction removes nodes and edges that no source took back. */
export type RemovalReason = 'deletion' | 'expiry';

type Properties = Readonly<Record<string, unknown>>;

interface NodeState {
  readonly described: boolean;
  readonly props: Properties;
}

const isLogged = 'SELECT logged_since IS NOT NULL AS logged FROM graph_state';

/** The version that the transaction will make: it holds the write lock. */
const insert = `
  INSERT INTO change_log (version, logged_at, reason, came, sources, kinds, targets, described, former, removed)
  SELECT version + 1, clock_timestamp(), $1, $2, $3::int[], $4::smallint[], $5::int[], $6::int[], $7::jsonb, $8::jsonb FROM graph_state`;

const findRemoved = `
  SELECT jsonb_agg(jsonb_build_object('id', n.id, 'objectid', n.objectid, 'name', n.name, 'kind', k.name, 'environment', n.environment,
    'described', n.described, 'props', (SELECT jsonb_object_agg(p.key, p.value) FROM jsonb_each(n.props) p WHERE p.key = ANY ($1)))
    ORDER BY n.id)::text AS removed
  FROM node n JOIN kind k ON k.id = n.kind WHERE n.id IN (SELECT id FROM node_to_remove)`;

const begin = 'UPDATE graph_state SET logged_since = version WHERE logged_since IS NULL';

const insertTierZero = `
  INSERT INTO change_log (version, logged_at, came, sources, kinds, targets, tier_zero)
  SELECT version, clock_timestamp(), 0, '{}', '{}', '{}', $1::int[] FROM graph_state
  WHERE $1::int[] IS DISTINCT FROM (SELECT tier_zero FROM change_log WHERE tier_zero IS NOT NULL ORDER BY id DESC LIMIT 1)`;

/** The changes of one transaction. Written by {@link publish}; nothing is written before the first analysis has ended. */
export class ChangeLog {
  private readonly came = { sources: new Array<number>(), kinds: new Array<number>(), targets: new Array<number>() };
  private readonly gone = { sources: new Array<number>(), kinds: new Array<number>(), targets: new Array<number>() };
  private readonly described: number[] = [];
  /** As PostgreSQL returned them; null: absent. */
  private readonly former: Record<number, Properties> = {};
  private removed: string | null = null;
  private reason: RemovalReason | null = null;

  /** @param isOn whether changes are written; null: the transaction is asked when it writes */
  constructor(private isOn: boolean | null = null) {}

  /** Under the write lock. */
  static async open(tx: SqlRunner): Promise<ChangeLog> {
    return new ChangeLog(await readIsLogged(tx));
  }

  /** Notes a change of a list. @param before null: there was none; @param after null: there is none */
  list(owner: number, before: ListRow | null, after: ListRow | null): void {
    if (this.isOn === false) return;
    entriesThatDiffer(before, after, (change, row, index) => {
      if (change === 'changed') return;
      const { sources, kinds, targets } = change === 'created' ? this.came : this.gone;
      const peer = row.peers[index] ?? 0;
      const isOut = isOutgoing(row.list);
      sources.push(isOut ? owner : peer);
      kinds.push(kindAt(row, index));
      targets.push(isOut ? peer : owner);
    });
  }

  /** Notes a node. @param before null: there was none */
  node(id: number, before: NodeState | null, after: NodeState): void {
    if (this.isOn === false || !after.described || before === after) return;
    if (!before?.described) {
      this.described.push(id);
      return;
    }
    const [was, is] = [before.props, after.props];
    const names = watchedProperties.filter((name) => !isDeepStrictEqual(was[name] ?? null, is[name] ?? null));
    if (names.length > 0) this.former[id] = Object.fromEntries(names.map((name) => [name, was[name] ?? null]));
  }

  /** Notes the nodes in `node_to_remove`. @param reason null: others have taken their place */
  async removedNodes(tx: SqlRunner, reason: RemovalReason | null): Promise<void> {
    if (this.isOn === false) return;
    this.reason = reason;
    this.removed = (await tx.query<{ removed: string | null }>(findRemoved, [watchedProperties]))[0]?.removed ?? null;
  }

  /** Writes the changes noted since the last call, before their version is made. Under the write lock. */
  async write(tx: SqlRunner): Promise<void> {
    const { came, gone, described, former } = this;
    const [added, lost, changed] = [came.kinds.length, gone.kinds.length, Object.keys(former).length];
    if (added + lost + described.length + changed === 0 && this.removed === null) return;
    this.isOn ??= await readIsLogged(tx);
    if (this.isOn)
      await tx.prepared(insert, [
        this.reason,
        added,
        [...came.sources, ...gone.sources],
        [...came.kinds, ...gone.kinds],
        [...came.targets, ...gone.targets],
        described.length > 0 ? described : null,
        changed > 0 ? JSON.stringify(former) : null,
        this.removed,
      ]);
    for (const entries of [came, gone]) entries.sources.length = entries.kinds.length = entries.targets.length = 0;
    described.length = 0;
    for (const id of Object.keys(former)) delete former[Number(id)];
    this.removed = null;
  }
}

/** SQL: the time of the first logged change after a version; null without one. */
export function firstChangeAfter(version: string): string {
  return `(SELECT logged_at FROM change_log WHERE version > ${version} ORDER BY version LIMIT 1)`;
}

async function readIsLogged(tx: SqlRunner): Promise<boolean> {
  return oneRow(await tx.prepared<{ logged: boolean }>(isLogged)).logged;
}

/** Begins the log, unless it has begun, and notes the members of tier zero. Under the write lock, after the version was made. */
export async function logAnalysed(tx: SqlRunner, tierZero: readonly number[]): Promise<void> {
  await tx.prepared(begin);
  await tx.prepared(insertTierZero, [tierZero]);
}

const insertRestore = `
  WITH made AS (UPDATE graph_state SET version = version + 1 WHERE logged_since IS NOT NULL RETURNING version),
    change AS (INSERT INTO graph_change (version, owners, nodes) SELECT version, NULL, NULL FROM made)
  INSERT INTO change_log (version, logged_at, reason, came, sources, kinds, targets)
  SELECT version, clock_timestamp(), 'restore', 0, '{}', '{}', '{}' FROM made`;

/** Notes that a backup was restored: the graphs between the backup and now are not known. */
export async function logRestored(tx: Pick<SqlRunner, 'query'>): Promise<void> {
  await tx.query(insertRestore);
}

const insertNewRules = `
  INSERT INTO change_log (version, logged_at, reason, came, sources, kinds, targets)
  SELECT version, clock_timestamp(), 'rules', 0, '{}', '{}', '{}' FROM graph_state WHERE logged_since IS NOT NULL`;

/** Notes that the version was derived by other rules of the product than the one before. Under the write lock, after the version was made. */
export async function logNewRules(tx: SqlRunner): Promise<void> {
  await tx.query(insertNewRules);
}

/** Forgets all changes, because the graph was emptied. The next analysis begins a new log. Under the write lock. */
export async function clearChangeLog(tx: SqlRunner, reason: RemovalReason): Promise<void> {
  await tx.query('DELETE FROM change_log');
  await tx.query('UPDATE graph_state SET logged_since = NULL, log_begun_by = $1', [reason]);
}

/** The first version whose changes are logged; null: none are, because the graph was not analysed yet. */
export interface LogBeginning {
  readonly since: number | null;
  readonly by: string;
}

export async function readLogBeginning(on: SqlRunner): Promise<LogBeginning> {
  const sql = 'SELECT logged_since::float8 AS since, log_begun_by AS by FROM graph_state';
  return oneRow(await on.prepared<LogBeginning>(sql));
}

/** Keeps the members of tier zero at the new beginning. */
const deleteExpired = `
  WITH bound AS (SELECT max(version) AS version FROM change_log WHERE logged_at < $1),
  expired AS (
    DELETE FROM change_log WHERE version <= (SELECT version FROM bound) AND id IS DISTINCT FROM (
      SELECT max(id) FROM change_log WHERE tier_zero IS NOT NULL AND version <= (SELECT version FROM bound))
    RETURNING id),
  begun AS (UPDATE graph_state SET logged_since = greatest(logged_since, bound.version), log_begun_by = 'retention' FROM bound
    WHERE bound.version > logged_since)
  SELECT count(*)::int AS rows FROM expired`;

/** @returns the number of deleted rows */
export async function deleteExpiredChanges(on: SqlRunner, loggedBefore: Date): Promise<number> {
  return oneRow(await on.query<{ rows: number }>(deleteExpired, [loggedBefore])).rows;
}
