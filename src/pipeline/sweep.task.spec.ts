import { beforeAll, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { SweepTask } from './sweep.task.js';

describe('SweepTask', () => {
  beforeAll(() => Logger.overrideLogger(false));

  it('runs them all, in their order, also where one fails', async () => {
    const ran: number[] = [];
    const sweeper = (number: number, fails = false) => ({
      sweep: async () => {
        ran.push(number);
        if (fails) throw new Error('the disk is on fire');
      },
    });
    const task = new SweepTask([sweeper(1), sweeper(2, true), sweeper(3)]);
    await task.run({}, { signal: new AbortController().signal });
    expect(ran).toEqual([1, 2, 3]);
  });

  it('begins none once it is stopped', async () => {
    const stop = new AbortController();
    let ran = 0;
    const sweeper = {
      sweep: async () => {
        ran++;
        stop.abort();
      },
    };
    await new SweepTask([sweeper, sweeper]).run({}, { signal: stop.signal });
    expect(ran).toBe(1);
  });
});
