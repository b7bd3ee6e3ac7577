import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { GraphKeeper } from '../../graph/memory/graph-keeper.js';
import { base, dataOf, emptyFile, TestUploads, type WireUpload } from './file-uploads.fixture.js';
import { fileReport } from '../../ingest/uploads/uploads.fixture.js';

let uploads: TestUploads;

beforeAll(async () => {
  uploads = await TestUploads.start();
});
afterAll(() => uploads.close());
afterEach(async () => {
  await uploads.clear();
});

describe('the answers about uploads', () => {
  it('list the accepted types', async () => {
    const response = await uploads.app.call('GET', `${base}/accepted-types`);
    expect(await uploads.judge.faultsOf('GET', `${base}/accepted-types`, response)).toEqual([]);
    expect(await response.json()).toEqual({
      data: [
        'application/json',
        'application/zip',
        'application/x-zip-compressed',
        'application/zip-compressed',
        'application/gzip',
        'application/x-gzip',
        'application/octet-stream',
      ],
    });
  });

  it('contain percent and rate while files are read', async () => {
    const id = await uploads.startJob();
    for (const body of [emptyFile, '{"a":1}', `{"b":"${'x'.repeat(91)}"}`]) await uploads.sendFile(id, body);
    const [one, other] = ['1', '2'];
    await uploads.files.take(one);
    await uploads.files.finish(one, { files: [fileReport({})], complete: true });
    await uploads.files.take(other);
    await uploads.files.progress(other, 50, 143);
    uploads.clock.advance(2000);
    const response = await uploads.app.call('GET', `${base}/${id}`);
    expect(await uploads.judge.faultsOf('GET', `${base}/{file_upload_id}`, response)).toEqual([]);
    const [first, second, third] = [emptyFile.length, 7, 99];
    const done = first + Math.floor((second * 50) / 143);
    expect(await dataOf(response, 200)).toMatchObject({
      total_files: 3,
      progress: {
        percent: Math.floor((100 * done) / (first + second + third)),
        bytes_done: done,
        bytes_total: first + second + third,
        bytes_per_second: Math.floor(done / 2),
        files: { queued: 1, reading: 1, writing: 0, complete: 1, incomplete: 0, failed: 0 },
      },
    });
  });

  it('contain a percent that never decreases over several ZIPs, and a rate while files are left', async () => {
    const id = await uploads.startJob();
    for (const byte of ['a', 'b', 'c']) await uploads.sendFile(id, `{"${byte.repeat(93)}":1}`);
    const seen: unknown[] = [];
    const look = async () => {
      const { progress } = await dataOf(await uploads.app.call('GET', `${base}/${id}`), 200);
      const { percent, bytes_done, bytes_total, bytes_per_second } = progress as Record<string, number>;
      seen.push([percent, bytes_done, bytes_total, bytes_per_second]);
    };
    await look();
    for (const file of ['1', '2', '3']) {
      await uploads.files.take(file);
      await look();
      // What it unpacks to.
      await uploads.files.progress(file, 500, 1000);
      uploads.clock.advance(1000);
      await look();
      await uploads.files.progress(file, 1000, 1000);
      await look();
      await uploads.files.finish(file, { files: [fileReport({})], complete: true });
    }
    await look();
    expect(seen).toEqual([
      [0, 0, 297, null],
      [0, 0, 297, null],
      [16, 49, 297, 49],
      [33, 99, 297, 99],
      [33, 99, 297, 99],
      [49, 148, 297, 74],
      [66, 198, 297, 99],
      [66, 198, 297, 99],
      [83, 247, 297, 82],
      [99, 297, 297, 99],
      [100, 297, 297, null],
    ]);
  });

  it('contain the times of expiry according to the settings', async () => {
    const id = await uploads.startJob();
    await uploads.sendFile(id, emptyFile);
    const times = async () => {
      const upload = await dataOf(await uploads.app.call('GET', `${base}/${id}`), 200);
      return [upload['data_expire_time'], upload['session_expire_time']];
    };
    expect(await times()).toEqual([null, null]);
    await uploads.files.take('1');
    const midnight = Date.parse(`${uploads.clock.now().toISOString().slice(0, 10)}T00:00:00Z`);
    expect(await times()).toEqual([new Date(midnight + 8 * 86_400_000).toISOString(), null]);
  });

  it('contain 100 percent only after all files are in the graph', async () => {
    const id = await uploads.startJob();
    await uploads.sendFile(id, emptyFile);
    await uploads.files.take('1');
    await uploads.files.progress('1', emptyFile.length, emptyFile.length);
    const progress = async () => dataOf(await uploads.app.call('GET', `${base}/${id}`), 200);
    const bytes = { bytes_done: emptyFile.length, bytes_total: emptyFile.length };
    expect(await progress()).toMatchObject({
      progress: { percent: 99, ...bytes, files: { reading: 0, writing: 1 } },
    });
    await uploads.files.finish('1', { files: [fileReport({})], complete: true });
    expect(await progress()).toMatchObject({
      progress: { percent: 100, ...bytes, files: { writing: 0, complete: 1 } },
    });
  });

  it('contain the result of each file and of each file in a ZIP, with faults', async () => {
    const id = await uploads.startJob();
    await uploads.sendFile(id, emptyFile, { headers: { 'X-File-Upload-Name': 'all.zip' } });
    await uploads.sendFile(id, emptyFile, { headers: { 'X-File-Upload-Name': 'gone.json' } });
    const fault = { path: 'x', list: 'data', record: 3, field: 'Members[1]', reason: 'is wrong' };
    const broken = {
      path: 'all.zip!b.json',
      status: 'incomplete',
      faultCount: 2000,
      faults: Array.from({ length: 1000 }, () => fault),
    } as const;
    await uploads.files.take('1');
    await uploads.files.finish('1', {
      files: [fileReport({ path: 'all.zip!a.json' }), fileReport(broken)],
      complete: false,
    });
    await uploads.files.take('2');
    await uploads.files.finish('2', 'it is gone');
    const path = `${base}/{file_upload_id}/completed-tasks`;
    const response = await uploads.app.call('GET', `${base}/${id}/completed-tasks`);
    expect(await uploads.judge.faultsOf('GET', path, response)).toEqual([]);
    const page = (await response.json()) as { count: number; data: Record<string, unknown>[] };
    expect(page.count).toBe(3);
    const shown = { list: 'data', record: 3, field: 'Members[1]', reason: 'is wrong' };
    const changes = { nodes_created: 2, nodes_changed: 1, edges_created: 3, edges_changed: 0, edges_removed: 4 };
    expect(page.data[0]).toEqual({
      id: 1,
      file_id: 1,
      file_name: 'all.zip',
      path: 'a.json',
      status: 'complete',
      format: 'sharphound',
      type: 'users',
      records: 2,
      nodes: { User: 2 },
      edges: { MemberOf: 3 },
      ignored: {},
      changes,
      fault_count: 0,
      faults: [],
      finish_time: uploads.clock.now().toISOString(),
    });
    expect(page.data[1]).toMatchObject({ path: 'b.json', status: 'incomplete', fault_count: 2000 });
    expect(page.data[1]!['faults']).toEqual(Array.from({ length: 100 }, () => shown));
    expect(page.data[2]).toMatchObject({
      file_id: 2,
      file_name: 'gone.json',
      path: null,
      status: 'failed',
      format: null,
      type: null,
      changes: null,
      faults: [{ list: null, record: null, field: null, reason: 'it is gone' }],
    });
    const few = await uploads.app.call('GET', `${base}/${id}/completed-tasks?limit=5&status=incomplete&path=~eq:b.`);
    expect(((await few.json()) as { data: { faults: unknown[] }[] }).data.map((it) => it.faults.length)).toEqual([
      1000,
    ]);
    const none = await uploads.app.call('GET', `${base}/${id}/completed-tasks?path=eq:null&sort_by=-records`);
    expect(((await none.json()) as { data: { id: number }[] }).data.map((it) => it.id)).toEqual([3]);
    const upload = await dataOf(await uploads.app.call('GET', `${base}/${id}`), 200);
    expect([upload['total_files'], upload['failed_files']]).toEqual([2, 1]);
  });

  it('list uploads, newest first', async () => {
    const ids = [await uploads.startJob(), await uploads.startJob(), await uploads.startJob()];
    await uploads.app.call('POST', `${base}/${ids[1]}/end`);
    const response = await uploads.app.call('GET', base);
    expect(await uploads.judge.faultsOf('GET', base, response)).toEqual([]);
    const page = (await response.json()) as { count: number; skip: number; limit: number; data: WireUpload[] };
    expect([page.count, page.skip, page.limit, page.data.map(({ id }) => id)]).toEqual([3, 0, 100, [3, 2, 1]]);
    const listed = async (query: string) => {
      const answer = await uploads.app.call('GET', `${base}?${query}`);
      expect(answer.status).toBe(200);
      return ((await answer.json()) as { data: WireUpload[] }).data.map(({ id }) => id);
    };
    expect(await listed('status=running&sort_by=id')).toEqual([1, 3]);
    expect(await listed('end_time=neq:null')).toEqual([2]);
    expect(await listed('finish_time=neq:null&user_name=a-administrator')).toEqual([2]);
    expect(await listed(`start_time=gte:${uploads.clock.now().toISOString()}&skip=1&limit=1`)).toEqual([2]);
    expect((await uploads.app.call('GET', `${base}?percent=1`)).status).toBe(400);
  });

  it('contain the analysis run after the end of an upload whose files are all read', async () => {
    const id = await uploads.startJob();
    await uploads.sendFile(id, emptyFile);
    await uploads.files.take('1');
    await uploads.files.finish('1', { files: [fileReport({})], complete: true });
    const upload = await dataOf(await uploads.app.call('POST', `${base}/${id}/end`), 200);
    const runs = await uploads.app.database.query<{ id: string }>('SELECT id FROM analysis_run');
    expect(upload).toMatchObject({ status: 'analyzing', analysis_run_id: runs[0]!.id });
    await uploads.service.finishAnalysed(runs[0]!.id, { failure: null }, uploads.app.database);
    expect(await dataOf(await uploads.app.call('GET', `${base}/${id}`), 200)).toMatchObject({
      status: 'complete',
      progress: { percent: 100, bytes_per_second: null },
    });
  });

  it('name the reason if the graph of their analysis does not fit into memory', async () => {
    const id = await uploads.startJob();
    await uploads.sendFile(id, emptyFile);
    await uploads.files.take('1');
    await uploads.files.finish('1', { files: [fileReport({})], complete: true });
    await uploads.app.call('POST', `${base}/${id}/end`);
    const [run] = await uploads.app.database.query<{ id: string }>(
      `UPDATE analysis_run SET summary = '{"version": 7}' RETURNING id`,
    );
    await uploads.service.finishAnalysed(run!.id, { failure: null }, uploads.app.database);
    await uploads.app.database.query('UPDATE graph_state SET version = 7');
    const reason = 'the graph needs 12 MiB; set GRAPH_MEMORY to at least that';
    const shown = jest.spyOn(uploads.app.app.get(GraphKeeper, { strict: false }), 'shown', 'get');
    const answer = async () => dataOf(await uploads.app.call('GET', `${base}/${id}`), 200);
    shown.mockReturnValue([6, '']);
    expect(await answer()).toMatchObject({ status: 'analyzing', status_message: 'all files were read: 1' });
    shown.mockReturnValue([6, reason]);
    expect(await answer()).toMatchObject({
      status: 'partially_complete',
      status_message: `all files were read: 1; ${reason}`,
    });
    shown.mockRestore();
    await uploads.app.database.query('UPDATE graph_state SET version = 0');
  });
});
