import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type HttpApp, httpApp } from '../../test/support/http-app.js';
import { expectFaults, ThingsController, thingsApp } from './conventions.fixture.js';

let http: HttpApp;

beforeAll(async () => {
  http = await thingsApp();
});
afterAll(() => http.close());

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

describe('every answer', () => {
  it('has its own request id and the security headers, and names no product', async () => {
    const response = await fetch(`${http.url}/things`, { headers: { 'x-request-id': 'mine' } });
    expect(response.headers.get('x-request-id')).toMatch(uuid);
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(response.headers.get('x-powered-by')).toBeNull();
    expect(response.headers.get('etag')).toBeNull();
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('is sent unchanged if PostgreSQL wrote the JSON', async () => {
    const response = await fetch(`${http.url}/things/text`);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(await response.text()).toBe('{"made":"elsewhere"}');
  });

  it('has its length in bytes, also for characters of several bytes', async () => {
    const response = await fetch(`${http.url}/things/umlaut`);
    expect(response.headers.get('content-length')).toBe('23');
    expect(await response.text()).toBe('{"name":"Jürgen 😀"}');
  });

  it('is compressed if it is large and the client accepts gzip', async () => {
    const large = await fetch(`${http.url}/things/large`);
    expect(large.headers.get('content-encoding')).toMatch(/^(gzip|br|deflate)$/);
    expect(await large.json()).toEqual({ text: 'x'.repeat(40_000) });
    const small = await fetch(`${http.url}/things/text`);
    expect(small.headers.get('content-encoding')).toBeNull();
  });
});

describe('an error', () => {
  it('names the unknown path', async () => {
    await expectFaults(await fetch(`${http.url}/nowhere`), 404, [
      { code: 'path.unknown', context: 'path', message: 'there is no GET /nowhere' },
    ]);
  });

  it('has status 400 for a path that cannot be decoded', async () => {
    const response = await fetch(`${http.url}/things/named/%zz`);
    await expectFaults(response, 400, [
      { code: 'path.malformed', context: 'path', message: expect.stringContaining('%zz') },
    ]);
  });

  it('contains the faults that a service threw', async () => {
    await expectFaults(await fetch(`${http.url}/things/taken`), 409, [
      { code: 'resource.name_taken', context: 'body.name', message: 'is in use' },
    ]);
  });

  it('has the keywords of the deployment in WWW-Authenticate', async () => {
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

  it('lists at most a hundred faults and counts the rest', async () => {
    const query = Array.from({ length: 137 }, (_, index) => `x${index}=1`).join('&');
    const { errors } = (await (await fetch(`${http.url}/things?${query}`)).json()) as { errors: unknown[] };
    expect(errors).toHaveLength(101);
    expect(errors.at(99)).toMatchObject({ context: 'query.x99' });
    expect(errors.at(100)).toEqual({
      code: 'errors.omitted',
      context: 'errors',
      message: '37 more are not named here',
    });
  });

  it('hides internal failures', async () => {
    const response = await fetch(`${http.url}/things/broken`);
    await expectFaults(response, 500, [
      { code: 'server.internal', context: 'server', message: expect.not.stringContaining('hunter2') },
    ]);
  });
});

describe('Prefer', () => {
  it('returns the applied wait', async () => {
    const response = await fetch(`${http.url}/things`, { headers: { prefer: 'wait=77' } });
    expect(response.headers.get('preference-applied')).toBe('wait=1');
    expect((await fetch(`${http.url}/things`)).headers.get('preference-applied')).toBeNull();
  });

  it('returns 500 in the error envelope when the time limit expires', async () => {
    const response = await fetch(`${http.url}/things/slow`, { headers: { prefer: 'wait=1' } });
    await expectFaults(response, 500, [
      { code: 'request.timed_out', context: 'header.Prefer', message: 'request timed out after 1 s' },
    ]);
  });

  it('returns 400 if it is malformed, also on an unknown path', async () => {
    for (const path of ['/things', '/nowhere']) {
      await expectFaults(await fetch(http.url + path, { headers: { prefer: 'wait=soon' } }), 400, [
        {
          code: 'header.invalid_value',
          context: 'header.Prefer',
          message: 'wait=soon is not valid; wait takes a number of seconds, or -1',
        },
      ]);
    }
  });
});

describe('HEAD', () => {
  it('returns the headers of GET without a body, also for errors', async () => {
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
  it('does not affect other clients', async () => {
    await new Promise<void>((resolve) => {
      const outgoing = httpRequest(`${http.url}/things/slow`);
      outgoing.on('error', () => resolve());
      outgoing.end(() => setTimeout(() => outgoing.destroy(), 50));
      outgoing.on('close', () => resolve());
    });
    expect((await fetch(`${http.url}/things/text`)).status).toBe(200);
  });
});
