import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { schemes, testApp } from '../../../test/support/app.js';
import { base, dataOf, emptyFile, faultsOf, maxBytes, sha256, TestUploads } from './file-uploads.fixture.js';

let uploads: TestUploads;

beforeAll(async () => {
  uploads = await TestUploads.start();
});
afterAll(() => uploads.close());
afterEach(async () => {
  jest.restoreAllMocks();
  await uploads.clear();
});

describe.each(schemes)('uploads with %s credentials', (scheme) => {
  it('start, receive files and end', async () => {
    const response = await uploads.app.as('upload_only', scheme, 'POST', `${base}/start`);
    expect(await uploads.judge.faultsOf('POST', `${base}/start`, response)).toEqual([]);
    const upload = await dataOf(response, 201);
    const now = uploads.clock.now().toISOString();
    expect(upload).toEqual({
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
      data_expire_time: null,
      session_expire_time: null,
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
    const sent = await uploads.sendFile(
      upload.id,
      emptyFile,
      { headers: { 'X-File-Upload-Name': Buffer.from('Zoë.json').toString('latin1') } },
      scheme,
    );
    expect(await uploads.judge.faultsOf('POST', `${base}/{file_upload_id}`, sent)).toEqual([]);
    const file = await dataOf(sent, 202);
    expect(file).toEqual({
      id: 1,
      file_upload_id: 1,
      name: 'Zoë.json',
      media: 'json',
      size: emptyFile.length,
      sha256: sha256(emptyFile),
    });
    const [key] = await uploads.spooled();
    expect(await uploads.filesOf()).toEqual([{ name: 'Zoë.json', key }]);
    expect(await readFile(join(uploads.folder, key!), 'utf8')).toBe(emptyFile);
    const ended = await uploads.app.as('upload_only', scheme, 'POST', `${base}/1/end`);
    expect(await uploads.judge.faultsOf('POST', `${base}/{file_upload_id}/end`, ended)).toEqual([]);
    expect(await dataOf(ended, 200)).toMatchObject({ status: 'ingesting', end_time: now, total_files: 1 });
  });

  it('decompress gzip as an encoding and as a file, and return the digest of the sent bytes', async () => {
    const id = await uploads.startJob();
    const packed = gzipSync(emptyFile);
    const encoded = { headers: { 'Content-Encoding': 'gzip' } };
    const file = { headers: { 'Content-Type': 'application/gzip' } };
    for (const options of [encoded, file]) {
      expect(await dataOf(await uploads.sendFile(id, packed, options, scheme), 202)).toMatchObject({
        name: 'upload.json',
        size: emptyFile.length,
        sha256: sha256(packed),
      });
    }
    const kept = await Promise.all(
      (await uploads.spooled()).map((name) => readFile(join(uploads.folder, name), 'utf8')),
    );
    expect(kept).toEqual([emptyFile, emptyFile]);
  });

  it('return 409 with the status for files and the end of an upload that is not running', async () => {
    const id = await uploads.startJob();
    await uploads.app.call('POST', `${base}/${id}/end`);
    const refusal = 'status: the upload is complete; only a running upload accepts files and can be ended';
    expect(await faultsOf(await uploads.sendFile(id, emptyFile, {}, scheme))).toEqual([409, [refusal]]);
    const ended = await uploads.app.as('upload_only', scheme, 'POST', `${base}/${id}/end`);
    expect(await faultsOf(ended)).toEqual([409, [refusal]]);
    const unknown = 'path.file_upload_id: there is no upload 99';
    expect(await faultsOf(await uploads.sendFile(99, emptyFile, {}, scheme))).toEqual([404, [unknown]]);
    for (const [method, path] of [
      ['GET', '99'],
      ['POST', '99/end'],
      ['GET', '99/completed-tasks'],
    ] as const) {
      const response = await uploads.app.as('upload_only', scheme, method, `${base}/${path}`);
      expect(await faultsOf(response)).toEqual([404, [unknown]]);
    }
    expect(await uploads.spooled()).toEqual([]);
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
    [
      'cut off gzip',
      gzipSync(emptyFile).subarray(0, -5),
      { 'Content-Encoding': 'gzip' },
      400,
      'body: is not valid gzip',
    ],
    ['an unknown encoding', emptyFile, { 'Content-Encoding': 'zstd' }, 415, 'header.Content-Encoding: zstd is not'],
    ['an unknown type', emptyFile, { 'Content-Type': 'text/csv' }, 415, 'header.Content-Type: "text/csv" is not supp'],
    [
      'a long name',
      emptyFile,
      { 'X-File-Upload-Name': 'a'.repeat(256) },
      400,
      'header.X-File-Upload-Name: is not valid',
    ],
    ['a name that is no UTF-8', emptyFile, { 'X-File-Upload-Name': '\xff' }, 400, 'header.X-File-Upload-Name: is not'],
  ] as const)('refuse %s and keep nothing', async (_, body, headers, status, message) => {
    const id = await uploads.startJob();
    const response = await uploads.sendFile(id, Buffer.from(body), { headers }, scheme);
    expect(await uploads.judge.faultsOf('POST', `${base}/{file_upload_id}`, response)).toEqual([]);
    const [answered, faults] = await faultsOf(response);
    expect([answered, faults.length, faults[0]]).toEqual([status, 1, expect.stringContaining(message)]);
    expect(await uploads.spooled()).toEqual([]);
    expect(await uploads.filesOf()).toEqual([]);
  });

  it.each([
    ['53100', 507, 'database: the disk of the database is full; nothing of the request is kept'],
    ['58030', 503, "database: the database can't be reached; try again in 5 s"],
    ['XX000', 500, expect.stringMatching('^server: an internal error')],
  ])('keep no file if the database fails with %s', async (state, status, fault) => {
    const id = await uploads.startJob();
    await uploads.app.database.query(
      `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'no' USING ERRCODE = '${state}'; END $$;
       CREATE TRIGGER fail BEFORE INSERT ON upload_file FOR EACH ROW EXECUTE FUNCTION fail()`,
    );
    try {
      const response = await uploads.sendFile(id, emptyFile);
      expect(await uploads.judge.faultsOf('POST', `${base}/{file_upload_id}`, response)).toEqual([]);
      expect(await faultsOf(response)).toEqual([status, [fault]]);
      expect(await uploads.spooled()).toEqual([]);
    } finally {
      await uploads.app.database.query('DROP TRIGGER fail ON upload_file; DROP FUNCTION fail');
    }
  });

  it('return 507 if the disk is full, and keep no file', async () => {
    const id = await uploads.startJob();
    const handle = await open(uploads.folder, 'r');
    const prototype = Object.getPrototypeOf(handle) as { write: () => Promise<never> };
    await handle.close();
    jest.spyOn(prototype, 'write').mockRejectedValue(Object.assign(new Error('no'), { code: 'ENOSPC' }));
    const response = await uploads.sendFile(id, emptyFile, {}, scheme);
    expect(await uploads.judge.faultsOf('POST', `${base}/{file_upload_id}`, response)).toEqual([]);
    expect(await faultsOf(response)).toEqual([507, ['storage: the disk is full; nothing of the file is kept']]);
    expect(await uploads.spooled()).toEqual([]);
  });

  it('are shared by all accounts with the permission', async () => {
    const id = await uploads.startJob();
    const { user_name: starter } = await dataOf(
      await uploads.app.as('upload_only', scheme, 'GET', `${base}/${id}`),
      200,
    );
    expect((await uploads.app.as('user', scheme, 'POST', `${base}/${id}`, { body: emptyFile })).status).toBe(202);
    const ended = await dataOf(await uploads.app.as('upload_only', scheme, 'POST', `${base}/${id}/end`), 200);
    expect([starter, ended['user_name'], ended['total_files']]).toEqual(['a-administrator', 'a-administrator', 1]);
  });

  it('keep no file if the upload ends meanwhile', async () => {
    const id = await uploads.startJob();
    const find = jest.spyOn(uploads.service, 'find').mockImplementationOnce(async () => {
      const upload = await uploads.service.find(id);
      await uploads.service.end(id);
      return upload;
    });
    const response = await uploads.sendFile(id, emptyFile, {}, scheme);
    expect(find).toHaveBeenCalled();
    expect((await faultsOf(response))[0]).toBe(409);
    expect(await uploads.spooled()).toEqual([]);
  });
});

describe('uploads of one account', () => {
  it('have no rate limit', async () => {
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

describe('a body with an invalid signature', () => {
  const wrong = { headers: { Signature: `${'A'.repeat(43)}=` } };

  it.each([
    ['small', emptyFile],
    ['in gzip', gzipSync(emptyFile)],
    ['of several chunks', emptyFile.slice(0, -1) + ' '.repeat(90_000) + '}'],
  ])('that is %s is refused by 401, and nothing is kept', async (_, body) => {
    const id = await uploads.startJob();
    expect((await uploads.sendFile(id, body, wrong)).status).toBe(401);
    expect(await uploads.spooled()).toEqual([]);
    expect(await uploads.filesOf()).toEqual([]);
  });

  it('reveals neither uploads nor permissions', async () => {
    const id = await uploads.startJob();
    await uploads.app.call('POST', `${base}/${id}/end`);
    expect((await uploads.sendFile(id, emptyFile, wrong)).status).toBe(401);
    expect((await uploads.sendFile(99, emptyFile, wrong)).status).toBe(401);
    const headers = { 'Content-Type': 'application/json', ...wrong.headers };
    const options = { headers, body: emptyFile };
    expect((await uploads.app.as('read_only', 'signature', 'POST', `${base}/${id}`, options)).status).toBe(401);
    const right = { headers: { 'Content-Type': 'application/json' }, body: emptyFile };
    expect((await uploads.app.as('read_only', 'signature', 'POST', `${base}/${id}`, right)).status).toBe(403);
  });

  it('is refused if the signature is of the unpacked bytes or of other bytes', async () => {
    const id = await uploads.startJob();
    const { signature } = await uploads.headersOf(() => uploads.sendFile(id, emptyFile));
    expect(await uploads.spooled()).toHaveLength(1);
    const Signature = String(signature);
    expect(
      (await uploads.sendFile(id, gzipSync(emptyFile), { headers: { Signature, 'Content-Encoding': 'gzip' } })).status,
    ).toBe(401);
    expect((await uploads.sendFile(id, `${emptyFile} `, { headers: { Signature } })).status).toBe(401);
    expect((await uploads.sendFile(id, emptyFile, { headers: { Signature } })).status).toBe(202);
    expect(await uploads.spooled()).toHaveLength(2);
  });
});
