import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Injectable, Logger } from '@nestjs/common';
import { FakeClock } from '../../test/support/fake-clock.js';
import { BackgroundWork, Periodic } from './background-work.js';
import { PeriodicTask } from './periodic-task.js';
import type { TaskQueue } from './task-queue.js';

/** A provider with a periodic work of 15 seconds. */
@Injectable()
class Worker {
  constructor(readonly attempt: (signal: AbortSignal) => Promise<Date | null>) {}

  @Periodic({ name: 'test', everySeconds: 15 })
  run(signal: AbortSignal): Promise<Date | null> {
    return this.attempt(signal);
  }
}

const context = () => ({ signal: new AbortController().signal });

describe('PeriodicTask', () => {
  const clock = new FakeClock('2026-03-01T00:00:00Z');
  const add = jest.fn<TaskQueue['add']>();

  beforeAll(() => Logger.overrideLogger(false));
  beforeEach(() => void add.mockReset().mockResolvedValue());

  function taskOf(attempt: Worker['attempt']): PeriodicTask {
    const background = new BackgroundWork();
    background.register(new Worker(attempt));
    return new PeriodicTask(background, { add }, clock);
  }

  function expectQueued(work: string, runAt: string): void {
    const options = { key: `periodic:${work}`, runAt: new Date(runAt) };
    expect(add.mock.calls).toEqual([['periodic', { work }, options]]);
  }

  it.each([
    ['15 s later', null, '2026-03-01T00:00:15Z'],
    ['15 s later at the latest', '2026-03-01T00:01:00Z', '2026-03-01T00:00:15Z'],
    ['at the wanted time', '2026-03-01T00:00:07.500Z', '2026-03-01T00:00:07.500Z'],
    ['1 s later at the soonest', '2026-02-28T00:00:00Z', '2026-03-01T00:00:01Z'],
  ])('queues the next run %s', async (_, wanted, next) => {
    await taskOf(async () => (wanted === null ? null : new Date(wanted))).run({ work: 'test' }, context());
    expectQueued('test', next);
  });

  it('queues the next run after a failure', async () => {
    await taskOf(() => Promise.reject(new Error('the disk is on fire'))).run({ work: 'test' }, context());
    expectQueued('test', '2026-03-01T00:00:15Z');
  });

  it('does not start after a stop, and leaves the task to another process', async () => {
    const attempt = jest.fn<Worker['attempt']>();
    await expect(taskOf(attempt).run({ work: 'test' }, { signal: AbortSignal.abort() })).rejects.toThrow('aborted');
    expect([attempt.mock.calls, add.mock.calls]).toEqual([[], []]);
  });

  it('leaves the task to another process if the process stops during the run', async () => {
    const stop = new AbortController();
    const task = taskOf(async () => {
      stop.abort();
      return null;
    });
    await expect(task.run({ work: 'test' }, { signal: stop.signal })).rejects.toThrow('aborted');
    expect(add).not.toHaveBeenCalled();
  });

  it('keeps the task of a work that only another version knows', async () => {
    await taskOf(async () => null).run({ work: 'unknown' }, context());
    expectQueued('unknown', '2026-03-01T00:01:00Z');
  });
});
