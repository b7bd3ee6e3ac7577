import { stat } from 'node:fs/promises';
import net from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Scheme } from '../../../test/support/app.js';
import { until } from '../../../test/support/until.js';
import type { Role } from '../../auth/permissions.js';
import { base, emptyFile, maxBytes, TestUploads } from './file-uploads.fixture.js';

let uploads: TestUploads;

beforeAll(async () => {
  uploads = await TestUploads.start();
});
afterAll(() => uploads.close());
afterEach(async () => {
  await uploads.clear();
});

/** Headers that authenticate an uploader. The signature belongs to another request. */
async function credentialsOf(scheme: Scheme, role: Role, wrong: Record<string, string> = {}): Promise<string[]> {
  const headers = await uploads.headersOf(() =>
    uploads.app.as(role, scheme, 'GET', `${base}/accepted-types`, { headers: wrong }),
  );
  return ['authorization', 'requestdate', 'signature'].flatMap((name) =>
    headers[name] === undefined ? [] : [`${name}: ${String(headers[name])}`],
  );
}

/** A connection on which a body of that length was announced, and so far none sent. */
async function openUpload(
  id: number,
  length: number | 'chunked',
  more: readonly string[] = [],
  credentials?: readonly string[],
): Promise<net.Socket> {
  const { hostname, port } = new URL(uploads.app.url);
  const caller = credentials ?? (await credentialsOf('bearer', 'upload_only'));
  const socket = net.connect(Number(port), hostname);
  const size = length === 'chunked' ? 'Transfer-Encoding: chunked' : `Content-Length: ${length}`;
  const head = [`POST ${base}/${id} HTTP/1.1`, `Host: ${hostname}`, ...caller, size];
  socket.write([...head, ...more, 'Content-Type: application/json', '', ''].join('\r\n'));
  return socket;
}

async function spooledBytes(): Promise<number> {
  const sizes = (await uploads.spooled()).map(async (name) => (await stat(join(uploads.folder, name))).size);
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}

function answerOf(socket: net.Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    socket.once('data', (bytes: Buffer) => resolve(bytes.toString()));
    socket.once('error', reject);
  });
}

describe('a body that arrives slowly', () => {
  it('leaves no file if the client disconnects', async () => {
    const id = await uploads.startJob();
    const socket = await openUpload(id, 1000);
    socket.write('{"data":[');
    await until(async () => (await uploads.spooled()).length === 1);
    socket.destroy();
    await until(async () => (await uploads.spooled()).length === 0);
    expect(await uploads.filesOf()).toEqual([]);
  });

  it('is aborted if no bytes arrive for a while, and leaves no file', async () => {
    const id = await uploads.startJob();
    const socket = await openUpload(id, 1000);
    socket.write('{"data":[');
    expect(await answerOf(socket)).toMatch(/^HTTP\/1.1 408 [^]*nothing came for 5 s/);
    expect(await uploads.spooled()).toEqual([]);
    socket.destroy();
  });

  it('may take longer than the time limit of the request while bytes arrive', async () => {
    const id = await uploads.startJob();
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

  it('is refused as soon as it exceeds the limit, and the client receives the answer', async () => {
    const id = await uploads.startJob();
    const announced = await openUpload(id, maxBytes + 1);
    expect(await answerOf(announced)).toMatch(/^HTTP\/1.1 413 /);
    announced.destroy();
    const chunked = await openUpload(id, 'chunked');
    const answer = answerOf(chunked);
    chunked.write(`${(maxBytes + 1).toString(16)}\r\n{${' '.repeat(maxBytes)}\r\n`);
    expect(await answer).toMatch(/^HTTP\/1.1 413 /);
    chunked.destroy();
    await until(async () => (await uploads.spooled()).length === 0);
  });

  it('is requested with 100 Continue only if it will be read', async () => {
    const id = await uploads.startJob();
    const expecting = ['Expect: 100-continue'];
    const refused = await openUpload(99, 9, expecting);
    expect(await answerOf(refused)).toMatch(/^HTTP\/1.1 404 [^]*\r\nConnection: close\r\n/);
    refused.destroy();
    const wanted = await openUpload(id, emptyFile.length, expecting);
    expect(await answerOf(wanted)).toBe('HTTP/1.1 100 Continue\r\n\r\n');
    const answer = answerOf(wanted);
    wanted.write(emptyFile);
    expect(await answer).toMatch(/^HTTP\/1.1 202 /);
    wanted.destroy();
  });

  it('does not block the connection if it is refused', async () => {
    const socket = await openUpload(99, 9);
    expect(await answerOf(socket)).toMatch(/^HTTP\/1.1 404 /);
    const next = answerOf(socket);
    socket.write('{"data":1GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await next).toMatch(/^HTTP\/1.1 200 /);
    socket.destroy();
  });

  it('does not reset the timeout of its upload if its address has not proven the token', async () => {
    const id = await uploads.startJob();
    const unproven = await credentialsOf('signature', 'power_user', { Signature: `${'A'.repeat(43)}=` });
    const socket = await openUpload(id, 20, [], unproven);
    socket.write('{"data":[');
    await until(async () => (await spooledBytes()) === 9);
    uploads.clock.advance(1_100_000);
    socket.write(' ');
    await until(async () => (await spooledBytes()) === 10);
    uploads.clock.advance(100_001);
    expect((await uploads.service.timeOutIdle()).map((upload) => upload.id)).toEqual([id]);
    socket.destroy();
    await until(async () => (await uploads.spooled()).length === 0);
  });

  it.each(['bearer', 'signature'] as const)('resets the timeout of its upload if it is trusted: %s', async (scheme) => {
    const id = await uploads.startJob();
    const socket = await openUpload(id, 20, [], await credentialsOf(scheme, 'upload_only'));
    socket.write('{"data":[');
    await until(async () => (await spooledBytes()) === 9);
    uploads.clock.advance(700_000);
    socket.write(' ');
    await until(async () => (await uploads.lastActivity(id)) === uploads.clock.now().getTime());
    uploads.clock.advance(700_000);
    expect(await uploads.service.timeOutIdle()).toEqual([]);
    uploads.clock.advance(500_001);
    expect((await uploads.service.timeOutIdle()).map((upload) => upload.id)).toEqual([id]);
    const answer = answerOf(socket);
    socket.write('       ]}');
    expect(await answer).toMatch(/^HTTP\/1.1 (408|409) /);
    socket.destroy();
    await until(async () => (await uploads.spooled()).length === 0);
  });
});
