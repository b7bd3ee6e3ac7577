import { createHash } from 'node:crypto';
import pLimit, { type LimitFunction } from 'p-limit';
import type pg from 'pg';
import type { EntityManager } from 'typeorm';
import { currentScope, currentVisibility, type Snapshot } from '../base/scope/request-scope.js';
import { Cache } from '../base/values/cache.js';
import { isReadTimeout, noteUnansweredCommit } from './driver-errors.js';
import { type ArrayElement, arrayText, sqlTypes } from './sql/sql-arrays.js';
import { seenBy } from './sql/visible-rows.js';
import type { Transaction } from './transaction.js';

export type SqlValue = string | number | bigint | boolean | Date | Buffer | null | readonly ArrayElement[] | undefined;

/** Runs SQL on the pool or on the connection of a transaction. */
export interface SqlRunner {
  /** @returns the rows; if the text has several statements, which accept no values, the rows of the last */
  query<Row>(text: string, values?: readonly SqlValue[]): Promise<Row[]>;
  /** As `query`, but each connection plans the statement once. For statements with a constant text. */
  prepared<Row>(text: string, values?: readonly SqlValue[]): Promise<Row[]>;
}

/** Runs SQL on the one connection of a transaction; `client` is for streams. */
export interface SqlConnection extends SqlRunner {
  readonly client: pg.PoolClient;
}

/** The row of a statement that always has one, such as an insert or a sum. */
export function oneRow<Row>([row]: readonly Row[]): Row {
  if (row === undefined) throw new Error('the statement returned no row');
  return row;
}

/**
 * Runs SQL in a transaction that a service has passed on, of TypeORM or of {@link Database}. For repositories.
 * @throws Error if it is the entity manager of no transaction
 */
export function sqlIn(transaction: Transaction): SqlRunner {
  if (isSqlRunner(transaction)) return transaction;
  const queryRunner = isEntityManager(transaction) ? transaction.queryRunner : undefined;
  if (!queryRunner) throw new Error('this is no transaction');
  const connected = async (): Promise<SqlRunner> => runnerOn(await queryRunner.connect());
  return {
    query: async (text, values) => (await connected()).query(text, values),
    prepared: async (text, values) => (await connected()).prepared(text, values),
  };
}

/** Not by its class, because threads need no other part of TypeORM, which takes them 0.1 s to load. */
function isEntityManager(transaction: Transaction): transaction is EntityManager {
  return 'queryRunner' in transaction;
}

function isSqlRunner(transaction: Transaction): transaction is SqlRunner {
  return 'prepared' in transaction;
}

/**
 * Direct access to PostgreSQL, for the graph and for hot reads of repositories, because a prepared statement costs a fifth of
 * an entity of TypeORM (docs/performance.md). If a request ends, its statements are cancelled.
 */
export class Database implements SqlRunner {
  private readonly ofSnapshots = new WeakMap<Snapshot, ConnectionOfSnapshot>();

  constructor(private readonly pool: pg.Pool) {}

  /** The URL for another connection (connect.ts). */
  get url(): string {
    const { connectionString } = this.pool.options;
    if (connectionString === undefined) throw new Error('the pool was opened without a URL');
    return connectionString;
  }

  query<Row>(text: string, values?: readonly SqlValue[]): Promise<Row[]> {
    return this.withClient((client) => run<Row>(client, text, values));
  }

  prepared<Row>(text: string, values?: readonly SqlValue[]): Promise<Row[]> {
    return this.withClient((client) => run<Row>(client, text, values, true));
  }

  /** Runs a statement that changes rows. @returns their number */
  execute(text: string, values?: readonly SqlValue[]): Promise<number> {
    return this.withClient(async (client) => lastOf(await send(client, text, values))?.rowCount ?? 0);
  }

  /**
   * Makes a value from the single text that a statement returns, such as the JSON of an item; null if there is no row. No promise keeps
   * a long text in memory (json-text.ts).
   */
  async textAs<T>(
    make: (text: string) => T,
    text: string,
    values: readonly SqlValue[] = [],
    { isPrepared = true } = {},
  ): Promise<T | null> {
    const rows = await (isPrepared
      ? this.prepared<Record<string, string>>(text, values)
      : this.query<Record<string, string>>(text, values));
    const [row] = rows.splice(0);
    const [value] = row ? Object.values(row) : [];
    return value === undefined || value === null ? null : make(value);
  }

  /** The current numbers of connections. */
  connections(): { readonly busy: number; readonly idle: number; readonly waiting: number } {
    const { totalCount, idleCount, waitingCount } = this.pool;
    return { busy: totalCount - idleCount, idle: idleCount, waiting: waitingCount };
  }

  /** Commits if `work` resolves and rolls back if it rejects. */
  async transaction<T>(work: (tx: SqlConnection) => Promise<T>, begin = 'BEGIN'): Promise<T> {
    const client = await this.pool.connect();
    let isCommitting = false;
    try {
      await client.query(begin);
      const result = await work({ client, ...runnerOn(client) });
      isCommitting = true;
      await client.query('COMMIT');
      client.release();
      return result;
    } catch (error) {
      const isRolledBack = await rollBack(client);
      if (isCommitting && !isRolledBack) noteUnansweredCommit(error);
      throw error;
    }
  }

  /**
   * `pool.query` has two faults: a statement that waits for a connection runs in the request scope of the caller that released it, and a
   * statement that fails closes its connection.
   */
  private withClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const { snapshot, replica } = currentScope() ?? {};
    if (snapshot) return this.inTurn(snapshot, work);
    const result = this.withFreeClient(work);
    if (!replica) return result;
    return result.catch((error: unknown) => {
      if (replica.leave(error)) return this.withFreeClient(work);
      throw error;
    });
  }

  private async withFreeClient<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    const client = await this.pool.connect();
    let isStuck = false;
    try {
      return await work(client);
    } catch (error) {
      // The answer may still come, and the next statement would wait for it.
      isStuck = isReadTimeout(error);
      throw error;
    } finally {
      client.release(isStuck);
    }
  }

  /** Works on the one connection of a snapshot. Handlers ask for several things at once, and node-postgres deprecates that on a connection. */
  private inTurn<T>(snapshot: Snapshot, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    let connection = this.ofSnapshots.get(snapshot);
    if (!connection) {
      const inTurn = pLimit(1);
      const connected = this.pool.connect();
      // Now, because the snapshot may end before it is connected.
      snapshot.onEnd(() => inTurn(() => connected.then(rollBack, () => {})));
      const begin = async () => {
        const client = await connected;
        await client.query(beginSnapshot);
        return client;
      };
      connection = { client: begin(), inTurn };
      this.ofSnapshots.set(snapshot, connection);
    }
    const { client, inTurn } = connection;
    return inTurn(async () => work(await client));
  }
}

interface ConnectionOfSnapshot {
  /** In a transaction. */
  readonly client: Promise<pg.PoolClient>;
  readonly inTurn: LimitFunction;
}

const beginSnapshot = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

function runnerOn(client: pg.PoolClient): SqlRunner {
  return {
    query: (text, values) => run(client, text, values),
    prepared: (text, values) => run(client, text, values, true),
  };
}

/** @returns false if the connection is lost */
async function rollBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('ROLLBACK');
    client.release();
    return true;
  } catch {
    client.release(true);
    return false;
  }
}

async function run<Row>(
  client: pg.PoolClient,
  text: string,
  values?: readonly SqlValue[],
  isPrepared = false,
): Promise<Row[]> {
  return lastOf(await send<Row>(client, text, values, isPrepared))?.rows ?? [];
}

type Result<Row> = pg.QueryResult<Row & pg.QueryResultRow>;

/** @returns several results if the text has several statements */
function send<Row>(
  client: pg.PoolClient,
  text: string,
  values: readonly SqlValue[] = [],
  isPrepared = false,
): Promise<Result<Row> | readonly Result<Row>[]> {
  const visibility = currentVisibility();
  const seen = visibility ? seenBy(visibility, text, values.length) : { text, values: [] };
  const config = {
    text: seen.text,
    values: [...values, ...seen.values].map((value) => (isArray(value) ? arrayText(value) : value)),
    types: sqlTypes,
    ...(isPrepared && { name: statementName(seen.text) }),
  };
  return client.query<Row & pg.QueryResultRow>(config);
}

function lastOf<Row>(result: Result<Row> | readonly Result<Row>[]): Result<Row> | undefined {
  return 'rows' in result ? result : result.at(-1);
}

function isArray(value: SqlValue): value is readonly ArrayElement[] {
  return Array.isArray(value);
}

/** Lists build statements from the columns and filters of a request. */
const names = new Cache<string, string>(8 * 1024 ** 2, ({ length }) => 2 * length);

function statementName(text: string): string {
  let name = names.get(text);
  if (!name) {
    name = createHash('sha1').update(text).digest('hex').slice(0, 16);
    names.set(text, name);
  }
  return name;
}
