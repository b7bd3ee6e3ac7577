import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { FakeClock } from '../../test/support/fake-clock.js';
import type { TaskQueue } from '../queue/task-queue.js';
import { SweepTask } from './sweep.task.js';
import type { Sweeper } from './sweeper.js';

describe('SweepTask', () => {
  const add = jest.fn<TaskQueue['add']>();

  beforeAll(() => Logger.overrideLogger(false));
  beforeEach(() => void add.mockReset().mockResolvedValue());

  const taskOf = (...sweepers: Sweeper[]) =>
    new SweepTask(sweepers, { add, countByName: () => Promise.resolve({}) }, new FakeClock('2026-03-01T00:00:00Z'));

  it('runs them all, in their order, also where one fails, and asks for itself a minute later', async () => {
    const ran: number[] = [];
    const sweeper = (number: number, fails = false) => ({
      sweep: async () => {
        ran.push(number);
        if (fails) throw new Error('the disk is on fire');
      },
    });
    await taskOf(sweeper(1), sweeper(2, true), sweeper(3)).run({}, { signal: new AbortController().signal });
    expect(ran).toEqual([1, 2, 3]);
    expect(add.mock.calls).toEqual([['sweep', {}, { key: 'sweep', runAt: new Date('2026-03-01T00:01:00Z') }]]);
  });

  it('begins none once it is stopped, and is not done then: another process takes it', async () => {
    const stop = new AbortController();
    let ran = 0;
    const sweeper = {
      sweep: async () => {
        ran++;
        stop.abort();
      },
    };
    await expect(taskOf(sweeper, sweeper).run({}, { signal: stop.signal })).rejects.toThrow(
      'This operation was aborted',
    );
    expect(ran).toBe(1);
    expect(add).not.toHaveBeenCalled();
  });
});
