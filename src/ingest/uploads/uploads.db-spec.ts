import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import type { UploadFiles } from './upload-files.repository.js';
import type { Uploads } from './uploads.repository.js';
import { deleteUploads, fileReport, filesIn, uploadsOn, reportOf, spooledFile } from './uploads.fixture.js';

const account = { id: '11111111-1111-4111-8111-111111111111', name: 'alice' };
const start = '2026-10-01T12:00:00.000Z';

describe('the files of uploads', () => {
  let test: TestDatabase;
  let uploads: Uploads;
  let files: UploadFiles;
  let clock: FakeClock;

  beforeAll(async () => {
    test = await testDatabase();
  });
  afterAll(() => test.drop());
  beforeEach(async () => {
    await deleteUploads(test.database);
    clock = new FakeClock(start);
    ({ uploads, files } = uploadsOn(test.database, clock));
  });

  const statusOf = async (id: number) => (await uploads.find(id))?.status;
  const queued = () => test.database.query<{ payload: unknown }>('SELECT payload FROM graphile_worker._private_jobs');

  it('start in the state running, with their account', async () => {
    const upload = await uploads.start(account);
    expect(upload).toEqual({
      id: 1,
      kind: 'upload',
      account,
      status: 'running',
      statusMessage: '',
      startedAt: new Date(start),
      finishedAt: null,
      analysisRunId: null,
    });
    expect(await uploads.find(1)).toEqual(upload);
    expect(await uploads.find(2)).toBeNull();
  });

  it('start up to a number of an account that are not ended, also at the same time', async () => {
    const starts = await Promise.allSettled(Array.from({ length: 6 }, () => uploads.start(account)));
    const message =
      'file-upload: the account alice has 3 uploads that are not ended and MAX_OPEN_UPLOADS_PER_ACCOUNT allows 3; end one first';
    const refused = starts.flatMap((it) => (it.status === 'rejected' ? [String(it.reason)] : []));
    expect(refused).toEqual(Array.from({ length: 3 }, () => `ConflictError: ${message}`));
    expect(await uploads.start({ id: '22222222-2222-4222-8222-222222222222', name: 'bob' })).toMatchObject({ id: 4 });
    await uploads.end(1);
    expect(await uploads.start(account)).toMatchObject({ id: 5 });
  });

  it('add a file and its task, or neither', async () => {
    const { id } = await uploads.start(account);
    clock.advance(5000);
    const fileId = await uploads.addFile(id, spooledFile({ spoolKey: 'k1' }));
    expect(await queued()).toEqual([{ payload: { fileId } }]);
    const [upload] = await test.database.query('SELECT last_activity_at AS at FROM upload');
    expect(upload).toEqual({ at: clock.now() });
    await expect(uploads.addFile(id, spooledFile({ spoolKey: 'k1' }))).rejects.toThrow('upload_file_spool_key');
    expect(await queued()).toHaveLength(1);
    expect(await filesIn(test.database)).toMatchObject([{ status: 'queued', key: 'k1' }]);
    expect(await files.knownSpoolKeys(['k0', 'k1'])).toEqual(['k1']);
  });

  it('refuse files after the end, with their status', async () => {
    const { id } = await uploads.start(account);
    await uploads.addFile(id, spooledFile());
    expect(await uploads.end(id)).toMatchObject({ status: 'ingesting', finishedAt: null });
    expect(await test.database.query('SELECT ended_at AS at FROM upload')).toEqual([{ at: clock.now() }]);
    const refusal = 'status: the upload is ingesting; only a running upload accepts files and can be ended';
    await expect(uploads.addFile(id, spooledFile())).rejects.toThrow(refusal);
    await expect(uploads.touch(id)).rejects.toThrow(refusal);
    await expect(uploads.end(id)).rejects.toThrow(refusal);
    await expect(uploads.end(99)).rejects.toThrow('upload: there is no upload 99');
  });

  it('return a file to each reader until it is finished', async () => {
    const { id } = await uploads.start(account);
    const file = spooledFile();
    const fileId = await uploads.addFile(id, file);
    const { name, spoolKey, size } = file;
    const attempt = { attempts: 1, failures: 0, deaths: 0 };
    const sender = account.id;
    expect(await files.take(fileId)).toEqual({
      id: fileId,
      uploadId: id,
      sender,
      name,
      spoolKey,
      size,
      ...attempt,
    });
    await files.progress(fileId, 5, 20);
    expect(await filesIn(test.database)).toMatchObject([{ status: 'reading', done: 5, total: 20 }]);
    expect(await files.take(fileId)).toMatchObject({ attempts: 2, deaths: 1 });
    expect(await filesIn(test.database)).toMatchObject([{ status: 'reading', done: 0, attempts: 2 }]);
    expect(await uploads.hasUnreadFiles()).toBe(true);
    await files.progress(fileId, 7, 20);
    expect(await files.finish(fileId, reportOf(fileReport()))).toEqual({ spoolKey });
    expect(await files.take(fileId)).toBeNull();
    await files.progress(fileId, 1, 20);
    expect(await filesIn(test.database)).toEqual([
      { status: 'complete', reason: null, attempts: 2, done: 20, total: 20, key: null },
    ]);
    expect(await uploads.hasUnreadFiles()).toBe(false);
    expect(await files.take('99')).toBeNull();
    expect(await files.finish('99', 'x')).toBeNull();
  });

  it('store the result of each payload with its path in the ZIP', async () => {
    const { id } = await uploads.start(account);
    const fileId = await uploads.addFile(id, spooledFile({ name: 'all!.zip', media: 'zip' }));
    await files.take(fileId);
    const fault = { path: 'all!.zip!b.json', list: 'data', record: 3, field: 'a\0\uD800', reason: 'is wrong' };
    const broken = fileReport({ path: 'all!.zip!x/b.json', status: 'incomplete', faultCount: 9, faults: [fault] });
    await files.finish(
      fileId,
      reportOf(fileReport({ path: 'all!.zip!a.json' }), { ...broken, changes: null, ignored: { 'Odd\0': 1 } }),
    );
    const columns = 'path, status, format, type, records, nodes, edges, ignored, changes, fault_count, faults';
    const rows = await test.database.query(`SELECT ${columns} FROM upload_payload ORDER BY id`);
    const same = { format: 'sharphound', type: 'users', records: 2, nodes: { User: 2 }, edges: { MemberOf: 3 } };
    const { changes } = fileReport();
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
    expect(await filesIn(test.database)).toMatchObject([
      { status: 'incomplete', reason: '1 of 2 files in it failed or broke off' },
    ]);
  });

  it('finish each file once, also concurrently', async () => {
    const { id } = await uploads.start(account);
    const fileId = await uploads.addFile(id, spooledFile({ spoolKey: 'k1' }));
    await files.take(fileId);
    const done = await Promise.all(Array.from({ length: 8 }, () => files.finish(fileId, reportOf(fileReport()))));
    expect(done.filter((file) => file?.spoolKey === 'k1')).toHaveLength(1);
    expect(done.filter((file) => file?.spoolKey === null)).toHaveLength(7);
    expect(await test.database.query('SELECT status FROM upload_payload')).toEqual([{ status: 'complete' }]);
  });

  it('either add a file or end before it, if both happen concurrently', async () => {
    for (let turn = 0; turn < 10; turn++) {
      const { id } = await uploads.start(account);
      const [added, ended] = await Promise.allSettled([uploads.addFile(id, spooledFile()), uploads.end(id)]);
      expect(ended.status).toBe('fulfilled');
      expect(await statusOf(id)).toBe(added.status === 'fulfilled' ? 'ingesting' : 'complete');
    }
  });
});
