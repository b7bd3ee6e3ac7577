import { beforeEach, describe, expect, it } from '@jest/globals';
import { CoalescedWork } from './coalesced-work.js';
import { errorMessage } from '../error-message.js';

/** Resolves after the promises that are settled by now have called their listeners. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

/** The places of the calls that are resolved by now, or later. */
function resolvedOf(calls: readonly Promise<void>[]): number[] {
  const resolved: number[] = [];
  calls.forEach((call, number) => void call.then(() => resolved.push(number)));
  return resolved;
}

describe('CoalescedWork', () => {
  let ends: { resolve: () => void; reject: (error: Error) => void }[];
  let work: CoalescedWork;

  beforeEach(() => {
    ends = [];
    work = new CoalescedWork(() => new Promise((resolve, reject) => ends.push({ resolve, reject })));
  });

  it('runs the work again for a call after a run', async () => {
    for (let run = 0; run < 3; run++) {
      const call = work.run();
      await settled();
      ends[run]?.resolve();
      await call;
    }
    expect(ends).toHaveLength(3);
  });

  it('shares the next run between the calls during a run', async () => {
    const first = work.run();
    await settled();
    const resolved = resolvedOf([first, work.run(), work.run()]);
    await settled();
    expect(ends).toHaveLength(1);
    ends[0]?.resolve();
    await settled();
    expect(resolved).toEqual([0]);
    expect(ends).toHaveLength(2);
    ends[1]?.resolve();
    await settled();
    expect(resolved).toEqual([0, 1, 2]);
  });

  it('makes a call during the second run wait for the third', async () => {
    const first = work.run();
    await settled();
    const second = work.run();
    ends[0]?.resolve();
    await settled();
    const resolved = resolvedOf([first, second, work.run()]);
    ends[1]?.resolve();
    await settled();
    expect(resolved).toEqual([0, 1]);
    ends[2]?.resolve();
    await settled();
    expect(resolved).toEqual([0, 1, 2]);
  });

  it('reports an error to the callers of the failed run only', async () => {
    const failed = work.run().catch(errorMessage);
    await settled();
    const next = work.run();
    ends[0]?.reject(new Error('no connection'));
    expect(await failed).toBe('no connection');
    await settled();
    ends[1]?.resolve();
    await expect(next).resolves.toBeUndefined();
  });
});
