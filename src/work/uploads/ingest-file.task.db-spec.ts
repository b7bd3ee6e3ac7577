import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { until } from '../../../test/support/until.js';
import { AnalysisRuns } from '../../analysis/runs/analysis-runs.js';
import { loadSettings } from '../../base/config/load-settings.js';
import { StorageUnavailableError } from '../../base/errors.js';
import { lockGraphForWriting } from '../../graph/store/graph-transaction.js';
import { UploadFiles } from '../../ingest/uploads/upload-files.repository.js';
import { Uploads } from '../../ingest/uploads/uploads.repository.js';
import { defaultReadLimits } from '../../ingest/reading/read-limits.fixture.js';
import { FolderStore } from '../../ingest/spool/folder-store.js';
import { Spool } from '../../ingest/spool/spool.js';
import { UploadDisk } from '../../ingest/spool/upload-disk.js';
import { FileReader } from '../../ingest/worker/file-reader.js';
import { ReadingConnections } from '../../ingest/worker/reading-connections.repository.js';
import { ReadingError } from '../../ingest/worker/reading-thread.js';
import { BackgroundWork } from '../../queue/background-work.js';
import { TaskQueue } from '../../queue/task-queue.js';
import { filesAtATime } from '../../queue/task-runner.js';
import { fileRead, IngestFileTask, type ReadFile } from './ingest-file.task.js';
import { UploadFinisher } from './finish-uploads.js';

const users = (...ids: string[]) =>
  JSON.stringify({ data: ids.map((ObjectIdentifier) => ({ ObjectIdentifier })), meta: { type: 'users', version: 6 } });

async function* bytes(text: string) {
  yield Buffer.from(text);
}

function run(task: IngestFileTask, fileId: string, signal = new AbortController().signal): Promise<void> {
  return task.run({ fileId }, { signal });
}

function failing(error: Error): Pick<FileReader, 'read'> {
  return {
    read: async () => {
      throw error;
    },
  };
}

describe('IngestFileTask', () => {
  let test: TestDatabase;
  let folder: string;
  let uploads: Uploads;
  let files: UploadFiles;
  let spool: Spool;
  let heard: ReadFile[];
  let taskWith: (reader: Pick<FileReader, 'read'>) => IngestFileTask;
  let reader: FileReader;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    test = await testDatabase();
    folder = await mkdtemp(join(tmpdir(), 'graphward-test-'));
    const { database } = test;
    const settings = loadSettings({ DATA_DIR: folder });
    const clock = new FakeClock();
    const queue = new TaskQueue(database);
    const background = new BackgroundWork();
    background.on(fileRead, (file) => heard.push(file));
    uploads = new Uploads(database, background, queue, settings, clock);
    files = new UploadFiles(database, clock);
    spool = new Spool(new FolderStore(folder), defaultReadLimits, new UploadDisk(settings));
    reader = new FileReader(settings, new ReadingConnections(database));
    const finisher = new UploadFinisher(uploads, new AnalysisRuns(database, queue, clock));
    taskWith = (it) => {
      heard = [];
      // A stand-in for the reader gives its failures only.
      return new IngestFileTask(files, finisher, spool, it as FileReader, background);
    };
  });
  afterAll(async () => {
    await reader.onModuleDestroy();
    await test.drop();
    await rm(folder, { recursive: true });
  });
  beforeEach(() => test.database.query('TRUNCATE upload, analysis_run, node CASCADE'));

  async function handIn(text: string): Promise<{ uploadId: number; fileId: string; spoolKey: string }> {
    const { id: uploadId } = await uploads.start({ id: null, name: 'ada' });
    const received = await spool.receive(bytes(text), { contentEncoding: undefined, announcedBytes: undefined });
    const fileId = await uploads.addFile(uploadId, { ...received, name: 'users.json' });
    await uploads.end(uploadId);
    return { uploadId, fileId, spoolKey: received.spoolKey };
  }

  const fileRow = async (fileId: string) =>
    (
      await test.database.query(
        'SELECT status, reason, attempts, bytes_done::int AS done, bytes_total::int AS total FROM upload_file WHERE id = $1',
        [fileId],
      )
    )[0];

  const ends = async (fileId: string) =>
    (await test.database.query('SELECT failures, interruptions FROM upload_file WHERE id = $1', [fileId]))[0];

  const askedBy = async () => {
    const rows = await test.database.query<{ by: string }>('SELECT requested_by AS by FROM analysis_run');
    return rows.map(({ by }) => by);
  };

  it('reads the file, stores the result and requests the analysis of its upload', async () => {
    const text = users('U1', 'U2');
    const { uploadId, fileId } = await handIn(text);
    await run(taskWith(reader), fileId);
    expect(await fileRow(fileId)).toEqual({
      status: 'complete',
      reason: null,
      attempts: 1,
      done: text.length,
      total: text.length,
    });
    expect((await uploads.find(uploadId))?.status).toBe('analyzing');
    expect(await readdir(folder)).toEqual([]);
    const payloads = [{ records: 2, faultCount: 0 }];
    expect(heard).toMatchObject([{ status: 'complete', size: text.length, payloads }]);
  });

  it('reads more files than threads in the same threads, and one again if another ends the thread of both', async () => {
    const threads = filesAtATime({ ingestWorkers: 0 });
    const settings = loadSettings({ INGEST_WORKERS: `${threads + 1}` });
    const shared = new FileReader(settings, new ReadingConnections(test.database));
    const path = join(folder, 'shared.json');
    await writeFile(path, users('U1', 'U2'));
    const file = await open(path);
    const stopped = new AbortController();
    const running = new AbortController();
    const read = (place: number) => {
      const { signal } = place === 0 ? stopped : running;
      return shared.read({ file: file.fd, name: path, sender: { uploadId: 1, sender: 'ada' } }, { signal });
    };
    const waiting = () =>
      test.database.query(`SELECT FROM pg_stat_activity WHERE datname = current_database()
        AND application_name LIKE 'graphward-ingest%' AND wait_event = 'advisory'`);
    const reports = await test.database.transaction(async (tx) => {
      await lockGraphForWriting(tx);
      const [first, ...others] = Array.from({ length: threads + 1 }, (_, place) => read(place));
      await until(async () => (await waiting()).length === threads);
      stopped.abort(new Error('it was stopped'));
      await expect(first).rejects.toThrow('it was stopped');
      return others;
    });
    expect((await Promise.all(reports)).map(({ complete }) => complete)).toEqual(reports.map(() => true));
    await shared.onModuleDestroy();
    await file.close();
    await rm(path);
  });

  it('does nothing for a finished file', async () => {
    const { fileId } = await handIn(users('U1'));
    const task = taskWith(reader);
    await run(task, fileId);
    await run(task, fileId);
    expect(await fileRow(fileId)).toMatchObject({ status: 'complete', attempts: 1 });
    expect(heard).toMatchObject([{ payloads: [{ records: 1 }] }]);
  });

  it('finishes an upload whose last reader died after it finished the file', async () => {
    const { uploadId, fileId, spoolKey } = await handIn(users('U1'));
    await files.take(fileId);
    await files.finish(fileId, 'it was torn');
    await run(taskWith(reader), fileId);
    expect((await uploads.find(uploadId))?.status).toBe('failed');
    await spool.remove(spoolKey);
  });

  it('requests the analysis of a given-up file even if the process dies right after the file is finished', async () => {
    const { uploadId, fileId, spoolKey } = await handIn(users('U1'));
    const task = taskWith(failing(new ReadingError('the thread that read it ended')));
    for (let time = 0; time < 2; time++)
      await expect(run(task, fileId)).rejects.toThrow('the thread that read it ended');
    const finish = files.finish.bind(files);
    const finishing = jest.spyOn(files, 'finish').mockImplementationOnce(async (...args) => {
      await finish(...args);
      throw new Error('killed');
    });
    await expect(run(task, fileId)).rejects.toThrow('killed');
    finishing.mockRestore();
    await run(task, fileId);
    expect((await uploads.find(uploadId))?.status).toBe('failed');
    expect(await askedBy()).toEqual([`upload ${uploadId}`]);
    await spool.remove(spoolKey);
  });

  it('fails a file that is missing in the spool', async () => {
    const { uploadId, fileId, spoolKey } = await handIn(users('U1'));
    await spool.remove(spoolKey);
    await run(taskWith(reader), fileId);
    expect(await fileRow(fileId)).toMatchObject({ status: 'failed', reason: 'it is gone from the spool (SPOOL_DIR)' });
    expect((await uploads.find(uploadId))?.status).toBe('failed');
    expect(await askedBy()).toEqual([]);
  });

  it('does not give up a file while the spool is away, and closes its copy after reading', async () => {
    const { fileId, spoolKey } = await handIn(users('U1'));
    const opening = jest.spyOn(spool, 'open');
    opening.mockRejectedValue(new StorageUnavailableError('no route'));
    for (let time = 0; time < 30; time++) await expect(run(taskWith(reader), fileId)).rejects.toThrow('storage');
    expect(await ends(fileId)).toEqual({ failures: 0, interruptions: 30 });
    opening.mockRestore();
    const copy = await spool.open(spoolKey);
    const closing = jest.spyOn(copy!, 'close');
    jest.spyOn(spool, 'open').mockResolvedValueOnce(copy);
    await run(taskWith(reader), fileId);
    expect(await fileRow(fileId)).toMatchObject({ status: 'complete', attempts: 31 });
    expect(closing).toHaveBeenCalledTimes(1);
  });

  it('gives up after three failures, with the reason', async () => {
    const { uploadId, fileId } = await handIn(users('U1'));
    const task = taskWith(failing(new ReadingError('the thread that read it ended')));
    await expect(run(task, fileId)).rejects.toThrow('the thread that read it ended');
    await expect(run(task, fileId)).rejects.toThrow('the thread that read it ended');
    await run(task, fileId);
    expect(await fileRow(fileId)).toMatchObject({
      status: 'failed',
      reason: 'it was tried 3 times: the thread that read it ended',
    });
    // Those that ended may have written parts of it.
    expect(await askedBy()).toEqual([`upload ${uploadId}`]);
    expect(heard).toMatchObject([{ status: 'failed' }]);
    expect(await readdir(folder)).toEqual([]);
  });

  it('does not give up if the database is unavailable or the process stops', async () => {
    const { fileId } = await handIn(users('U1'));
    const away = taskWith(failing(new ReadingError('no route', true)));
    for (let time = 0; time < 5; time++) await expect(run(away, fileId)).rejects.toThrow('no route');
    const stopped = taskWith(failing(new ReadingError('ended')));
    await expect(run(stopped, fileId, AbortSignal.abort())).rejects.toThrow('ended');
    expect(await fileRow(fileId)).toMatchObject({ status: 'reading', attempts: 6 });
    await run(taskWith(reader), fileId);
    expect(await fileRow(fileId)).toMatchObject({ status: 'complete', attempts: 7 });
  });

  it('does not give up a file after 30 losses of the database', async () => {
    const { fileId } = await handIn(users('U1'));
    const away = taskWith(failing(new ReadingError('the database system is shutting down', true)));
    for (let time = 0; time < 30; time++) await expect(run(away, fileId)).rejects.toThrow('shutting down');
    const broken = taskWith(failing(new ReadingError('the thread that read it ended')));
    await expect(run(broken, fileId)).rejects.toThrow('the thread that read it ended');
    await run(taskWith(reader), fileId);
    expect(await fileRow(fileId)).toMatchObject({ status: 'complete', reason: null, attempts: 32 });
  });

  it('counts an interruption when the database is back', async () => {
    const { fileId } = await handIn(users('U1'));
    const away = taskWith(failing(new ReadingError('no route', true)));
    const counting = jest.spyOn(files, 'countUnfinished').mockRejectedValueOnce(new Error('no route'));
    await expect(run(away, fileId)).rejects.toThrow('no route');
    expect(await ends(fileId)).toEqual({ failures: 0, interruptions: 0 });
    await expect(run(away, fileId)).rejects.toThrow('no route');
    expect(await ends(fileId)).toEqual({ failures: 0, interruptions: 2 });
    counting.mockRestore();
  });

  it('gives up after three results that could not be stored, with the reason', async () => {
    const { fileId } = await handIn(users('U1'));
    const task = taskWith(reader);
    const finishing = jest.spyOn(files, 'finish');
    for (let time = 0; time < 3; time++) finishing.mockRejectedValueOnce(new Error('value too long'));
    await expect(run(task, fileId)).rejects.toThrow('value too long');
    await expect(run(task, fileId)).rejects.toThrow('value too long');
    await run(task, fileId);
    expect(await fileRow(fileId)).toMatchObject({
      status: 'failed',
      reason: 'it was tried 3 times: value too long',
    });
    finishing.mockRestore();
  });

  it('gives up a file that killed its process too often', async () => {
    const { fileId } = await handIn(users('U1'));
    for (let time = 0; time < 25; time++) await files.take(fileId);
    await run(taskWith(reader), fileId);
    expect(await fileRow(fileId)).toMatchObject({
      status: 'failed',
      reason: 'it is given up: the process that read it ended 25 times',
    });
  });
});
