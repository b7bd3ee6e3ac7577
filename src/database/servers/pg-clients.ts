import pLimit from 'p-limit';
import pg from 'pg';
import { type CancelSignal, currentScope } from '../../base/scope/request-scope.js';
import { ignoreConnectionLoss } from './connect.js';
import { inStatementSpan } from './statement-span.js';
import { ServerClient, serverPool } from './server-client.js';

interface CancellableClientConfig extends pg.ClientConfig {
  readonly canceller?: StatementCanceller;
}

type Callback = (error: Error | null, result?: unknown) => void;

/**
 * A connection that cancels its statement in PostgreSQL when the signal of the current request scope fires. The connection returns to its
 * pool only after the cancellation was sent, because a late cancellation would hit the statement of the next user.
 */
export class CancellableClient extends ServerClient {
  private readonly canceller: StatementCanceller | undefined;

  constructor(config?: CancellableClientConfig) {
    super(config);
    this.canceller = config?.canceller;
  }

  // One signature for all of the overloads of pg, which pg types in the base class.
  // @ts-expect-error -- the overloads can't be repeated in an override without casts
  override query(config: unknown, values?: unknown, callback?: unknown): unknown {
    const takesPromise = !isSubmittable(config) && typeof values !== 'function' && callback === undefined;
    return takesPromise ? inStatementSpan(config, () => this.run(config, values)) : this.run(config, values, callback);
  }

  private run(config: unknown, values?: unknown, callback?: unknown): unknown {
    const signal = currentScope()?.signal;
    if (!signal || !this.canceller || isSubmittable(config) || isRollback(config))
      return this.send(config, values, callback);
    const answer = typeof values === 'function' ? values : callback;
    const parameters = Array.isArray(values) ? values : undefined;
    const result = this.sendCancellable(signal, this.canceller, config, parameters);
    return isCallback(answer) ? settle(result, answer) : result;
  }

  private async sendCancellable(
    signal: CancelSignal,
    canceller: StatementCanceller,
    config: unknown,
    values?: unknown[],
  ) {
    signal.throwIfAborted();
    let cancellation: Promise<void> | undefined;
    const cancel = () => {
      cancellation = canceller.cancel(this.backendPid());
    };
    signal.addEventListener('abort', cancel);
    try {
      return await this.send(config, values);
    } catch (error) {
      throw signal.aborted ? signal.reason : error;
    } finally {
      signal.removeEventListener('abort', cancel);
      await cancellation;
    }
  }

  private send(config: unknown, values?: unknown, callback?: unknown): unknown {
    // oxlint-disable-next-line typescript/unbound-method -- apply binds it
    return Reflect.apply(super.query, this, [config, values, callback]);
  }

  private backendPid(): number {
    return Number(Reflect.get(this, 'processID'));
  }
}

/**
 * A connection that sends its statements one after another. TypeORM reads the catalogue of a database by many statements at once on one
 * connection; pg warns of that and will stop queueing them in version 9.
 */
export class SequentialClient extends CancellableClient {
  private readonly inTurn = pLimit(1);

  override query(config: unknown, values?: unknown, callback?: unknown): unknown {
    const takesPromise = typeof config === 'string' && typeof values !== 'function' && callback === undefined;
    if (!takesPromise) return super.query(config, values, callback);
    return this.inTurn(() => super.query(config, values));
  }
}

/** Cancels running statements of other connections. It has a connection of its own, so that it works while the pool is busy. */
export class StatementCanceller {
  private readonly pool: pg.Pool;

  constructor(url: string) {
    this.pool = ignoreConnectionLoss(
      serverPool({
        connectionString: url,
        max: 1,
        idleTimeoutMillis: 10_000,
        connectionTimeoutMillis: 5_000,
        application_name: 'graphward-cancel',
        allowExitOnIdle: true,
      }),
    );
  }

  /** Never rejects: if the database is gone, its statements are gone too. */
  async cancel(backendPid: number): Promise<void> {
    try {
      await this.pool.query('SELECT pg_cancel_backend($1)', [backendPid]);
    } catch {
      // The connection of the statement reports the failure of the database.
    }
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}

function isSubmittable(config: unknown): boolean {
  return typeof config === 'object' && config !== null && 'submit' in config;
}

/** A request that has ended must still undo its transaction. */
function isRollback(config: unknown): boolean {
  return typeof config === 'string' && config.startsWith('ROLLBACK');
}

function isCallback(value: unknown): value is Callback {
  return typeof value === 'function';
}

function settle(result: Promise<unknown>, answer: Callback): void {
  result.then(
    (value) => answer(null, value),
    (error: unknown) => answer(error instanceof Error ? error : new Error(String(error))),
  );
}
