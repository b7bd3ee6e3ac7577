import pg from 'pg';
import type { CancelSignal } from '../base/cancellation.js';
import { currentScope } from '../base/request-scope.js';
import type { StatementCanceller } from './statement-canceller.js';

export interface CancellableClientConfig extends pg.ClientConfig {
  readonly canceller?: StatementCanceller;
}

type Callback = (error: Error | null, result?: unknown) => void;

/**
 * A connection whose statements end with the request they were made for. When the signal of the current request scope
 * fires, the statement is cancelled in PostgreSQL too, and the connection is given back only after the cancellation went
 * out, so that it can't hit the statement of the next user.
 */
export class CancellableClient extends pg.Client {
  private readonly canceller: StatementCanceller | undefined;

  constructor(config?: CancellableClientConfig) {
    super(config);
    this.canceller = config?.canceller;
    // The statement under way rejects when the connection is lost. Without a listener the event would end the process, and
    // the pool listens only while a connection is idle.
    this.on('error', () => {});
  }

  // One signature for all of the overloads of pg; its own types are those of the base class.
  // @ts-expect-error -- the overloads can't be repeated in an override without casts
  override query(config: unknown, values?: unknown, callback?: unknown): unknown {
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

function isSubmittable(config: unknown): boolean {
  return typeof config === 'object' && config !== null && 'submit' in config;
}

/** A request that is over still has to undo what it began. */
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
