import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { shippedQueries } from '../../database/migrations/shipped-queries.js';

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
          scope: 'public',
        },
      },
    ]);
  });

  it('answer 501 to the export, whose path looks like an id', async () => {
    const response = await app.call('GET', '/api/v2/saved-queries/export');
    const message =
      'GET /api/v2/saved-queries/export is not implemented in this service and edition; this does not mean that there is no data';
    expect([response.status, await response.json()]).toMatchObject([501, { errors: [{ context: 'path', message }] }]);
  });
});
