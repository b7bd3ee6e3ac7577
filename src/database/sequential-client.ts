import { CancellableClient } from './cancellable-client.js';

/**
 * A connection that sends one statement after another. TypeORM reads the tables of a database by many statements at once on
 * one connection, which pg will cease to queue in version 9 and warns of until then.
 */
export class SequentialClient extends CancellableClient {
  private last: Promise<unknown> = Promise.resolve();

  override query(config: unknown, values?: unknown, callback?: unknown): unknown {
    const takesPromise = typeof config === 'string' && typeof values !== 'function' && callback === undefined;
    if (!takesPromise) return super.query(config, values, callback);
    const answer = this.last.then(() => super.query(config, values));
    this.last = answer.catch(() => {});
    return answer;
  }
}
