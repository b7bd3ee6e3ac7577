import { AsyncLocalStorage } from 'node:async_hooks';
import type { CancelSignal } from './cancellation.js';

/** Who has something done. */
export interface Caller {
  /** Null where it is no account. */
  readonly id: string | null;
  readonly name: string;
}

/**
 * What a piece of work done for one caller carries along without handing it from call to call: whether the caller still waits.
 * HTTP opens a scope for each request; the database cancels the statements of a scope whose signal fires. Work outside of any
 * scope (command line, background) is never cancelled.
 */
export interface RequestScope {
  readonly requestId: string;
  readonly signal: CancelSignal;
  /** Set once it is known who calls. */
  caller?: Caller;
}

const storage = new AsyncLocalStorage<RequestScope | undefined>();

export function runInScope<T>(scope: RequestScope, work: () => T): T {
  return storage.run(scope, work);
}

/** For work that a request starts but that is not for it: it goes on when the request is over. */
export function runWithoutScope<T>(work: () => T): T {
  return storage.run(undefined, work);
}

export function currentScope(): RequestScope | undefined {
  return storage.getStore();
}
