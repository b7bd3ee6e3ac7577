import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { loadSettings } from '../../config/load-settings.js';
import { GraphileTaskQueue } from '../../queue/graphile-task-queue.js';
import type { FileReport, IngestReport } from '../ingest-report.js';
import { IngestFilesRepository } from './ingest-files.repository.js';
import type { SpooledFile } from './ingest-job.js';
import { IngestJobs } from './ingest-jobs.js';
import { IngestJobListeners } from './ingest-job-listeners.js';
import { IngestJobsRepository } from './ingest-jobs.repository.js';

const account = { id: '11111111-1111-4111-8111-111111111111', name: 'alice' };
const run = '22222222-2222-4222-8222-222222222222';
const start = '2026-10-01T12:00:00.000Z';

function spooled(changes: Partial<SpooledFile> = {}): SpooledFile {
  return { name: 'users.json', media: 'json', spoolKey: `key-${Math.random()}`, size: 10, sha256: 'ab', ...changes };
}

function payload(changes: Partial<FileReport> = {}): FileReport {
  return {
    path: 'users.json',
    status: 'complete',
    format: 'sharphound',
    type: 'users',
    records: 2,
    nodes: { User: 2 },
    edges: { MemberOf: 3 },
    ignored: {},
    environments: {},
    changes: { nodesCreated: 2, nodesChanged: 0, edgesCreated: 3, edgesChanged: 0, edgesRemoved: 0 },
    faultCount: 0,
    faults: [],
    ...changes,
  };
}

function reportOf(...files: FileReport[]): IngestReport {
  return { files, complete: files.every(({ status }) => status === 'complete') };
}

describe('IngestJobs', () => {
  let test: TestDatabase;
  let jobs: IngestJobs;
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
    await test.database.query('TRUNCATE ingest_job, ingest_file, ingest_payload RESTART IDENTITY');
    await test.database.query('TRUNCATE graphile_worker._private_jobs');
    clock = new FakeClock(start);
    asked = 0;
    const repository = new IngestJobsRepository(test.database, new IngestJobListeners());
    const files = new IngestFilesRepository(test.database, repository);
    const queue = new GraphileTaskQueue(test.database);
    jobs = new IngestJobs(repository, files, queue, loadSettings({ UPLOAD_TIMEOUT: '60' }), clock);
  });

  const filesOf = () =>
    test.database.query<Record<string, unknown>>(
      `SELECT status, reason, attempts, bytes_done::integer AS done, bytes_total::integer AS total, spool_key AS key
       FROM ingest_file ORDER BY id`,
    );
  const statusOf = async (id: number) => (await jobs.find(id))?.status;
  const queued = () => test.database.query<{ payload: unknown }>('SELECT payload FROM graphile_worker._private_jobs');

  it('start running, with who started them', async () => {
    const job = await jobs.start(account);
    expect(job).toEqual({
      id: 1,
      kind: 'upload',
      account,
      status: 'running',
      statusMessage: '',
      startedAt: new Date(start),
      lastActivityAt: new Date(start),
      endedAt: null,
      finishedAt: null,
      analysisRunId: null,
    });
    expect(await jobs.find(1)).toEqual(job);
    expect(await jobs.find(2)).toBeNull();
  });

  it('take a file and the task that reads it, or neither', async () => {
    const { id } = await jobs.start(account);
    clock.advance(5000);
    const fileId = await jobs.addFile(id, spooled({ spoolKey: 'k1' }));
    expect(await queued()).toEqual([{ payload: { fileId } }]);
    expect((await jobs.find(id))?.lastActivityAt).toEqual(clock.now());
    await expect(jobs.addFile(id, spooled({ spoolKey: 'k1' }))).rejects.toThrow('ingest_file_spool_key');
    expect(await queued()).toHaveLength(1);
    expect(await filesOf()).toMatchObject([{ status: 'queued', key: 'k1' }]);
    expect(await jobs.knownSpoolKeys(['k0', 'k1'])).toEqual(['k1']);
  });

  it('take no more once they have ended, and say in which state they are', async () => {
    const { id } = await jobs.start(account);
    await jobs.addFile(id, spooled());
    expect(await jobs.end(id)).toMatchObject({ status: 'ingesting', endedAt: clock.now(), finishedAt: null });
    const refusal = 'status: the job is ingesting; only one that is running takes files and can be ended';
    await expect(jobs.addFile(id, spooled())).rejects.toThrow(refusal);
    await expect(jobs.touch(id)).rejects.toThrow(refusal);
    await expect(jobs.end(id)).rejects.toThrow(refusal);
    await expect(jobs.end(99)).rejects.toThrow('job: there is no job 99');
  });

  it('are complete at once where they end without a file', async () => {
    const { id } = await jobs.start(account);
    const ended = { status: 'complete', statusMessage: 'no file was sent', finishedAt: clock.now() };
    expect(await jobs.end(id)).toMatchObject(ended);
    await jobs.settle(id, ask);
    expect(await jobs.find(id)).toMatchObject(ended);
    expect(asked).toBe(0);
  });

  it('give a file to whoever takes it, once more where it was not finished, and no more where it was', async () => {
    const { id } = await jobs.start(account);
    const file = spooled();
    const fileId = await jobs.addFile(id, file);
    expect(await jobs.takeFile(fileId)).toEqual({ ...file, id: fileId, jobId: id, attempts: 1 });
    await jobs.progress(fileId, 5, 20);
    expect(await filesOf()).toMatchObject([{ status: 'reading', done: 5, total: 20 }]);
    expect(await jobs.takeFile(fileId)).toMatchObject({ attempts: 2 });
    expect(await filesOf()).toMatchObject([{ status: 'reading', done: 0, attempts: 2 }]);
    expect(await jobs.isFilesLeft()).toBe(true);
    await jobs.progress(fileId, 7, 20);
    expect(await jobs.finishFile(fileId, reportOf(payload()))).toEqual({ jobId: id, spoolKey: file.spoolKey });
    expect(await jobs.takeFile(fileId)).toBeNull();
    await jobs.progress(fileId, 1, 20);
    expect(await filesOf()).toEqual([
      { status: 'complete', reason: null, attempts: 2, done: 20, total: 20, key: null },
    ]);
    expect(await jobs.isFilesLeft()).toBe(false);
    expect(await jobs.takeFile('99')).toBeNull();
    expect(await jobs.finishFile('99', 'x')).toBeNull();
  });

  it('keep what came of each payload, with its path inside the ZIP', async () => {
    const { id } = await jobs.start(account);
    const fileId = await jobs.addFile(id, spooled({ name: 'all!.zip', media: 'zip' }));
    await jobs.takeFile(fileId);
    const fault = { path: 'all!.zip!b.json', list: 'data', record: 3, field: 'a\0\uD800', reason: 'is wrong' };
    const broken = payload({ path: 'all!.zip!x/b.json', status: 'incomplete', faultCount: 9, faults: [fault] });
    await jobs.finishFile(
      fileId,
      reportOf(payload({ path: 'all!.zip!a.json' }), { ...broken, changes: null, ignored: { 'Odd\0': 1 } }),
    );
    const columns = 'path, status, format, type, records, nodes, edges, ignored, changes, fault_count, faults';
    const rows = await test.database.query(`SELECT ${columns} FROM ingest_payload ORDER BY id`);
    const same = { format: 'sharphound', type: 'users', records: 2, nodes: { User: 2 }, edges: { MemberOf: 3 } };
    const changes = { nodesCreated: 2, nodesChanged: 0, edgesCreated: 3, edgesChanged: 0, edgesRemoved: 0 };
    expect(rows).toEqual([
      { ...same, path: 'a.json', status: 'complete', ignored: {}, changes, fault_count: 0, faults: [] },
      {
        ...same,
        path: 'x/b.json',
        status: 'incomplete',
        ignored: { 'Odd\uFFFD': 1 },
        changes: null,
        fault_count: 9,
        faults: [{ list: 'data', record: 3, field: 'a\uFFFD\uFFFD', reason: 'is wrong' }],
      },
    ]);
    expect(await filesOf()).toMatchObject([{ status: 'incomplete', reason: '1 of 2 files in it failed or broke off' }]);
  });

  it('have each file finished once, however many finish it at the same time', async () => {
    const { id } = await jobs.start(account);
    const fileId = await jobs.addFile(id, spooled({ spoolKey: 'k1' }));
    await jobs.takeFile(fileId);
    const done = await Promise.all(Array.from({ length: 8 }, () => jobs.finishFile(fileId, reportOf(payload()))));
    expect(done.map((file) => file?.jobId)).toEqual(Array.from({ length: 8 }, () => id));
    expect(done.filter((file) => file?.spoolKey === 'k1')).toHaveLength(1);
    expect(await test.database.query('SELECT status FROM ingest_payload')).toEqual([{ status: 'complete' }]);
  });

  it('wait for their last file, then for one analysis, however many settle them', async () => {
    const { id } = await jobs.start(account);
    const ids = [await jobs.addFile(id, spooled()), await jobs.addFile(id, spooled())];
    await jobs.end(id);
    for (const fileId of ids) {
      await jobs.settle(id, ask);
      expect(await statusOf(id)).toBe('ingesting');
      await jobs.takeFile(fileId);
      await jobs.finishFile(fileId, reportOf(payload()));
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
    const fileId = await jobs.addFile(one.id, spooled());
    await jobs.addFile(other.id, spooled());
    await jobs.end(one.id);
    await jobs.end(other.id);
    await jobs.takeFile(fileId);
    await jobs.finishFile(fileId, reportOf(payload()));
    await jobs.settleLeft(ask);
    expect([await statusOf(one.id), await statusOf(other.id)]).toEqual(['analyzing', 'ingesting']);
  });

  it('stay as they were where asking for the analysis fails', async () => {
    const { id } = await jobs.start(account);
    const fileId = await jobs.addFile(id, spooled());
    await jobs.end(id);
    await jobs.takeFile(fileId);
    await jobs.finishFile(fileId, reportOf(payload()));
    await expect(jobs.settle(id, () => Promise.reject(new Error('no queue')))).rejects.toThrow('no queue');
    expect(await statusOf(id)).toBe('ingesting');
  });

  async function jobOf(...reports: (IngestReport | string)[]): Promise<number> {
    const { id } = await jobs.start(account);
    const ids = [];
    for (const _ of reports) ids.push(await jobs.addFile(id, spooled()));
    await jobs.end(id);
    for (const [index, fileId] of ids.entries()) {
      await jobs.takeFile(fileId);
      await jobs.finishFile(fileId, reports[index]!);
    }
    await jobs.settle(id, ask);
    return id;
  }

  const failed = payload({
    status: 'failed',
    faultCount: 1,
    faults: [{ path: 'users.json', list: null, record: null, field: null, reason: 'is no JSON' }],
  });

  it('fail without an analysis where nothing of any file could be read', async () => {
    const id = await jobOf(reportOf(failed), 'the disk is gone', reportOf());
    expect(await jobs.find(id)).toMatchObject({ status: 'failed', statusMessage: 'no file could be read: 3' });
    expect(asked).toBe(0);
    expect((await filesOf()).map(({ status, reason }) => [status, reason])).toEqual([
      ['failed', 'is no JSON'],
      ['failed', 'the disk is gone'],
      ['failed', 'there is nothing in it'],
    ]);
  });

  it('are partially complete where some failed, and where the analysis failed', async () => {
    const some = await jobOf(reportOf(payload()), reportOf(failed));
    await jobs.finishAnalysed(run, { failure: null });
    expect(await jobs.find(some)).toMatchObject({
      status: 'partially_complete',
      statusMessage: 'of 2 files 1 failed and 0 are incomplete',
    });
    const all = await jobOf(reportOf(payload()));
    await jobs.finishAnalysed(run, { failure: 'it broke' });
    expect(await jobs.find(all)).toMatchObject({
      status: 'partially_complete',
      statusMessage: 'all files were read: 1; the analysis failed',
    });
  });

  it('time out when they are silent, and keep what they have', async () => {
    const [empty, full, busy] = [await jobs.start(account), await jobs.start(account), await jobs.start(account)];
    const fileId = await jobs.addFile(full.id, spooled());
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
    await jobs.finishFile(fileId, reportOf(payload()));
    await jobs.settle(full.id, ask);
    expect(await statusOf(full.id)).toBe('analyzing');
    await jobs.finishAnalysed(run, { failure: null });
    expect(await jobs.find(full.id)).toMatchObject({
      status: 'timed_out',
      statusMessage: 'nothing was sent for 60 s; all files were read: 1',
    });
  });

  it('either take a file or have ended before it, whoever comes first', async () => {
    for (let turn = 0; turn < 10; turn++) {
      const { id } = await jobs.start(account);
      const [added, ended] = await Promise.allSettled([jobs.addFile(id, spooled()), jobs.end(id)]);
      expect(ended.status).toBe('fulfilled');
      expect(await statusOf(id)).toBe(added.status === 'fulfilled' ? 'ingesting' : 'complete');
    }
  });
});
