import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { until } from '../../../test/support/until.js';
import { maxBegun } from '../../analysis/runs/analysis-runs.js';
import { type AnalysisInstance, TestAnalysisTask } from './analysis-task.fixture.js';

describe('AnalysisTask if runs fail or processes die', () => {
  let analysis: TestAnalysisTask;
  let one: AnalysisInstance;
  let other: AnalysisInstance;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    analysis = await TestAnalysisTask.start();
  });
  afterAll(() => analysis.drop());
  beforeEach(async () => {
    await analysis.reset();
    one = analysis.instance();
    other = analysis.instance();
  });
  afterEach(() => {
    jest.restoreAllMocks();
  });

  it('continues a run whose process died at once, then starts the waiting one', async () => {
    const left = await one.runs.request('ada');
    await one.runs.claimNext();
    const next = await one.runs.request('bob');
    await analysis.forgetTasks();
    other.uploads.filesLeft = true;
    await other.run();
    expect([await analysis.statuses(), await analysis.tasks()]).toEqual([['complete', 'waiting'], [{ later: true }]]);
    other.uploads.filesLeft = false;
    await other.run();
    expect(other.uploads.ended).toEqual([
      [left, null],
      [next, null],
    ]);
  });

  it('repeats a run that fails, and finally gives it up with the reason', async () => {
    const id = await one.runs.request('ada');
    jest.spyOn(one.service, 'run').mockRejectedValue(new Error('no space left on device'));
    await expect(one.run()).rejects.toThrow('no space left on device');
    await expect(one.run()).rejects.toThrow('no space left on device');
    expect([await analysis.statuses(), one.uploads.ended]).toEqual([['running'], []]);
    await one.run();
    expect(one.uploads.ended).toEqual([[id, 'no space left on device']]);
    expect(await one.runs.last()).toMatchObject({
      id,
      status: 'failed',
      reason: 'no space left on device',
      failures: 3,
    });
  });

  it('does not count a lost connection or a stopped process as a failure', async () => {
    await one.runs.request('ada');
    const lost = Object.assign(new Error('terminating connection'), { code: '57P01' });
    jest.spyOn(one.service, 'run').mockRejectedValue(lost);
    await expect(one.run()).rejects.toThrow('terminating connection');
    const stopping = new AbortController();
    jest.spyOn(one.service, 'run').mockImplementation(async () => {
      stopping.abort();
      throw new Error('canceled');
    });
    await expect(one.run(stopping.signal)).rejects.toThrow('canceled');
    expect(await one.runs.current()).toMatchObject({ status: 'running', failures: 0, reason: null });
  });

  it('gives up a run that loses its connection each time, and starts the next', async () => {
    const id = await one.runs.request('ada');
    const lost = Object.assign(new Error('terminating connection'), { code: '57P01' });
    const crashing = jest.spyOn(one.service, 'run').mockRejectedValue(lost);
    for (let time = 0; time < maxBegun; time++) await expect(one.run()).rejects.toThrow('terminating connection');
    expect(await one.runs.current()).toMatchObject({ id, begun: maxBegun, failures: 0 });
    const next = await one.runs.request('bob');
    await one.run();
    expect(crashing).toHaveBeenCalledTimes(maxBegun);
    const reason = `it was begun ${maxBegun} times, and each time its process or the database ended or the connection broke`;
    expect(one.uploads.ended).toEqual([[id, reason]]);
    expect(await one.runs.last()).toMatchObject({ id, status: 'failed', reason, finishedAt: analysis.clock.now() });
    crashing.mockRestore();
    await one.run();
    expect(one.uploads.ended.at(-1)).toEqual([next, null]);
  });

  it('gives up a run whose process dies each time, but not one whose process is stopped', async () => {
    const id = await one.runs.request('ada');
    for (let time = 0; time < maxBegun - 1; time++) await one.runs.claimNext();
    const stopping = new AbortController();
    const stopped = jest.spyOn(one.service, 'run').mockImplementation(async () => {
      stopping.abort();
      throw new Error('canceled');
    });
    for (let time = 0; time < 3; time++) await expect(one.run(stopping.signal)).rejects.toThrow('canceled');
    stopped.mockRestore();
    await one.run();
    expect(one.uploads.ended).toEqual([[id, null]]);
  });

  it('cancels its statement when the process stops', async () => {
    await one.runs.request('ada');
    const stopping = new AbortController();
    await analysis.test.database.transaction(async (tx) => {
      await tx.query('LOCK TABLE node IN ACCESS EXCLUSIVE MODE');
      const running = one.run(stopping.signal);
      await until(async () => {
        const rows = await analysis.test.database.query(
          "SELECT FROM pg_locks WHERE relation = 'node'::regclass AND NOT granted",
        );
        return rows.length > 0;
      });
      stopping.abort();
      await expect(running).rejects.toThrow('aborted');
    });
    expect(await analysis.statuses()).toEqual(['running']);
  });
});
