import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { HttpApp } from '../../../test/support/http-app.js';
import { expectFaults, thingsApp } from '../conventions.fixture.js';

let http: HttpApp;

beforeAll(async () => {
  http = await thingsApp();
});
afterAll(() => http.close());

describe('the query', () => {
  it('returns 400 for an unknown parameter', async () => {
    await expectFaults(await fetch(`${http.url}/things?idd=1`), 400, [
      {
        code: 'filter.unknown_parameter',
        context: 'query.idd',
        message: 'this operation does not know the parameter; did you mean id? It takes sort_by, id, skip, limit',
      },
    ]);
    await expectFaults(await fetch(`${http.url}/things/text?x&x=1`), 400, [
      {
        code: 'filter.unknown_parameter',
        context: 'query.x',
        message: 'this operation does not know the parameter; it takes no query parameters',
      },
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

  it('returns 400 for an invalid or repeated value', async () => {
    await expectFaults(await fetch(`${http.url}/things/since?start=today&type=tree&start=x`), 400, [
      { code: 'query.repeated_parameter', context: 'query.start', message: 'is given 2 times; it takes one value' },
      {
        code: 'query.invalid_value',
        context: 'query.start',
        message: '"today" is not valid; it takes an RFC 3339 date-time, such as 2026-01-31T13:00:00Z',
      },
      { code: 'query.invalid_value', context: 'query.type', message: '"tree" is not valid; it takes list or graph' },
    ]);
  });
});

describe('a path parameter', () => {
  it('is decoded', async () => {
    const response = await fetch(`${http.url}/things/named/a%20b%2Fc%C3%A9`);
    expect(await response.json()).toEqual({ name: 'a b/cé' });
  });

  it.each(['0', '-1', '1.5', 'abc', '2147483648', '4294967297', '01234567890'])(
    'must be an id of 32 bits: not %s',
    async (id) => {
      const headers = { 'content-type': 'application/json' };
      const body = '{"name":"x","parts":[]}';
      await expectFaults(await fetch(`${http.url}/things/${id}`, { method: 'POST', body, headers }), 400, [
        {
          code: 'path.invalid_value',
          context: 'path.id',
          message: `"${id}" is not valid; it takes an integer from 1 to 2147483647`,
        },
      ]);
    },
  );
});
