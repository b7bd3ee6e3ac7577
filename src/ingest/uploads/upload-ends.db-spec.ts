import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import type { IngestReport } from '../ingest-report.js';
import type { UploadFiles } from './upload-files.repository.js';
import type { Uploads } from './uploads.repository.js';
import { deleteUploads, fileReport, filesIn, uploadsOn, reportOf, spooledFile } from './uploads.fixture.js';

const account = { id: '11111111-1111-4111-8111-111111111111', name: 'alice' };
const run = '22222222-2222-4222-8222-222222222222';
const start = '2026-10-01T12:00:00.000Z';

const fault = (list: string | null, field: string | null, reason: string) => ({
  path: 'users.json',
  list,
  record: list === null ? null : 3,
  field,
  reason,
});

describe('the end of uploads', () => {
  let test: TestDatabase;
  let uploads: Uploads;
  let files: UploadFiles;
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
    await deleteUploads(test.database);
    clock = new FakeClock(start);
    asked = 0;
    ({ uploads, files } = uploadsOn(test.database, clock));
  });

  const statusOf = async (id: number) => (await uploads.find(id))?.status;

  it('is complete at once without files', async () => {
    const { id } = await uploads.start(account);
    const ended = { status: 'complete', statusMessage: 'no file was sent', finishedAt: clock.now() };
    expect(await uploads.end(id)).toMatchObject(ended);
    await uploads.continueAfterFiles(id, ask);
    expect(await uploads.find(id)).toMatchObject(ended);
    expect(asked).toBe(0);
  });

  it('waits for the last file, then for one analysis, also if finished concurrently', async () => {
    const { id } = await uploads.start(account);
    const ids = [await uploads.addFile(id, spooledFile()), await uploads.addFile(id, spooledFile())];
    await uploads.end(id);
    for (const fileId of ids) {
      await uploads.continueAfterFiles(id, ask);
      expect(await statusOf(id)).toBe('ingesting');
      await files.take(fileId);
      await files.finish(fileId, reportOf(fileReport()));
    }
    expect(asked).toBe(0);
    await Promise.all(Array.from({ length: 8 }, () => uploads.continueAfterFiles(id, ask)));
    expect(asked).toBe(1);
    expect(await uploads.find(id)).toMatchObject({ status: 'analyzing', analysisRunId: run, finishedAt: null });
    clock.advance(1000);
    await uploads.finishAnalysed(run, { failure: null }, test.database);
    const end = { status: 'complete', statusMessage: 'all files were read: 2', finishedAt: clock.now() };
    expect(await uploads.find(id)).toMatchObject(end);
    clock.advance(1000);
    await uploads.finishAnalysed(run, { failure: 'late' }, test.database);
    await uploads.continueAfterFiles(id, ask);
    expect(await uploads.find(id)).toMatchObject(end);
    expect(asked).toBe(1);
  });

  it('says what faults left out or replaced', async () => {
    const faults = [
      fault('data', null, 'has bytes that are no text in its encoding; U+FFFD stands in their place'),
      fault('data', null, 'is not valid JSON: unexpected "o" at byte 100'),
      fault('data', 'ObjectIdentifier', 'is missing or empty; the record is left out'),
      fault('graph.nodes', 'kinds', 'expected a list of at most 3 kinds; the node is left out'),
      fault('graph.nodes', null, 'kind "K": it is more than the 100 that an upload may add (MAX_KINDS_PER_UPLOAD)'),
      fault('graph.edges', 'kind', 'expected 1 to 256 letters, digits and _; the edge is left out'),
      fault('graph.edges', null, 'source: no node has name = "A"; it is tried again when further data has come'),
      fault('data', 'PrimaryGroupSID', 'expected a text'),
      fault(null, 'meta.version', 'is 9, which is not known; the records were read as of version 6'),
    ];
    const { id } = await uploads.start(account);
    const fileId = await uploads.addFile(id, spooledFile());
    await uploads.end(id);
    await files.take(fileId);
    await files.finish(fileId, reportOf(fileReport({ faultCount: faults.length, faults })));
    await uploads.continueAfterFiles(id, ask);
    await uploads.finishAnalysed(run, { failure: null }, test.database);
    expect(await uploads.find(id)).toMatchObject({
      status: 'complete',
      statusMessage:
        'all files were read: 1; records with replaced letters: 1, nodes left out: 2, edges left out: 1, records left out: 2',
    });
  });

  it('is reached also if the process that read the last file died', async () => {
    const [one, other] = [await uploads.start(account), await uploads.start(account)];
    const fileId = await uploads.addFile(one.id, spooledFile());
    await uploads.addFile(other.id, spooledFile());
    await uploads.end(one.id);
    await uploads.end(other.id);
    await files.take(fileId);
    await files.finish(fileId, reportOf(fileReport()));
    await uploads.continueStalled(ask);
    expect([await statusOf(one.id), await statusOf(other.id)]).toEqual(['analyzing', 'ingesting']);
  });

  it('does not change the state if the request of the analysis fails', async () => {
    const { id } = await uploads.start(account);
    const fileId = await uploads.addFile(id, spooledFile());
    await uploads.end(id);
    await files.take(fileId);
    await files.finish(fileId, reportOf(fileReport()));
    await expect(uploads.continueAfterFiles(id, () => Promise.reject(new Error('no queue')))).rejects.toThrow(
      'no queue',
    );
    expect(await statusOf(id)).toBe('ingesting');
  });

  async function jobOf(...reports: (IngestReport | string)[]): Promise<number> {
    const { id } = await uploads.start(account);
    const ids = [];
    for (const _ of reports) ids.push(await uploads.addFile(id, spooledFile()));
    await uploads.end(id);
    for (const [index, fileId] of ids.entries()) {
      await files.take(fileId);
      await files.finish(fileId, reports[index]!);
    }
    await uploads.continueAfterFiles(id, ask);
    return id;
  }

  const failed = fileReport({
    status: 'failed',
    faultCount: 1,
    faults: [{ path: 'users.json', list: null, record: null, field: null, reason: 'is no JSON' }],
  });

  it('is failed, without an analysis, if no file could be read', async () => {
    const id = await jobOf(reportOf(failed), 'the disk is gone', reportOf());
    expect(await uploads.find(id)).toMatchObject({ status: 'failed', statusMessage: 'no file could be read: 3' });
    expect(asked).toBe(0);
    expect((await filesIn(test.database)).map(({ status, reason }) => [status, reason])).toEqual([
      ['failed', 'is no JSON'],
      ['failed', 'the disk is gone'],
      ['failed', 'there is nothing in it'],
    ]);
  });

  it('is partially complete if some files or the analysis failed', async () => {
    const some = await jobOf(reportOf(fileReport()), reportOf(failed));
    await uploads.finishAnalysed(run, { failure: null }, test.database);
    expect(await uploads.find(some)).toMatchObject({
      status: 'partially_complete',
      statusMessage: 'of 2 files 1 failed and 0 are incomplete',
    });
    const all = await jobOf(reportOf(fileReport()));
    await uploads.finishAnalysed(run, { failure: 'it broke' }, test.database);
    expect(await uploads.find(all)).toMatchObject({
      status: 'partially_complete',
      statusMessage: 'all files were read: 1; the analysis failed: it broke',
    });
  });

  it('is a timeout if nothing is sent, and the files are kept', async () => {
    const [empty, full, busy] = [
      await uploads.start(account),
      await uploads.start(account),
      await uploads.start(account),
    ];
    const fileId = await uploads.addFile(full.id, spooledFile());
    clock.advance(60_000);
    await uploads.touch(busy.id);
    expect(await uploads.timeOutIdle()).toEqual([]);
    clock.advance(1);
    expect((await uploads.timeOutIdle()).map(({ id }) => id)).toEqual([empty.id, full.id]);
    expect(await uploads.find(empty.id)).toMatchObject({
      status: 'timed_out',
      statusMessage: 'nothing was sent for 60 s; no file was sent',
      finishedAt: clock.now(),
    });
    expect(await uploads.find(full.id)).toMatchObject({
      status: 'ingesting',
      statusMessage: 'nothing was sent for 60 s',
    });
    expect(await statusOf(busy.id)).toBe('running');
    await files.take(fileId);
    await files.finish(fileId, reportOf(fileReport()));
    await uploads.continueAfterFiles(full.id, ask);
    expect(await statusOf(full.id)).toBe('analyzing');
    await uploads.finishAnalysed(run, { failure: null }, test.database);
    expect(await uploads.find(full.id)).toMatchObject({
      status: 'timed_out',
      statusMessage: 'nothing was sent for 60 s; all files were read: 1',
    });
  });
});
