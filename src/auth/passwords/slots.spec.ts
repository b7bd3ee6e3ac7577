import { describe, expect, it } from '@jest/globals';
import { TooManyRequestsError } from '../../common/errors.js';
import { runInScope } from '../../common/request-scope.js';
import { Slots } from './slots.js';

function held() {
  const ends: (() => void)[] = [];
  const work = () => new Promise<void>((resolve) => ends.push(resolve));
  return { ends, work };
}

const settle = () => new Promise((resolve) => setImmediate(resolve));

describe('Slots', () => {
  it('runs as many at a time as it has slots, and the others in their order', async () => {
    const slots = new Slots(2, 10);
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

  it('gives a slot back when the work fails', async () => {
    const slots = new Slots(1, 0);
    await expect(slots.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    expect(await slots.run(() => Promise.resolve('next'))).toBe('next');
  });

  it('refuses where too many wait', async () => {
    const slots = new Slots(1, 1);
    const { ends, work } = held();
    const running = [slots.run(work), slots.run(work)];
    await expect(slots.run(work)).rejects.toThrow(TooManyRequestsError);
    ends[0]?.();
    await settle();
    ends[1]?.();
    await Promise.all(running);
  });

  it('does not begin work whose caller has left', async () => {
    const slots = new Slots(1, 1);
    const { ends, work } = held();
    const scope = { requestId: 'gone', signal: AbortSignal.abort(new Error('gone')) };
    await expect(runInScope(scope, () => slots.run(work))).rejects.toThrow('gone');
    expect(ends).toHaveLength(0);
  });
});
