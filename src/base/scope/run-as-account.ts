import { randomUUID } from 'node:crypto';
import { type Caller, Cancellation, runInScope } from './request-scope.js';

/**
 * Runs background work with the eyes of an account: rules of alerts and reports see what their owner sees, and take turns with what the
 * owner asks by hand. This is the one place that asks in the name of an account.
 * @param limitMs after which questions and statements are canceled
 */
export async function runAsAccount<T>(caller: Caller, limitMs: number, work: () => Promise<T>): Promise<T> {
  const signal = new Cancellation();
  const timer = setTimeout(() => signal.abort(new Error(`it takes more than ${limitMs / 1000} s`)), limitMs);
  const scope = { requestId: randomUUID(), signal, caller, notes: [], question: { asker: caller.name, usedMs: 0 } };
  try {
    return await runInScope(scope, work);
  } finally {
    clearTimeout(timer);
  }
}
