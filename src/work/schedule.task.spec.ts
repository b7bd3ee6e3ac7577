import { beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { FakeClock } from '../../test/support/fake-clock.js';
import { type RegularWork, RegularWorks } from '../queue/regular-work.js';
import type { TaskQueue } from '../queue/task-queue.js';
import { ScheduleSweeper } from './schedule-sweeper.js';
import { ScheduleTask } from './schedule.task.js';

const context = () => ({ signal: new AbortController().signal });

describe('ScheduleTask', () => {
  const clock = new FakeClock('2026-03-01T00:00:00Z');
  const add = jest.fn<TaskQueue['add']>();
  let works: RegularWorks;
  let task: ScheduleTask;

  beforeAll(() => Logger.overrideLogger(false));
  beforeEach(() => {
    add.mockReset().mockResolvedValue();
    works = new RegularWorks();
    task = new ScheduleTask(works, { add, countByName: () => Promise.resolve({}) }, clock);
  });

  function work(run: RegularWork['run']): void {
    works.add({ run });
  }

  it.each([
    ['15 s later', null, '2026-03-01T00:00:15Z'],
    ['15 s later at the latest', '2026-03-01T00:01:00Z', '2026-03-01T00:00:15Z'],
    ['when it is wanted', '2026-03-01T00:00:07.500Z', '2026-03-01T00:00:07.500Z'],
    ['1 s later at the soonest', '2026-02-28T00:00:00Z', '2026-03-01T00:00:01Z'],
  ])('asks for itself again %s', async (_, wish, next) => {
    work(() => Promise.resolve(wish === null ? null : new Date(wish)));
    await task.run({}, context());
    expect(add).toHaveBeenCalledTimes(1);
    expect(add).toHaveBeenCalledWith('schedule', {}, { key: 'schedule', runAt: new Date(next) });
  });

  it('does everything, also where one fails', async () => {
    const done: number[] = [];
    work(() => Promise.reject(new Error('the disk is on fire')));
    work(() => {
      done.push(2);
      return Promise.resolve(null);
    });
    await task.run({}, context());
    expect(done).toEqual([2]);
    expect(add).toHaveBeenCalledTimes(1);
  });

  it('begins nothing more once it is stopped, and leaves the rest to whoever takes the task', async () => {
    const stop = new AbortController();
    let ran = 0;
    const stopping = () => {
      ran++;
      stop.abort();
      return Promise.resolve(null);
    };
    work(stopping);
    work(stopping);
    await task.run({}, { signal: stop.signal });
    expect(ran).toBe(1);
    expect(add).not.toHaveBeenCalled();
  });

  it('is begun by the sweep, and not at all where there is nothing to do', async () => {
    const sweeper = new ScheduleSweeper(task, clock);
    await sweeper.sweep();
    expect(add).not.toHaveBeenCalled();
    work(() => Promise.resolve(null));
    await sweeper.sweep();
    expect(add).toHaveBeenCalledWith('schedule', {}, { key: 'schedule', runAt: clock.now() });
  });
});
