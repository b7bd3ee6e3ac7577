import net from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../../../test/support/until.js';
import { base, emptyFile, maxBytes, TestUploads } from './file-uploads.fixture.js';

let uploads: TestUploads;

beforeAll(async () => {
  uploads = await TestUploads.start();
});
afterAll(() => uploads.close());
afterEach(async () => {
  await uploads.clear();
});

/** A connection on which a body of that length was announced, and so far none sent. */
async function openUpload(id: number, length: number | 'chunked', prefer: readonly string[] = []): Promise<net.Socket> {
  const { hostname, port } = new URL(uploads.app.url);
  const { authorization } = await uploads.headersOf(() =>
    uploads.app.as('upload_only', 'bearer', 'GET', `${base}/accepted-types`),
  );
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

  it('resets the timeout of its upload', async () => {
    const id = await uploads.startJob();
    const socket = await openUpload(id, 20);
    socket.write('{"data":[');
    await until(async () => (await uploads.spooled()).length === 1);
    uploads.clock.advance(1_100_000);
    socket.write(' ');
    const touched = uploads.clock.now().getTime();
    await until(async () => (await uploads.service.find(id))?.lastActivityAt.getTime() === touched);
    uploads.clock.advance(1_100_000);
    expect(await uploads.service.timeOutIdle()).toEqual([]);
    uploads.clock.advance(100_001);
    expect((await uploads.service.timeOutIdle()).map((upload) => upload.id)).toEqual([id]);
    const answer = answerOf(socket);
    socket.write('       ]}');
    expect(await answer).toMatch(/^HTTP\/1.1 (408|409) /);
    socket.destroy();
    await until(async () => (await uploads.spooled()).length === 0);
  });
});
