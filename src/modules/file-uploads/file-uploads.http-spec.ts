import { createHash } from 'node:crypto';
import { mkdtemp, open, readdir, readFile, rm } from 'node:fs/promises';
import type http from 'node:http';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { schemes, type Scheme, type TestApp, testApp } from '../../../test/support/app.js';
import { FakeClock } from '../../../test/support/fake-clock.js';
import { OpenApiJudge } from '../../../test/support/openapi.js';
import type { SendOptions } from '../../../test/support/signed-client.js';
import { until } from '../../../test/support/until.js';
import type { FileReport } from '../../ingest/ingest-report.js';
import { IngestJobs } from '../../ingest/jobs/ingest-jobs.js';

const base = '/api/v2/file-upload';
const json = '{"meta":{"type":"users","version":6,"count":0},"data":[]}';
const maxBytes = 100_000;

let folder: string;
let app: TestApp;
let judge: OpenApiJudge;
let jobs: IngestJobs;
const clock = new FakeClock(new Date().toISOString());

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'uploads-'));
  app = await testApp({
    edition: 'community',
    clock,
    environment: {
      SPOOL_DIR: folder,
      MAX_UPLOAD_BYTES: String(maxBytes),
      UPLOAD_IDLE_TIMEOUT: '5',
      RATE_LIMIT_PER_SECOND: '1',
      RATE_LIMIT_BURST: '1000',
      DEFAULT_WAIT: '20',
    },
  });
  judge = await OpenApiJudge.of(app.url);
  jobs = app.app.get(IngestJobs, { strict: false });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(() => app.database.query('TRUNCATE ingest_job, ingest_file, ingest_payload, analysis_run RESTART IDENTITY'));
afterEach(async () => {
  jest.restoreAllMocks();
  for (const name of await readdir(folder)) await rm(join(folder, name));
});

interface Job {
  readonly id: number;
  readonly [name: string]: unknown;
}

async function dataOf(response: Response, status: number): Promise<Job> {
  const body = (await response.json()) as { data: Job };
  expect([response.status, body]).toEqual([status, expect.anything()]);
  return body.data;
}

async function startJob(): Promise<number> {
  return (await dataOf(await app.call('POST', `${base}/start`), 201)).id;
}

function sendFile(id: number, body: string | Buffer, options: SendOptions = {}, scheme: Scheme = 'signature') {
  const headers = { 'Content-Type': 'application/json', ...options.headers };
  return app.as('upload_only', scheme, 'POST', `${base}/${id}`, { ...options, headers, body });
}

async function faultsOf(response: Response): Promise<[number, string[]]> {
  const { errors } = (await response.json()) as { errors: { context: string; message: string }[] };
  return [response.status, errors.map(({ context, message }) => `${context}: ${message}`)];
}

const spooled = () => readdir(folder);
const filesOf = () =>
  app.database.query<{ name: string; key: string }>('SELECT name, spool_key AS key FROM ingest_file');
const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');

describe.each(schemes)('uploads, by %s', (scheme) => {
  it('start, take files, end, and say so', async () => {
    const response = await app.as('upload_only', scheme, 'POST', `${base}/start`);
    expect(await judge.faultsOf('POST', `${base}/start`, response)).toEqual([]);
    const job = await dataOf(response, 201);
    const now = clock.now().toISOString();
    expect(job).toEqual({
      id: 1,
      user_id: expect.any(String),
      user_name: 'a-upload_only',
      status: 'running',
      status_message: '',
      start_time: now,
      last_ingest: now,
      end_time: null,
      finish_time: null,
      analysis_run_id: null,
      total_files: 0,
      failed_files: 0,
      progress: {
        percent: 0,
        bytes_done: 0,
        bytes_total: 0,
        bytes_per_second: null,
        files: { queued: 0, reading: 0, writing: 0, complete: 0, incomplete: 0, failed: 0 },
      },
    });
    const sent = await sendFile(
      job.id,
      json,
      { headers: { 'X-File-Upload-Name': Buffer.from('Zoë.json').toString('latin1') } },
      scheme,
    );
    expect(await judge.faultsOf('POST', `${base}/{file_upload_id}`, sent)).toEqual([]);
    const file = await dataOf(sent, 202);
    expect(file).toEqual({
      id: 1,
      file_upload_id: 1,
      name: 'Zoë.json',
      media: 'json',
      size: json.length,
      sha256: sha256(json),
    });
    const [key] = await spooled();
    expect(await filesOf()).toEqual([{ name: 'Zoë.json', key }]);
    expect(await readFile(join(folder, key!), 'utf8')).toBe(json);
    const ended = await app.as('upload_only', scheme, 'POST', `${base}/1/end`);
    expect(await judge.faultsOf('POST', `${base}/{file_upload_id}/end`, ended)).toEqual([]);
    expect(await dataOf(ended, 200)).toMatchObject({ status: 'ingesting', end_time: now, total_files: 1 });
  });

  it('take gzip as a content encoding and as a file, plain on disk, with the digest of what was sent', async () => {
    const id = await startJob();
    const packed = gzipSync(json);
    const encoded = { headers: { 'Content-Encoding': 'gzip' } };
    const file = { headers: { 'Content-Type': 'application/gzip' } };
    for (const options of [encoded, file]) {
      expect(await dataOf(await sendFile(id, packed, options, scheme), 202)).toMatchObject({
        name: 'upload.json',
        size: json.length,
        sha256: sha256(packed),
      });
    }
    const kept = await Promise.all((await spooled()).map((name) => readFile(join(folder, name), 'utf8')));
    expect(kept).toEqual([json, json]);
  });

  it('refuse to send to a job that does not run, and to end it, naming its state', async () => {
    const id = await startJob();
    await app.call('POST', `${base}/${id}/end`);
    const refusal = 'status: the upload is complete; only one that is running takes files and can be ended';
    expect(await faultsOf(await sendFile(id, json, {}, scheme))).toEqual([409, [refusal]]);
    const ended = await app.as('upload_only', scheme, 'POST', `${base}/${id}/end`);
    expect(await faultsOf(ended)).toEqual([409, [refusal]]);
    const unknown = 'path.file_upload_id: there is no upload 99';
    expect(await faultsOf(await sendFile(99, json, {}, scheme))).toEqual([404, [unknown]]);
    for (const [method, path] of [
      ['GET', '99'],
      ['POST', '99/end'],
      ['GET', '99/completed-tasks'],
    ] as const) {
      const response = await app.as('upload_only', scheme, method, `${base}/${path}`);
      expect(await faultsOf(response)).toEqual([404, [unknown]]);
    }
    expect(await spooled()).toEqual([]);
  });

  it.each([
    [
      'a body over the limit',
      Buffer.alloc(maxBytes + 1, '{'),
      {},
      413,
      `body: the body is larger than ${maxBytes} bytes (MAX_UPLOAD_BYTES)`,
    ],
    ['no JSON', 'hello', {}, 400, 'body: is neither a JSON object nor a ZIP nor gzip of one of them'],
    ['a JSON array', '[{}]', {}, 400, 'body: is neither a JSON object nor a ZIP nor gzip of one of them'],
    ['nothing', '', {}, 400, 'body: the body is empty'],
    ['gzip of nothing', gzipSync(''), {}, 400, 'body: is empty; it takes the file of a collector'],
    ['cut off gzip', gzipSync(json).subarray(0, -5), { 'Content-Encoding': 'gzip' }, 400, 'body: is not valid gzip'],
    ['an unknown encoding', json, { 'Content-Encoding': 'zstd' }, 415, 'header.Content-Encoding: zstd is not'],
    ['an unknown type', json, { 'Content-Type': 'text/csv' }, 415, 'header.Content-Type: "text/csv" is not supp'],
    ['a long name', json, { 'X-File-Upload-Name': 'a'.repeat(256) }, 400, 'header.X-File-Upload-Name: is not valid'],
    ['a name that is no UTF-8', json, { 'X-File-Upload-Name': '\xff' }, 400, 'header.X-File-Upload-Name: is not'],
  ] as const)('refuse %s and keep nothing', async (_, body, headers, status, message) => {
    const id = await startJob();
    const response = await sendFile(id, Buffer.from(body), { headers }, scheme);
    expect(await judge.faultsOf('POST', `${base}/{file_upload_id}`, response)).toEqual([]);
    const [answered, faults] = await faultsOf(response);
    expect([answered, faults.length, faults[0]]).toEqual([status, 1, expect.stringContaining(message)]);
    expect(await spooled()).toEqual([]);
    expect(await filesOf()).toEqual([]);
  });

  it('say where the disk is full, and keep nothing', async () => {
    const id = await startJob();
    const handle = await open(folder, 'r');
    const prototype = Object.getPrototypeOf(handle) as { write: () => Promise<never> };
    await handle.close();
    jest.spyOn(prototype, 'write').mockRejectedValue(Object.assign(new Error('no'), { code: 'ENOSPC' }));
    const response = await sendFile(id, json, {}, scheme);
    expect(await judge.faultsOf('POST', `${base}/{file_upload_id}`, response)).toEqual([]);
    expect(await faultsOf(response)).toEqual([507, ['storage: the disk is full; nothing of the file is kept']]);
    expect(await spooled()).toEqual([]);
  });

  it('belong to nobody: whoever may upload sees, feeds and ends those of others', async () => {
    const id = await startJob();
    const { user_name: starter } = await dataOf(await app.as('upload_only', scheme, 'GET', `${base}/${id}`), 200);
    expect((await app.as('user', scheme, 'POST', `${base}/${id}`, { body: json })).status).toBe(202);
    const ended = await dataOf(await app.as('upload_only', scheme, 'POST', `${base}/${id}/end`), 200);
    expect([starter, ended['user_name'], ended['total_files']]).toEqual(['a-administrator', 'a-administrator', 1]);
  });

  it('keep nothing where the job has ended meanwhile', async () => {
    const id = await startJob();
    const find = jest.spyOn(jobs, 'find').mockImplementationOnce(async () => {
      const job = await jobs.find(id);
      await jobs.end(id);
      return job;
    });
    const response = await sendFile(id, json, {}, scheme);
    expect(find).toHaveBeenCalled();
    expect((await faultsOf(response))[0]).toBe(409);
    expect(await spooled()).toEqual([]);
  });
});

describe('a body whose signature is wrong', () => {
  const wrong = { headers: { Signature: `${'A'.repeat(43)}=` } };

  it.each([
    ['small', json],
    ['in gzip', gzipSync(json)],
    ['of several chunks', json.slice(0, -1) + ' '.repeat(90_000) + '}'],
  ])('that is %s is refused by 401, and nothing is kept', async (_, body) => {
    const id = await startJob();
    expect((await sendFile(id, body, wrong)).status).toBe(401);
    expect(await spooled()).toEqual([]);
    expect(await filesOf()).toEqual([]);
  });

  it('tells nothing of jobs, and nothing of what its owner may do', async () => {
    const id = await startJob();
    await app.call('POST', `${base}/${id}/end`);
    expect((await sendFile(id, json, wrong)).status).toBe(401);
    expect((await sendFile(99, json, wrong)).status).toBe(401);
    const headers = { 'Content-Type': 'application/json', ...wrong.headers };
    const options = { headers, body: json };
    expect((await app.as('read_only', 'signature', 'POST', `${base}/${id}`, options)).status).toBe(401);
    const right = { headers: { 'Content-Type': 'application/json' }, body: json };
    expect((await app.as('read_only', 'signature', 'POST', `${base}/${id}`, right)).status).toBe(403);
  });

  it('is refused also where the signature is that of the unpacked bytes, or of other bytes', async () => {
    const id = await startJob();
    const { signature } = await headersOf(() => sendFile(id, json));
    expect(await spooled()).toHaveLength(1);
    const Signature = String(signature);
    expect((await sendFile(id, gzipSync(json), { headers: { Signature, 'Content-Encoding': 'gzip' } })).status).toBe(
      401,
    );
    expect((await sendFile(id, `${json} `, { headers: { Signature } })).status).toBe(401);
    expect((await sendFile(id, json, { headers: { Signature } })).status).toBe(202);
    expect(await spooled()).toHaveLength(2);
  });
});

/** What the service is sent. */
async function headersOf(call: () => Promise<unknown>): Promise<http.IncomingHttpHeaders> {
  const requests: http.IncomingMessage[] = [];
  app.app.getHttpServer().once('request', (request: http.IncomingMessage) => requests.push(request));
  await call();
  return requests[0]!.headers;
}

/** A connection on which a body of that length was announced, and so far none sent. */
async function openUpload(id: number, length: number | 'chunked', prefer: readonly string[] = []): Promise<net.Socket> {
  const { hostname, port } = new URL(app.url);
  const { authorization } = await headersOf(() => app.as('upload_only', 'bearer', 'GET', `${base}/accepted-types`));
  const socket = net.connect(Number(port), hostname);
  const size = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  const head = [`POST ${base}/${id} HTTP/1.1`, `Host: ${hostname}`, `Authorization: ${authorization}`, size];
  socket.write([...head, ...prefer, 'Content-Type: application/json', '', ''].join('\r\n'));
  return socket;
}

function answerOf(socket: net.Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    socket.once('data', (bytes: Buffer) => resolve(bytes.toString()));
    socket.once('error', reject);
  });
}

describe('a body on its way', () => {
  it('leaves nothing where the client goes', async () => {
    const id = await startJob();
    const socket = await openUpload(id, 1000);
    socket.write('{"data":[');
    await until(async () => (await spooled()).length === 1);
    socket.destroy();
    await until(async () => (await spooled()).length === 0);
    expect(await filesOf()).toEqual([]);
  });

  it('is given up where nothing comes for a while, and leaves nothing', async () => {
    const id = await startJob();
    const socket = await openUpload(id, 1000);
    socket.write('{"data":[');
    expect(await answerOf(socket)).toMatch(/^HTTP\/1.1 408 [^]*nothing came for 5 s/);
    expect(await spooled()).toEqual([]);
    socket.destroy();
  });

  it('may take longer than the request has time, as long as something comes', async () => {
    const id = await startJob();
    const socket = await openUpload(id, 'chunked', ['Prefer: wait=4']);
    const answer = answerOf(socket);
    const started = performance.now();
    socket.write('1\r\n{\r\n');
    while (performance.now() - started < 4200) {
      socket.write('1\r\n \r\n');
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    socket.write('1\r\n}\r\n0\r\n\r\n');
    expect(await answer).toMatch(/^HTTP\/1.1 202 /);
    socket.destroy();
  });

  it('over the limit is refused as soon as that is known, and the answer arrives', async () => {
    const id = await startJob();
    const announced = await openUpload(id, maxBytes + 1);
    expect(await answerOf(announced)).toMatch(/^HTTP\/1.1 413 /);
    announced.destroy();
    const chunked = await openUpload(id, 'chunked');
    const answer = answerOf(chunked);
    chunked.write(`${(maxBytes + 1).toString(16)}\r\n{${' '.repeat(maxBytes)}\r\n`);
    expect(await answer).toMatch(/^HTTP\/1.1 413 /);
    chunked.destroy();
    await until(async () => (await spooled()).length === 0);
  });

  it('is asked for only where it will be read, of a client that waits for that', async () => {
    const id = await startJob();
    const expecting = ['Expect: 100-continue'];
    const refused = await openUpload(99, 9, expecting);
    expect(await answerOf(refused)).toMatch(/^HTTP\/1.1 404 [^]*\r\nConnection: close\r\n/);
    refused.destroy();
    const wanted = await openUpload(id, json.length, expecting);
    expect(await answerOf(wanted)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    const answer = answerOf(wanted);
    wanted.write(json);
    expect(await answer).toMatch(/^HTTP\/1.1 202 /);
    wanted.destroy();
  });

  it('that nobody wants does not hang the connection', async () => {
    const socket = await openUpload(99, 9);
    expect(await answerOf(socket)).toMatch(/^HTTP\/1.1 404 /);
    const next = answerOf(socket);
    socket.write('{"data":1GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await next).toMatch(/^HTTP\/1.1 200 /);
    socket.destroy();
  });

  it('keeps its job from timing out', async () => {
    const id = await startJob();
    const socket = await openUpload(id, 20);
    socket.write('{"data":[');
    await until(async () => (await spooled()).length === 1);
    clock.advance(1_100_000);
    socket.write(' ');
    const touched = clock.now().getTime();
    await until(async () => (await jobs.find(id))?.lastActivityAt.getTime() === touched);
    clock.advance(1_100_000);
    expect(await jobs.timeOutSilent()).toEqual([]);
    clock.advance(100_001);
    expect((await jobs.timeOutSilent()).map((job) => job.id)).toEqual([id]);
    const answer = answerOf(socket);
    socket.write('       ]}');
    expect(await answer).toMatch(/^HTTP\/1.1 (408|409) /);
    socket.destroy();
    await until(async () => (await spooled()).length === 0);
  });
});

function payload(changes: Partial<FileReport>): FileReport {
  return {
    path: 'all.zip',
    status: 'complete',
    format: 'sharphound',
    type: 'users',
    records: 2,
    nodes: { User: 2 },
    edges: { MemberOf: 3 },
    ignored: {},
    environments: {},
    changes: { nodesCreated: 2, nodesChanged: 1, edgesCreated: 3, edgesChanged: 0, edgesRemoved: 4 },
    faultCount: 0,
    faults: [],
    ...changes,
  };
}

describe('what is shown of uploads', () => {
  it('lists the types that are taken', async () => {
    const response = await app.call('GET', `${base}/accepted-types`);
    expect(await judge.faultsOf('GET', `${base}/accepted-types`, response)).toEqual([]);
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

  it('has percent and rate while files are read', async () => {
    const id = await startJob();
    for (const body of [json, '{"a":1}', `{"b":"${'x'.repeat(91)}"}`]) await sendFile(id, body);
    const [one, other] = ['1', '2'];
    await jobs.takeFile(one);
    await jobs.finishFile(one, { files: [payload({})], complete: true });
    await jobs.takeFile(other);
    await jobs.progress(other, 50, 143);
    clock.advance(2000);
    const response = await app.call('GET', `${base}/${id}`);
    expect(await judge.faultsOf('GET', `${base}/{file_upload_id}`, response)).toEqual([]);
    expect(await dataOf(response, 200)).toMatchObject({
      total_files: 3,
      progress: {
        percent: 35,
        bytes_done: 107,
        bytes_total: 299,
        bytes_per_second: 25,
        files: { queued: 1, reading: 1, writing: 0, complete: 1, incomplete: 0, failed: 0 },
      },
    });
  });

  it('is at 100 percent only once all that was read is in the graph', async () => {
    const id = await startJob();
    await sendFile(id, json);
    await jobs.takeFile('1');
    await jobs.progress('1', json.length, json.length);
    const progress = async () => dataOf(await app.call('GET', `${base}/${id}`), 200);
    const bytes = { bytes_done: json.length, bytes_total: json.length };
    expect(await progress()).toMatchObject({
      progress: { percent: 99, ...bytes, bytes_per_second: null, files: { reading: 0, writing: 1 } },
    });
    await jobs.finishFile('1', { files: [payload({})], complete: true });
    expect(await progress()).toMatchObject({
      progress: { percent: 100, ...bytes, files: { writing: 0, complete: 1 } },
    });
  });

  it('has what came of each file and of each file in a ZIP, with its faults', async () => {
    const id = await startJob();
    await sendFile(id, json, { headers: { 'X-File-Upload-Name': 'all.zip' } });
    await sendFile(id, json, { headers: { 'X-File-Upload-Name': 'gone.json' } });
    const fault = { path: 'x', list: 'data', record: 3, field: 'Members[1]', reason: 'is wrong' };
    const broken = {
      path: 'all.zip!b.json',
      status: 'incomplete',
      faultCount: 2000,
      faults: Array.from({ length: 1000 }, () => fault),
    } as const;
    await jobs.takeFile('1');
    await jobs.finishFile('1', { files: [payload({ path: 'all.zip!a.json' }), payload(broken)], complete: false });
    await jobs.takeFile('2');
    await jobs.finishFile('2', 'it is gone');
    const path = `${base}/{file_upload_id}/completed-tasks`;
    const response = await app.call('GET', `${base}/${id}/completed-tasks`);
    expect(await judge.faultsOf('GET', path, response)).toEqual([]);
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
      finish_time: clock.now().toISOString(),
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
    const few = await app.call('GET', `${base}/${id}/completed-tasks?limit=5&status=incomplete&path=~eq:b.`);
    expect(((await few.json()) as { data: { faults: unknown[] }[] }).data.map((it) => it.faults.length)).toEqual([
      1000,
    ]);
    const none = await app.call('GET', `${base}/${id}/completed-tasks?path=eq:null&sort_by=-records`);
    expect(((await none.json()) as { data: { id: number }[] }).data.map((it) => it.id)).toEqual([3]);
    const job = await dataOf(await app.call('GET', `${base}/${id}`), 200);
    expect([job['total_files'], job['failed_files']]).toEqual([2, 1]);
  });

  it('is a list of jobs by the common rules, newest first', async () => {
    const ids = [await startJob(), await startJob(), await startJob()];
    await app.call('POST', `${base}/${ids[1]}/end`);
    const response = await app.call('GET', base);
    expect(await judge.faultsOf('GET', base, response)).toEqual([]);
    const page = (await response.json()) as { count: number; skip: number; limit: number; data: Job[] };
    expect([page.count, page.skip, page.limit, page.data.map(({ id }) => id)]).toEqual([3, 0, 100, [3, 2, 1]]);
    const listed = async (query: string) => {
      const answer = await app.call('GET', `${base}?${query}`);
      expect(answer.status).toBe(200);
      return ((await answer.json()) as { data: Job[] }).data.map(({ id }) => id);
    };
    expect(await listed('status=running&sort_by=id')).toEqual([1, 3]);
    expect(await listed('end_time=neq:null')).toEqual([2]);
    expect(await listed('finish_time=neq:null&user_name=a-administrator')).toEqual([2]);
    expect(await listed(`start_time=gte:${clock.now().toISOString()}&skip=1&limit=1`)).toEqual([2]);
    expect((await app.call('GET', `${base}?percent=1`)).status).toBe(400);
  });

  it('goes on to the analysis where a job ends whose files are all read', async () => {
    const id = await startJob();
    await sendFile(id, json);
    await jobs.takeFile('1');
    await jobs.finishFile('1', { files: [payload({})], complete: true });
    const job = await dataOf(await app.call('POST', `${base}/${id}/end`), 200);
    const runs = await app.database.query<{ id: string }>('SELECT id FROM analysis_run');
    expect(job).toMatchObject({ status: 'analyzing', analysis_run_id: runs[0]!.id });
    await jobs.finishAnalysed(runs[0]!.id, { failure: null });
    expect(await dataOf(await app.call('GET', `${base}/${id}`), 200)).toMatchObject({
      status: 'complete',
      progress: { percent: 100, bytes_per_second: null },
    });
  });
});

describe('uploads and their limits of rate', () => {
  it('are not limited', async () => {
    const limited = await testApp({
      edition: 'community',
      environment: { RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '1' },
    });
    try {
      const start = () => limited.as('upload_only', 'bearer', 'POST', `${base}/start`);
      expect((await Promise.all([start(), start(), start(), start()])).map(({ status }) => status)).toEqual([
        201, 201, 201, 201,
      ]);
      const strangers = await Promise.all(
        [1, 2, 3].map(() => fetch(`${limited.url}${base}/start`, { method: 'POST' })),
      );
      expect(strangers.map(({ status }) => status)).toContain(429);
      const list = () => limited.as('upload_only', 'bearer', 'GET', base);
      expect((await Promise.all([list(), list(), list(), list()])).map(({ status }) => status)).toContain(429);
    } finally {
      await limited.close();
    }
  });
});
