import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { shippedQueries } from '../../../test/support/shipped-rows.js';

describe('saved queries with COMPAT', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await testApp({ environment: { COMPAT: 'bloodhound' } });
  });
  afterAll(() => app.close());

  it('have the nil UUID as the account of the service', async () => {
    const response = await app.call('GET', '/api/v2/saved-queries/1');
    const [[name, description, query] = []] = shippedQueries;
    const plain = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
    expect([response.status, await response.json()]).toEqual([
      200,
      {
        data: {
          id: 1,
          created_at: expect.stringMatching(plain),
          updated_at: expect.stringMatching(plain),
          deleted_at: { Time: '0001-01-01T00:00:00Z', Valid: false },
          user_id: '00000000-0000-0000-0000-000000000000',
          name,
          query,
          description,
          category: '',
          scope: 'public',
        },
      },
    ]);
  });

  it('ignore properties that they do not know, and keep the category', async () => {
    const body = JSON.stringify({ name: 'Mine', query: 'RETURN 1', category: 'Cat', scope: 'owned', other: { a: 1 } });
    const created = await app.as('power_user', 'signature', 'POST', '/api/v2/saved-queries', { body });
    expect([created.status, await created.json()]).toMatchObject([201, { data: { name: 'Mine', category: 'Cat' } }]);
    const own = await app.call('POST', '/api/v2/tokens', { name: 'x', other: 1, user_id: null });
    expect(await own.text()).not.toContain('does not know the property');
  });

  it('are told by the path that was asked for if it is unknown', async () => {
    const answer = await app.call('GET', '/api/v2/serach?q=1');
    expect([answer.status, await answer.json()]).toMatchObject([
      404,
      { errors: [{ message: expect.stringContaining('there is no GET /api/v2/serach') }] },
    ]);
  });

  it('are exported and imported as files of one query, without other properties', async () => {
    const exported = await app.call('GET', '/api/v2/saved-queries/1/export');
    const [[name, description, query] = []] = shippedQueries;
    const file = await exported.json();
    expect([exported.headers.get('content-type'), exported.headers.get('content-disposition'), file]).toEqual([
      'application/octet-stream',
      `attachment; filename="${name!.replaceAll(/[:*?"<>|/]/g, '_')}.json"`,
      { name, query, description },
    ]);
    const zip = await app.call('GET', '/api/v2/saved-queries/export?scope=public');
    expect(zip.headers.get('content-disposition')).toBe('attachment; filename=saved-queries.zip');
    const body = Buffer.from(await zip.arrayBuffer());
    const imported = await app.as('user', 'signature', 'POST', '/api/v2/saved-queries/import', { body });
    expect([imported.status, await imported.json()]).toEqual([
      201,
      { data: { imported: shippedQueries.length, faults: [] } },
    ]);
    const listed = await app.as('user', 'signature', 'GET', '/api/v2/saved-queries?limit=1000');
    expect(((await listed.json()) as { data: { name: string }[] }).data.map((it) => it.name).toSorted()).toEqual(
      shippedQueries.map(([it]) => it).toSorted(),
    );
  });
});
