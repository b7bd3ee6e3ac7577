import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import type { IngestReport } from '../ingest-report.js';
import { fileReport } from './file-report.fixture.js';
import type { Uploads } from './uploads.js';
import { filesIn, forgetIngestJobs, uploadsOn, reportOf, spooledFile } from './uploads.fixture.js';

const account = { id: '11111111-1111-4111-8111-111111111111', name: 'alice' };
const run = '22222222-2222-4222-8222-222222222222';
const start = '2026-10-01T12:00:00.000Z';

describe('the end of ingest jobs', () => {
  let test: TestDatabase;
  let jobs: Uploads;
  let clock: FakeClock;
  let asked: number;

  const ask = async () => {
    asked++;
    return run;
  };

  beforeAll(async () => {
    test = await testDatabase();
  });
  afterAll(() => test.drop());
  beforeEach(async () => {
    await forgetIngestJobs(test.database);
    clock = new FakeClock(start);
    asked = 0;
    jobs = uploadsOn(test.database, clock);
  });

  const statusOf = async (id: number) => (await jobs.find(id))?.status;

  it('are complete at once where they end without a file', async () => {
    const { id } = await jobs.start(account);
    const ended = { status: 'complete', statusMessage: 'no file was sent', finishedAt: clock.now() };
    expect(await jobs.end(id)).toMatchObject(ended);
    await jobs.settle(id, ask);
    expect(await jobs.find(id)).toMatchObject(ended);
    expect(asked).toBe(0);
  });

  it('wait for their last file, then for one analysis, however many settle them', async () => {
    const { id } = await jobs.start(account);
    const ids = [await jobs.addFile(id, spooledFile()), await jobs.addFile(id, spooledFile())];
    await jobs.end(id);
    for (const fileId of ids) {
      await jobs.settle(id, ask);
      expect(await statusOf(id)).toBe('ingesting');
      await jobs.takeFile(fileId);
      await jobs.finishFile(fileId, reportOf(fileReport()));
    }
    expect(asked).toBe(0);
    await Promise.all(Array.from({ length: 8 }, () => jobs.settle(id, ask)));
    expect(asked).toBe(1);
    expect(await jobs.find(id)).toMatchObject({ status: 'analyzing', analysisRunId: run, finishedAt: null });
    clock.advance(1000);
    await jobs.finishAnalysed(run, { failure: null });
    const end = { status: 'complete', statusMessage: 'all files were read: 2', finishedAt: clock.now() };
    expect(await jobs.find(id)).toMatchObject(end);
    clock.advance(1000);
    await jobs.finishAnalysed(run, { failure: 'late' });
    await jobs.settle(id, ask);
    expect(await jobs.find(id)).toMatchObject(end);
    expect(asked).toBe(1);
  });

  it('are settled also where their reader died before he could', async () => {
    const [one, other] = [await jobs.start(account), await jobs.start(account)];
    const fileId = await jobs.addFile(one.id, spooledFile());
    await jobs.addFile(other.id, spooledFile());
    await jobs.end(one.id);
    await jobs.end(other.id);
    await jobs.takeFile(fileId);
    await jobs.finishFile(fileId, reportOf(fileReport()));
    await jobs.settleLeft(ask);
    expect([await statusOf(one.id), await statusOf(other.id)]).toEqual(['analyzing', 'ingesting']);
  });

  it('stay as they were where asking for the analysis fails', async () => {
    const { id } = await jobs.start(account);
    const fileId = await jobs.addFile(id, spooledFile());
    await jobs.end(id);
    await jobs.takeFile(fileId);
    await jobs.finishFile(fileId, reportOf(fileReport()));
    await expect(jobs.settle(id, () => Promise.reject(new Error('no queue')))).rejects.toThrow('no queue');
    expect(await statusOf(id)).toBe('ingesting');
  });

  async function jobOf(...reports: (IngestReport | string)[]): Promise<number> {
    const { id } = await jobs.start(account);
    const ids = [];
    for (const _ of reports) ids.push(await jobs.addFile(id, spooledFile()));
    await jobs.end(id);
    for (const [index, fileId] of ids.entries()) {
      await jobs.takeFile(fileId);
      await jobs.finishFile(fileId, reports[index]!);
    }
    await jobs.settle(id, ask);
    return id;
  }

  const failed = fileReport({
    status: 'failed',
    faultCount: 1,
    faults: [{ path: 'users.json', list: null, record: null, field: null, reason: 'is no JSON' }],
  });

  it('fail without an analysis where nothing of any file could be read', async () => {
    const id = await jobOf(reportOf(failed), 'the disk is gone', reportOf());
    expect(await jobs.find(id)).toMatchObject({ status: 'failed', statusMessage: 'no file could be read: 3' });
    expect(asked).toBe(0);
    expect((await filesIn(test.database)).map(({ status, reason }) => [status, reason])).toEqual([
      ['failed', 'is no JSON'],
      ['failed', 'the disk is gone'],
      ['failed', 'there is nothing in it'],
    ]);
  });

  it('are partially complete where some failed, and where the analysis failed', async () => {
    const some = await jobOf(reportOf(fileReport()), reportOf(failed));
    await jobs.finishAnalysed(run, { failure: null });
    expect(await jobs.find(some)).toMatchObject({
      status: 'partially_complete',
      statusMessage: 'of 2 files 1 failed and 0 are incomplete',
    });
    const all = await jobOf(reportOf(fileReport()));
    await jobs.finishAnalysed(run, { failure: 'it broke' });
    expect(await jobs.find(all)).toMatchObject({
      status: 'partially_complete',
      statusMessage: 'all files were read: 1; the analysis failed',
    });
  });

  it('time out when they are silent, and keep what they have', async () => {
    const [empty, full, busy] = [await jobs.start(account), await jobs.start(account), await jobs.start(account)];
    const fileId = await jobs.addFile(full.id, spooledFile());
    clock.advance(60_000);
    await jobs.touch(busy.id);
    expect(await jobs.timeOutSilent()).toEqual([]);
    clock.advance(1);
    expect((await jobs.timeOutSilent()).map(({ id }) => id)).toEqual([empty.id, full.id]);
    expect(await jobs.find(empty.id)).toMatchObject({
      status: 'timed_out',
      statusMessage: 'nothing was sent for 60 s; no file was sent',
      finishedAt: clock.now(),
    });
    expect(await jobs.find(full.id)).toMatchObject({ status: 'ingesting', statusMessage: 'nothing was sent for 60 s' });
    expect(await statusOf(busy.id)).toBe('running');
    await jobs.takeFile(fileId);
    await jobs.finishFile(fileId, reportOf(fileReport()));
    await jobs.settle(full.id, ask);
    expect(await statusOf(full.id)).toBe('analyzing');
    await jobs.finishAnalysed(run, { failure: null });
    expect(await jobs.find(full.id)).toMatchObject({
      status: 'timed_out',
      statusMessage: 'nothing was sent for 60 s; all files were read: 1',
    });
  });
});
