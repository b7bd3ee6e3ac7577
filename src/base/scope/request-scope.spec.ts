import { describe, expect, it, jest } from '@jest/globals';
import { Cancellation } from './request-scope.js';

describe(Cancellation.name, () => {
  it('calls each listener once, except those that were removed', () => {
    const cancellation = new Cancellation();
    const [first, second, left] = [jest.fn(), jest.fn(), jest.fn()];
    for (const listener of [first, second, left]) cancellation.addEventListener('abort', listener);
    cancellation.removeEventListener('abort', left);
    cancellation.abort(new Error('one'));
    cancellation.abort(new Error('two'));
    expect([first, second, left].map((it) => it.mock.calls.length)).toEqual([1, 1, 0]);
    expect(cancellation.reason).toEqual(new Error('one'));
  });

  it('throws the reason after it was aborted', () => {
    const cancellation = new Cancellation();
    expect(() => cancellation.throwIfAborted()).not.toThrow();
    cancellation.abort(new Error('over'));
    expect(() => cancellation.throwIfAborted()).toThrow('over');
    expect(cancellation.aborted).toBe(true);
  });
});
