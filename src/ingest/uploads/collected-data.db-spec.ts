import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sqlIn } from '../../database/database.js';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { BackgroundWork } from '../../queue/background-work.js';
import type { FileReport } from '../ingest-report.js';
import { CollectedDataRepository } from './collected-data.repository.js';
import type { UploadFiles } from './upload-files.repository.js';
import { uploadChanged, type Uploads } from './uploads.repository.js';
import { deleteUploads, fileReport, reportOf, spooledFile, uploadsOn } from './uploads.fixture.js';

const run = '22222222-2222-4222-8222-222222222222';

const spooled = (sha256: string, name = `${sha256}.json`) => spooledFile({ name, sha256 });

function payload(changes: Partial<FileReport> = {}): FileReport {
  return fileReport({ nodes: {}, edges: {}, changes: null, ...changes });
}

describe('uploads of jobs', () => {
  let test: TestDatabase;
  let uploads: Uploads;
  let files: UploadFiles;
  let collected: CollectedDataRepository;
  let background: BackgroundWork;
  let clock: FakeClock;

  beforeAll(async () => {
    test = await testDatabase();
    collected = new CollectedDataRepository(test.database);
    await test.database.query(
      `INSERT INTO node (objectid, kind, kinds, name, described, last_seen, props)
       SELECT 'S-2', id, ARRAY[id], 'A CORP', true, '2026-01-01', '{}' FROM kind WHERE name = 'Domain'`,
    );
  });
  afterAll(() => test.drop());
  beforeEach(async () => {
    await deleteUploads(test.database);
    clock = new FakeClock('2026-10-01T12:00:00Z');
    background = new BackgroundWork();
    ({ uploads, files } = uploadsOn(test.database, clock, background));
  });

  async function start(): Promise<number> {
    return (await uploads.startCollection('one', test.database)).id;
  }

  async function add(uploadId: number, name: string, ...payloads: FileReport[]): Promise<void> {
    const fileId = await uploads.addFile(uploadId, spooled(name, name));
    await files.take(fileId);
    await files.finish(fileId, reportOf(...payloads));
  }

  const count = async (what: string) =>
    (await test.database.query<{ n: number }>(`SELECT count(*)::integer AS n FROM ${what}`))[0]?.n;

  it('belong to no account and have no timeout', async () => {
    const id = await start();
    expect(await uploads.find(id)).toMatchObject({ kind: 'collection', account: { id: null, name: 'one' } });
    clock.advance(3_600_000);
    expect(await uploads.timeOutIdle()).toEqual([]);
    expect(await uploads.find(id)).toMatchObject({ status: 'running' });
  });

  it('store concurrent equal files once, and again in another upload', async () => {
    const [one, other] = [await start(), await start()];
    const added = await Promise.all(Array.from({ length: 8 }, () => uploads.addFileOnce(one, spooled('ab'))));
    expect(added.filter((it) => it === 'added')).toHaveLength(1);
    expect(added.filter((it) => it === 'known')).toHaveLength(7);
    expect(await uploads.addFileOnce(one, spooled('cd'))).toBe('added');
    expect(await uploads.addFileOnce(other, spooled('ab'))).toBe('added');
    expect([await count('upload_file'), await count('graphile_worker._private_jobs')]).toEqual([3, 3]);
    await uploads.end(one);
    expect(await uploads.addFileOnce(one, spooled('ab'))).toBe('closed');
  });

  it('send a signal for each new state, in the transaction of the change', async () => {
    const heard: string[] = [];
    let fails = true;
    background.on(uploadChanged, async ({ id, status }, tx) => {
      const [row] = await sqlIn(tx).query<{ status: string }>('SELECT status FROM upload WHERE id = $1', [id]);
      heard.push(`${status} ${row?.status}`);
      if (status === 'analyzing' && fails) throw new Error('away');
    });
    const id = await start();
    await add(id, 'a', payload());
    await uploads.end(id);
    const ask = () => Promise.resolve(run);
    await expect(uploads.continueAfterFiles(id, ask)).rejects.toThrow('away');
    expect(await uploads.find(id)).toMatchObject({ status: 'ingesting', analysisRunId: null });
    fails = false;
    await uploads.continueAfterFiles(id, ask);
    await uploads.finishAnalysed(run, { failure: null }, test.database);
    expect(heard).toEqual(['ingesting ingesting', 'analyzing analyzing', 'analyzing analyzing', 'complete complete']);
  });

  it('are summed up over their files, without failed payloads', async () => {
    const [id, other] = [await start(), await start()];
    expect(await collected.read(id, 10)).toEqual({ files: 0, failed: 0, environments: [], faults: [], faultCount: 0 });
    const fault = { path: '', list: 'data', record: 3, field: 'Members[0]', reason: 'wrong' };
    await add(
      id,
      'one.zip',
      payload({ path: 'one.zip!a', environments: { 'S-1': { User: 2, Group: 1 }, 'S-2': { User: 5 } } }),
      payload({
        path: 'one.zip!b',
        status: 'incomplete',
        environments: { 'S-1': { User: 3 } },
        faultCount: 7,
        faults: [fault, { ...fault, record: 4, field: null }],
      }),
    );
    await add(
      id,
      'two',
      payload({
        status: 'failed',
        environments: { 'S-1': { User: 100 }, 'S-3': { User: 1 } },
        faultCount: 1,
        faults: [{ path: '', list: null, record: null, field: null, reason: 'broken' }],
      }),
    );
    await add(other, 'three', payload({ environments: { 'S-1': { User: 1_000 } } }));
    const data = {
      files: 2,
      failed: 1,
      environments: [
        { id: 'S-2', name: 'A CORP', kinds: { User: 5 }, files: 1, broken: 0 },
        { id: 'S-1', name: 'S-1', kinds: { User: 5, Group: 1 }, files: 2, broken: 1 },
      ],
      faults: ['one.zip!b: data[3].Members[0]: wrong', 'one.zip!b: data[4]: wrong', 'two: broken'],
      faultCount: 8,
    };
    expect(await collected.read(id, 10)).toEqual(data);
    expect((await collected.read(id, 1)).faults).toEqual(data.faults.slice(0, 1));
  });
});
