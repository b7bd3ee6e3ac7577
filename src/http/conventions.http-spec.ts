import { request as httpRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Controller, Get, Post } from '@nestjs/common';
import { Type } from 'class-transformer';
import { IsInt, IsString, Max, Min, ValidateNested } from 'class-validator';
import { type HttpApp, httpApp } from '../../test/support/http-app.js';
import { ConflictError, UnauthenticatedError } from '../common/errors.js';
import { JsonBody } from './body/json-body.decorator.js';
import { MultipartBody, type MultipartParts } from './body/multipart-body.decorator.js';
import { PathInt, PathText } from './input/path-parameter.decorator.js';
import { QueryChoice, QueryDateTime } from './input/query-option.decorator.js';
import { JsonText } from './json-text.js';
import { column } from './list/columns.js';
import { describeList, type ListRequest } from './list/list-description.js';
import { ListQuery } from './list/list-query.decorator.js';

class PartDto {
  @IsInt()
  @Min(1)
  @Max(9)
  readonly size!: number;
}

class ThingDto {
  @IsString()
  readonly name!: string;

  @ValidateNested({ each: true })
  @Type(() => PartDto)
  readonly parts!: PartDto[];
}

const things = describeList({
  columns: { id: column.integer('id', 'sort', 'filter') },
  defaultSort: ['id'],
  tieBreaker: 'id',
});

@Controller('things')
class ThingsController {
  @Get()
  list(@ListQuery(things) request: ListRequest): ListRequest {
    return request;
  }

  @Get('text')
  text(): JsonText {
    return new JsonText('{"made":"elsewhere"}');
  }

  @Get('umlaut')
  umlaut(): JsonText {
    return JsonText.passing('{"name":"Jürgen 😀"}');
  }

  @Get('large')
  large(): { text: string } {
    return { text: 'x'.repeat(40_000) };
  }

  @Get('slow')
  async slow(): Promise<object> {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    return {};
  }

  @Get('taken')
  taken(): never {
    throw new ConflictError([{ context: 'body.name', message: 'is in use' }]);
  }

  @Get('closed')
  closed(): never {
    throw new UnauthenticatedError('nobody is known here');
  }

  @Get('broken')
  broken(): never {
    throw new Error('the password is hunter2');
  }

  @Get('since')
  since(
    @QueryDateTime('start', '') start: Date | undefined,
    @QueryChoice('type', ['list', 'graph'], 'list', '') type: string,
  ): object {
    return { start: start ?? null, type };
  }

  @Get('named/:name')
  named(@PathText('name', '') name: string): object {
    return { name };
  }

  @Post(':id')
  make(
    @PathInt('id', '') id: number,
    @ListQuery(things) _request: ListRequest,
    @JsonBody(ThingDto) body: ThingDto,
  ): object {
    return { id, body };
  }

  @Post('parts/upload')
  upload(@MultipartBody({ name: 'a name', file: 'a file' }) parts: MultipartParts<'name' | 'file'>): object {
    return { name: parts.name.toString(), file: parts.file.toString() };
  }
}

let http: HttpApp;

beforeAll(async () => {
  http = await httpApp([ThingsController], [], { MAX_BODY_BYTES: '2000', MAX_WAIT: '1' });
});
afterAll(() => http.close());

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

function post(
  path: string,
  body: NonNullable<RequestInit['body']>,
  headers: Record<string, string> = { 'content-type': 'application/json' },
) {
  return fetch(http.url + path, { method: 'POST', body, headers });
}

async function expectFaults(response: Response, status: number, errors: readonly object[]): Promise<void> {
  expect(response.status).toBe(status);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await response.json()).toEqual({
    http_status: status,
    timestamp: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
    request_id: response.headers.get('x-request-id'),
    errors,
  });
}

describe('every answer', () => {
  it('carries a request id of its own and the security headers, and names no product', async () => {
    const response = await fetch(`${http.url}/things`, { headers: { 'x-request-id': 'mine' } });
    expect(response.headers.get('x-request-id')).toMatch(uuid);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('x-powered-by')).toBeNull();
    expect(response.headers.get('etag')).toBeNull();
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('is sent as it is where PostgreSQL has built the JSON', async () => {
    const response = await fetch(`${http.url}/things/text`);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.text()).toBe('{"made":"elsewhere"}');
  });

  it('has its length in bytes, also where characters are longer than one', async () => {
    const response = await fetch(`${http.url}/things/umlaut`);
    expect(response.headers.get('content-length')).toBe('23');
    expect(await response.text()).toBe('{"name":"Jürgen 😀"}');
  });

  it('is compressed when it is large and the client accepts it', async () => {
    const large = await fetch(`${http.url}/things/large`);
    expect(large.headers.get('content-encoding')).toMatch(/^(gzip|br|deflate)$/);
    expect(await large.json()).toEqual({ text: 'x'.repeat(40_000) });
    const small = await fetch(`${http.url}/things/text`);
    expect(small.headers.get('content-encoding')).toBeNull();
  });
});

describe('an error', () => {
  it('answers an unknown path, and a method that a path does not have, alike', async () => {
    await expectFaults(await fetch(`${http.url}/nowhere`), 404, [
      { context: 'path', message: 'there is no GET /nowhere' },
    ]);
    for (const method of ['PUT', 'DELETE', 'PATCH', 'OPTIONS']) {
      const message = `there is no ${method} /things`;
      await expectFaults(await fetch(`${http.url}/things`, { method }), 404, [{ context: 'path', message }]);
    }
  });

  it('refuses a path that can not be decoded', async () => {
    const response = await fetch(`${http.url}/things/named/%zz`);
    await expectFaults(response, 400, [{ context: 'path', message: expect.stringContaining('%zz') }]);
  });

  it('hands on what a service refuses', async () => {
    await expectFaults(await fetch(`${http.url}/things/taken`), 409, [{ context: 'body.name', message: 'is in use' }]);
  });

  it('challenges with the keywords of the deployment', async () => {
    const other = await httpApp([ThingsController], [], { SIGNATURE_KEYWORDS: 'svcsignature,other' });
    const challenges = await Promise.all(
      [http, other].map(async ({ url }) => (await fetch(`${url}/things/closed`)).headers.get('www-authenticate')),
    );
    await other.close();
    expect(challenges).toEqual([
      'Bearer realm="graphward", svcsignature realm="graphward"',
      'Bearer realm="graphward", svcsignature realm="graphward", other realm="graphward"',
    ]);
  });

  it('names a hundred faults at most, and says how many more there are', async () => {
    const query = Array.from({ length: 137 }, (_, index) => `x${index}=1`).join('&');
    const { errors } = (await (await fetch(`${http.url}/things?${query}`)).json()) as { errors: unknown[] };
    expect(errors).toHaveLength(101);
    expect(errors.at(99)).toMatchObject({ context: 'query.x99' });
    expect(errors.at(100)).toEqual({ context: 'errors', message: '37 more are not named here' });
  });

  it('says nothing of the inside', async () => {
    const response = await fetch(`${http.url}/things/broken`);
    await expectFaults(response, 500, [{ context: 'server', message: expect.not.stringContaining('hunter2') }]);
  });
});

describe('the query', () => {
  it('is refused where the operation does not know a parameter', async () => {
    await expectFaults(await fetch(`${http.url}/things?idd=1`), 400, [
      {
        context: 'query.idd',
        message: 'this operation does not know the parameter; it takes sort_by, id, skip, limit',
      },
    ]);
    await expectFaults(await fetch(`${http.url}/things/text?x&x=1`), 400, [
      { context: 'query.x', message: 'this operation does not know the parameter; it takes no query parameters' },
    ]);
  });

  it.each([
    ['start=2026-01-01T00:00:00Z', { start: '2026-01-01T00:00:00.000Z', type: 'list' }],
    ['start=2026-01-01T00:00:00%2B02:00&type=graph', { start: '2025-12-31T22:00:00.000Z', type: 'graph' }],
    ['start=2026-01-01T00:00:00+02:00', { start: '2025-12-31T22:00:00.000Z', type: 'list' }],
    ['start=2016-12-31T23:59:60Z', { start: '2017-01-01T00:00:00.000Z', type: 'list' }],
  ])('reads %s', async (query, expected) => {
    const response = await fetch(`${http.url}/things/since?${query}`);
    expect(await response.json()).toEqual(expected);
  });

  it('names a value that is not valid, or given twice', async () => {
    await expectFaults(await fetch(`${http.url}/things/since?start=today&type=tree&start=x`), 400, [
      { context: 'query.start', message: 'is given 2 times; it takes one value' },
      {
        context: 'query.start',
        message: '"today" is not valid; it takes an RFC 3339 date-time, such as 2026-01-31T13:00:00Z',
      },
      { context: 'query.type', message: '"tree" is not valid; it takes list or graph' },
    ]);
  });
});

describe('a path parameter', () => {
  it('arrives decoded', async () => {
    const response = await fetch(`${http.url}/things/named/a%20b%2Fc%C3%A9`);
    expect(await response.json()).toEqual({ name: 'a b/cé' });
  });

  it.each(['0', '-1', '1.5', 'abc', '2147483648', '4294967297', '01234567890'])(
    'must be an id of 32 bits: not %s',
    async (id) => {
      await expectFaults(await post(`/things/${id}`, '{"name":"x","parts":[]}'), 400, [
        { context: 'path.id', message: `"${id}" is not valid; it takes an integer from 1 to 2147483647` },
      ]);
    },
  );
});

describe('a JSON body', () => {
  it('is taken plain or compressed', async () => {
    const body = { name: 'x', parts: [{ size: 3 }] };
    const plain = await post('/things/1', JSON.stringify(body));
    expect([plain.status, await plain.json()]).toEqual([201, { id: 1, body }]);
    const headers = { 'content-type': 'application/json; charset=utf-8', 'content-encoding': 'gzip' };
    const zipped = await post('/things/1', gzipSync(JSON.stringify(body)), headers);
    expect(await zipped.json()).toEqual({ id: 1, body });
  });

  it('reports the faults of path, query and body at once, each with its place', async () => {
    const body = JSON.stringify({ name: 7, parts: [{ size: 1 }, { size: 10, extra: true }], more: 1 });
    await expectFaults(await post('/things/x?id=y&z=1', body), 400, [
      { context: 'path.id', message: '"x" is not valid; it takes an integer from 1 to 2147483647' },
      { context: 'query.id', message: expect.stringContaining('"y" is not valid') },
      { context: 'query.z', message: expect.stringContaining('does not know') },
      { context: 'body.more', message: 'this operation does not know the property' },
      { context: 'body.name', message: 'must be a string' },
      { context: 'body.parts.1.extra', message: 'this operation does not know the property' },
      { context: 'body.parts.1.size', message: 'must not be greater than 9' },
    ]);
  });

  it.each([
    ['{"name":', /^the body is not valid JSON: /],
    ['[]', /^the body is not a JSON object$/],
    ['null', /^the body is not a JSON object$/],
    ['', /^the body is empty; it takes a JSON object$/],
  ])('must be a JSON object: not %p', async (body, message) => {
    await expectFaults(await post('/things/1', body), 400, [
      { context: 'body', message: expect.stringMatching(message) },
    ]);
  });

  it.each([
    ['{"name":"x","parts":[],"__proto__":{}}', 'body.__proto__', 'this operation does not know the property'],
    [
      '{"name":"x","parts":[{"size":1,"constructor":1}]}',
      'body.parts.0.constructor',
      'this operation does not know the property',
    ],
    ['{"name":"\\ud800","parts":[]}', 'body.name', 'has half of a surrogate pair, which is no character'],
  ])('is refused for what would be lost on the way in: %p', async (body, context, message) => {
    await expectFaults(await post('/things/1', body), 400, [{ context, message }]);
  });

  it('must be UTF-8', async () => {
    const response = await post('/things/1', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]));
    await expectFaults(response, 400, [{ context: 'body', message: 'the body is not valid JSON: it is not UTF-8' }]);
  });

  it('must be declared as JSON', async () => {
    await expectFaults(await post('/things/1', '{}', { 'content-type': 'text/plain' }), 415, [
      { context: 'header.Content-Type', message: '"text/plain" is not supported; it takes application/json' },
    ]);
  });

  it('must come in an encoding that is known, and be valid in it', async () => {
    const json = { 'content-type': 'application/json' };
    await expectFaults(await post('/things/1', '{}', { ...json, 'content-encoding': 'zstd' }), 415, [
      { context: 'header.Content-Encoding', message: 'zstd is not supported; supported are gzip, x-gzip, deflate, br' },
    ]);
    await expectFaults(await post('/things/1', '{}', { ...json, 'content-encoding': 'gzip' }), 400, [
      { context: 'body', message: 'the body is not valid gzip' },
    ]);
  });

  it('must stay within its limit, as sent and as decompressed', async () => {
    const fault = { context: 'body', message: 'the body is larger than 2000 bytes' };
    await expectFaults(await post('/things/1', 'x'.repeat(2001)), 413, [fault]);
    const bomb = gzipSync('x'.repeat(100_000));
    await expectFaults(
      await post('/things/1', bomb, { 'content-type': 'application/json', 'content-encoding': 'gzip' }),
      413,
      [fault],
    );
  });
});

describe('a multipart body', () => {
  it('gives its parts by name', async () => {
    const form = new FormData();
    form.append('name', 'corp');
    form.append('file', new Blob(['<xml/>']), 'x.xml');
    expect(await (await post('/things/parts/upload', form, {})).json()).toEqual({ name: 'corp', file: '<xml/>' });
  });

  it('must have exactly the parts that the operation takes', async () => {
    const form = new FormData();
    form.append('name', 'a');
    form.append('name', 'b');
    form.append('other', 'c');
    await expectFaults(await post('/things/parts/upload', form, {}), 400, [
      { context: 'body.name', message: 'the part is given 2 times; it takes one' },
      { context: 'body.file', message: 'the part is missing' },
      { context: 'body.other', message: 'this operation does not know the part' },
    ]);
  });

  it('must be multipart', async () => {
    await expectFaults(await post('/things/parts/upload', '{}'), 415, [
      { context: 'header.Content-Type', message: 'it takes multipart/form-data' },
    ]);
    const broken = await post('/things/parts/upload', 'x', { 'content-type': 'multipart/form-data' });
    await expectFaults(broken, 400, [{ context: 'body', message: 'the body is not valid multipart/form-data' }]);
  });
});

describe('Prefer', () => {
  it('says which wait applies', async () => {
    const response = await fetch(`${http.url}/things`, { headers: { prefer: 'wait=77' } });
    expect(response.headers.get('preference-applied')).toBe('wait=1');
    expect((await fetch(`${http.url}/things`)).headers.get('preference-applied')).toBeNull();
  });

  it('ends a request whose time is up, in the error envelope', async () => {
    const response = await fetch(`${http.url}/things/slow`, { headers: { prefer: 'wait=1' } });
    await expectFaults(response, 500, [{ context: 'header.Prefer', message: 'request timed out after 1 s' }]);
  });

  it('is refused where it is malformed, also on a path that does not exist', async () => {
    for (const path of ['/things', '/nowhere']) {
      await expectFaults(await fetch(http.url + path, { headers: { prefer: 'wait=soon' } }), 400, [
        { context: 'header.Prefer', message: 'wait=soon is not valid; wait takes a number of seconds, or -1' },
      ]);
    }
  });
});

describe('HEAD', () => {
  it('answers the headers of GET and no body, also for errors', async () => {
    for (const [path, status] of [
      ['/things/text', 200],
      ['/nowhere', 404],
    ] as const) {
      const response = await fetch(http.url + path, { method: 'HEAD' });
      expect([response.status, await response.text()]).toEqual([status, '']);
      expect(Number(response.headers.get('content-length'))).toBeGreaterThan(10);
    }
  });
});

describe('a client that leaves', () => {
  it('does not disturb the others', async () => {
    await new Promise<void>((resolve) => {
      const outgoing = httpRequest(`${http.url}/things/slow`);
      outgoing.on('error', () => resolve());
      outgoing.end(() => setTimeout(() => outgoing.destroy(), 50));
      outgoing.on('close', () => resolve());
    });
    expect((await fetch(`${http.url}/things/text`)).status).toBe(200);
  });
});
