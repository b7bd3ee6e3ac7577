import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { HttpApp } from '../../../test/support/http-app.js';
import { expectFaults, thingsApp } from '../conventions.fixture.js';

let http: HttpApp;

beforeAll(async () => {
  http = await thingsApp();
});
afterAll(() => http.close());

function post(
  path: string,
  body: NonNullable<RequestInit['body']>,
  headers: Record<string, string> = { 'content-type': 'application/json' },
) {
  return fetch(http.url + path, { method: 'POST', body, headers });
}

describe('a JSON body', () => {
  it('is accepted plain or compressed', async () => {
    const body = { name: 'x', parts: [{ size: 3 }] };
    const plain = await post('/things/1', JSON.stringify(body));
    expect([plain.status, await plain.json()]).toEqual([201, { id: 1, body }]);
    const headers = { 'content-type': 'application/json; charset=utf-8', 'content-encoding': 'gzip' };
    const zipped = await post('/things/1', gzipSync(JSON.stringify(body)), headers);
    expect(await zipped.json()).toEqual({ id: 1, body });
  });

  it('is refused with all faults of path, query and body in one answer', async () => {
    const body = JSON.stringify({ name: 7, parts: [{ size: 1 }, { size: 10, extra: true }], more: 1 });
    await expectFaults(await post('/things/x?id=y&z=1', body), 400, [
      {
        code: 'path.invalid_value',
        context: 'path.id',
        message: '"x" is not valid; it takes an integer from 1 to 2147483647',
      },
      { code: 'filter.invalid_value', context: 'query.id', message: expect.stringContaining('"y" is not valid') },
      { code: 'filter.unknown_parameter', context: 'query.z', message: expect.stringContaining('does not know') },
      { code: 'body.unknown_property', context: 'body.more', message: 'this operation does not know the property' },
      { code: 'body.invalid_value', context: 'body.name', message: 'must be a string' },
      {
        code: 'body.unknown_property',
        context: 'body.parts.1.extra',
        message: 'this operation does not know the property',
      },
      { code: 'body.invalid_value', context: 'body.parts.1.size', message: 'must not be greater than 9' },
    ]);
  });

  it.each([
    ['{"name":', 'body.invalid_json', /^the body is not valid JSON: /],
    ['[]', 'body.invalid_value', /^the body is not a JSON object$/],
    ['null', 'body.invalid_value', /^the body is not a JSON object$/],
    ['', 'body.missing', /^the body is empty; it takes a JSON object$/],
  ])('returns 400 for %p, which is not a JSON object', async (body, code, message) => {
    await expectFaults(await post('/things/1', body), 400, [
      { code, context: 'body', message: expect.stringMatching(message) },
    ]);
  });

  it.each([
    [
      '{"name":"x","parts":[],"__proto__":{}}',
      'body.unknown_property',
      'body.__proto__',
      'this operation does not know the property',
    ],
    [
      '{"name":"x","parts":[{"size":1,"constructor":1}]}',
      'body.unknown_property',
      'body.parts.0.constructor',
      'this operation does not know the property',
    ],
    [
      '{"name":"x","parts":[],"toString":"x"}',
      'body.unknown_property',
      'body.toString',
      'this operation does not know the property',
    ],
    [
      '{"name":{"constructor":{"prototype":{}}},"parts":[]}',
      'body.unknown_property',
      'body.name.constructor',
      'this operation does not know the property',
    ],
    [
      '{"name":"\\ud800","parts":[]}',
      'body.invalid_value',
      'body.name',
      'has half of a surrogate pair, which is no character',
    ],
  ])('returns 400 for members that the conversion would lose: %p', async (body, code, context, message) => {
    await expectFaults(await post('/things/1', body), 400, [{ code, context, message }]);
  });

  it('returns 400 for text that is not UTF-8', async () => {
    const response = await post('/things/1', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]));
    await expectFaults(response, 400, [
      { code: 'body.invalid_json', context: 'body', message: 'the body is not valid JSON: it is not UTF-8' },
    ]);
  });

  it('returns 415 for another media type', async () => {
    await expectFaults(await post('/things/1', '{}', { 'content-type': 'text/plain' }), 415, [
      {
        code: 'body.unsupported_type',
        context: 'header.Content-Type',
        message: '"text/plain" is not supported; it takes application/json',
      },
    ]);
  });

  it('returns 415 for an unknown encoding and 400 for invalid gzip', async () => {
    const json = { 'content-type': 'application/json' };
    await expectFaults(await post('/things/1', '{}', { ...json, 'content-encoding': 'zstd' }), 415, [
      {
        code: 'body.unsupported_encoding',
        context: 'header.Content-Encoding',
        message: 'zstd is not supported; supported are gzip, x-gzip, deflate, br',
      },
    ]);
    await expectFaults(await post('/things/1', '{}', { ...json, 'content-encoding': 'gzip' }), 400, [
      { code: 'body.invalid_encoding', context: 'body', message: 'the body is not valid gzip' },
    ]);
  });

  it('returns 413 over its limit, as sent or as decompressed', async () => {
    const fault = { code: 'body.too_large', context: 'body', message: 'the body is larger than 2000 bytes' };
    await expectFaults(await post('/things/1', 'x'.repeat(2001)), 413, [fault]);
    const bomb = gzipSync('x'.repeat(100_000));
    await expectFaults(
      await post('/things/1', bomb, { 'content-type': 'application/json', 'content-encoding': 'gzip' }),
      413,
      [fault],
    );
  });
});

/** Sends a body without its end. @returns all that the service sends until it closes the connection */
async function answerToUnended(path: string, head: readonly string[]): Promise<string> {
  const socket = connect(Number(new URL(http.url).port), '127.0.0.1');
  await once(socket, 'connect');
  socket.write([`POST ${path} HTTP/1.1`, 'Host: x', 'Prefer: wait=1', ...head, '', ''].join('\r\n'));
  const drip = setInterval(() => socket.write('1\r\n \r\n'), 100);
  try {
    return await text(socket);
  } finally {
    clearInterval(drip);
    socket.destroy();
  }
}

describe('a body that arrives slowly', () => {
  it.each([
    ['JSON', '/things/1', 'application/json'],
    ['multipart', '/things/parts/upload', 'multipart/form-data; boundary=x'],
  ])('returns 408 and closes the connection when the time limit expires (%s)', async (_, path, type) => {
    const answer = await answerToUnended(path, [`Content-Type: ${type}`, 'Transfer-Encoding: chunked']);
    expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*\r\nConnection: close\r\n/);
    expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toMatchObject({
      http_status: 408,
      errors: [
        { code: 'body.too_slow', context: 'body', message: 'the body did not arrive within the 1 s of the request' },
      ],
    });
  });

  it('returns 500 if it is complete and the handler is slow', async () => {
    const response = await post('/things/slow', '{"name":"x","parts":[]}', {
      'content-type': 'application/json',
      prefer: 'wait=1',
    });
    await expectFaults(response, 500, [
      { code: 'request.timed_out', context: 'header.Prefer', message: 'request timed out after 1 s' },
    ]);
  });
});

describe('a multipart body', () => {
  it('returns its parts by name', async () => {
    const form = new FormData();
    form.append('name', 'corp');
    form.append('file', new Blob(['<xml/>']), 'x.xml');
    expect(await (await post('/things/parts/upload', form, {})).json()).toEqual({ name: 'corp', file: '<xml/>' });
  });

  it('returns 400 for missing, repeated and unknown parts', async () => {
    const form = new FormData();
    form.append('name', 'a');
    form.append('name', 'b');
    form.append('other', 'c');
    await expectFaults(await post('/things/parts/upload', form, {}), 400, [
      { code: 'body.invalid_value', context: 'body.name', message: 'the part is given 2 times; it takes one' },
      { code: 'body.missing_property', context: 'body.file', message: 'the part is missing' },
      { code: 'body.unknown_property', context: 'body.other', message: 'this operation does not know the part' },
    ]);
  });

  it('returns 415 for another type and 400 for a malformed body', async () => {
    await expectFaults(await post('/things/parts/upload', '{}'), 415, [
      { code: 'body.unsupported_type', context: 'header.Content-Type', message: 'it takes multipart/form-data' },
    ]);
    const broken = await post('/things/parts/upload', 'x', { 'content-type': 'multipart/form-data' });
    await expectFaults(broken, 400, [
      { code: 'body.invalid_encoding', context: 'body', message: 'the body is not valid multipart/form-data' },
    ]);
  });
});
