import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../../test/support/app.js';

describe('spare parts', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await testApp();
  });
  afterAll(() => app.close());

  async function call(method: string, path: string, body?: unknown): Promise<[status: number, body: unknown]> {
    const answer = await app.call(method, `/api/v2/spare-parts${path}`, body);
    return [answer.status, answer.status === 204 ? undefined : await answer.json()];
  }

  it('are created, listed and deleted', async () => {
    const gear = { id: 1, name: 'gear' };
    expect(await call('POST', '', { name: 'gear' })).toEqual([201, { data: gear }]);
    expect(await call('GET', '?name=eq:gear')).toEqual([200, { count: 1, skip: 0, limit: 100, data: [gear] }]);
    expect(await call('DELETE', '/1')).toEqual([204, undefined]);
    expect(await call('GET', '')).toEqual([200, { count: 0, skip: 0, limit: 100, data: [] }]);
  });

  it('have names that differ', async () => {
    await call('POST', '', { name: 'twice' });
    const message = 'the name twice is taken';
    expect(await call('POST', '', { name: 'twice' })).toMatchObject([
      409,
      { errors: [{ code: 'resource.name_taken', context: 'body.name', message }] },
    ]);
  });

  it('are unknown if they are not created', async () => {
    expect(await call('DELETE', '/99')).toMatchObject([
      404,
      { errors: [{ code: 'resource.not_found', context: 'path.spare_part_id', message: 'there is no spare part 99' }] },
    ]);
  });
});
