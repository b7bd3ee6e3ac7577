import { describe, expect, it } from '@jest/globals';
import { OverloadedError, TooManyRequestsError } from '../../base/errors.js';
import { runInScope } from '../../base/scope/request-scope.js';
import { Slots } from './slots.js';

function held() {
  const ends: (() => void)[] = [];
  const work = () => new Promise<void>((resolve) => ends.push(resolve));
  return { ends, work };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('Slots', () => {
  it('runs as many checks at a time as it has slots, and the others in order', async () => {
    const slots = new Slots(2);
    const { ends, work } = held();
    const all = Promise.all([1, 2, 3, 4].map(() => slots.run(work)));
    await settle();
    expect(ends).toHaveLength(2);
    ends[0]?.();
    await settle();
    expect(ends).toHaveLength(3);
    ends.slice(1).forEach((end) => end());
    await settle();
    ends[3]?.();
    await all;
  });

  it('releases a slot if the work fails', async () => {
    const slots = new Slots(1);
    await expect(slots.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await slots.run(() => Promise.resolve('next'))).toBe('next');
  });

  it('refuses suspects and others if too many of the same kind wait, and runs the others first', async () => {
    const slots = new Slots(1, 1, 2);
    const { ends, work } = held();
    const order: string[] = [];
    const enter = (name: string, isSuspect: boolean) => slots.run(() => work().then(() => order.push(name)), isSuspect);
    const running = [enter('first', true), enter('suspect', true)];
    await expect(enter('refused', true)).rejects.toThrow(TooManyRequestsError);
    running.push(enter('other', false), enter('another', false));
    await expect(enter('refused', false)).rejects.toThrow(OverloadedError);
    for (let turn = 0; turn < 4; turn++) {
      ends[turn]?.();
      await settle();
    }
    await Promise.all(running);
    expect(order).toEqual(['first', 'other', 'another', 'suspect']);
  });

  it('does not start work of a request that has ended', async () => {
    const slots = new Slots(1);
    const { ends, work } = held();
    const scope = { requestId: 'gone', signal: AbortSignal.abort(new Error('gone')) };
    await expect(runInScope(scope, () => slots.run(work))).rejects.toThrow('gone');
    expect(ends).toHaveLength(0);
  });
});
