import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { OpenApiJudge } from '../../../test/support/openapi.js';
import { type TestApp, testApp } from '../../../test/support/app.js';
import type { Role } from '../permissions.js';

let app: TestApp;
let judge: OpenApiJudge;
let clientId: string;

beforeAll(async () => {
  app = await testApp();
  judge = await OpenApiJudge.of(app.url);
  clientId = (await post('/clients', { name: 'north', type: 'directory', domain_controller: '' }, randomUUID())).data
    .id;
});
afterAll(() => app.close());

interface Posted {
  readonly status: number;
  readonly text: string;
  readonly data: { readonly id: string; readonly name: string };
  readonly error: { readonly code: string; readonly context: string; readonly message: string };
}

async function post(path: string, body: object, key: string, role: Role = 'administrator'): Promise<Posted> {
  const headers = { 'Idempotency-Key': key };
  const response = await app.as(role, 'bearer', 'POST', `/api/v2${path}`, { headers, body: JSON.stringify(body) });
  const text = await response.text();
  const { data, errors } = JSON.parse(text) as { data: Posted['data']; errors?: Posted['error'][] };
  return { status: response.status, text, data, error: errors?.[0] ?? { code: '', context: '', message: '' } };
}

const count = async (table: string) =>
  Number((await app.database.query<{ count: string }>(`SELECT count(*) FROM ${table}`))[0]?.count);

describe('a repeated request with its key', () => {
  it.each<[string, object | (() => object), string]>([
    ['/asset-groups', { name: 'One', tag: 'one' }, 'asset_group'],
    ['/asset-group-tags', { name: 'Two', type: 2 }, 'asset_group'],
    ['/asset-group-tags/2/selectors', { name: 'by hand', seeds: [{ type: 1, value: 'S-1' }] }, 'asset_group_selector'],
    [
      '/events',
      () => ({ client_id: clientId, rrule: 'DTSTART:20270101T000000Z\nRRULE:FREQ=DAILY', session_collection: true }),
      'event',
    ],
    ['/clients/CLIENT/jobs', { session_collection: true }, 'job'],
    ['/custom-nodes', { custom_types: { Robot: { icon: { type: 'font-awesome', name: 'robot' } } } }, 'custom_node'],
    ['/saved-queries', { name: 'mine', query: 'MATCH (n) RETURN n LIMIT 1' }, 'saved_query'],
    ['/pictures', { state: { boxes: [{ layer: 0, objects: ['S-1'] }] } }, 'picture'],
    ['/accounts', { name: 'zoe', role: 'user', password: 'long enough, and odd' }, 'account'],
  ])('creates nothing more, and has the same status and row: POST %s', async (path, body, table) => {
    const target = path.replace('CLIENT', clientId);
    const sent = typeof body === 'function' ? body() : body;
    const key = randomUUID();
    const first = await post(target, sent, key);
    expect(first).toMatchObject({ status: 201 });
    const rows = await count(table);
    expect(await post(target, sent, key)).toEqual(first);
    expect(await count(table)).toBe(rows);
  });

  it('shows the row as it is now, and 404 if it is gone', async () => {
    const [key, body] = [randomUUID(), { name: 'Former', tag: 'former' }];
    const { data } = await post('/asset-groups', body, key);
    await app.call('PUT', `/api/v2/asset-groups/${data.id}`, { name: 'Later' });
    expect(await post('/asset-groups', body, key)).toMatchObject({ status: 201, data: { id: data.id, name: 'Later' } });
    await app.call('DELETE', `/api/v2/asset-groups/${data.id}`);
    expect(await post('/asset-groups', body, key)).toMatchObject({ status: 404 });
  });

  it('is 409 and names the row if the answer showed a secret', async () => {
    const [key, body] = [randomUUID(), { token_name: 'nightly' }];
    const { data, status } = await post('/tokens', body, key);
    const tokens = await count('api_token');
    const again = await post('/tokens', body, key);
    expect([status, again.status, again.error.code]).toEqual([201, 409, 'key.secret_shown']);
    expect(again.error.message).toContain(data.id);
    expect(await count('api_token')).toBe(tokens);
  });

  it('is 422 with another body or path', async () => {
    const key = randomUUID();
    await post('/asset-groups', { name: 'Three', tag: 'three' }, key);
    const refused = { status: 422, error: { code: 'key.other_request', context: 'header.Idempotency-Key' } };
    expect(await post('/asset-groups', { name: 'Four', tag: 'four' }, key)).toMatchObject(refused);
    expect(await post('/asset-group-tags', { name: 'Three', type: 2 }, key)).toMatchObject(refused);
  });

  it('is 409 while the first is in progress', async () => {
    const [key, body] = [randomUUID(), { name: 'Five', tag: 'five' }];
    const both = await Promise.all([post('/asset-groups', body, key), post('/asset-groups', body, key)]);
    // The second may also come after the end of the first.
    expect(both.map(({ status }) => status)).toContain(201);
    await app.database.query('UPDATE keyed_request SET created = NULL');
    expect(await post('/asset-groups', body, key)).toMatchObject({ status: 409, error: { code: 'key.in_progress' } });
    await app.database.query("UPDATE keyed_request SET started_at = now() - interval '11 minutes'");
    expect(await post('/asset-groups', body, key)).toMatchObject({
      status: 409,
      error: { code: 'resource.name_taken' },
    });
  });

  it('is a new one after 24 hours, after a failure, and of another caller', async () => {
    const [key, body] = [randomUUID(), { name: 'by day', query: 'MATCH (n) RETURN n LIMIT 2' }];
    const first = await post('/saved-queries', body, key);
    const other = await post('/saved-queries', body, key, 'user');
    expect([first.status, other.status, other.data.id === first.data.id]).toEqual([201, 201, false]);
    await app.database.query("UPDATE keyed_request SET started_at = now() - interval '25 hours'");
    // The name is taken, so the request fails, and the key is free.
    expect((await post('/saved-queries', body, key)).error.code).toBe('resource.name_taken');
    expect((await post('/saved-queries', { ...body, name: 'by night' }, key)).status).toBe(201);
  });

  it('is checked before', async () => {
    const key = randomUUID();
    expect((await post('/asset-groups', { name: '' }, key)).status).toBe(400);
    expect((await post('/asset-groups', { name: 'Six', tag: 'six' }, key, 'read_only')).status).toBe(403);
    expect(await post('/asset-groups', { name: 'Six', tag: 'six' }, 'a b')).toMatchObject({
      status: 400,
      error: { code: 'header.invalid_value', context: 'header.Idempotency-Key' },
    });
    expect((await post('/asset-groups', { name: 'Six', tag: 'six' }, key)).status).toBe(201);
  });

  it('keeps neither key nor body', async () => {
    const key = 'the-key-of-a-password';
    await post('/accounts', { name: 'yan', role: 'user', password: 'odd, and long enough' }, key);
    const rows = JSON.stringify(await app.database.query('SELECT * FROM keyed_request'));
    expect([rows.includes(key), rows.includes('odd')]).toEqual([false, false]);
  });

  it('is in the OpenAPI document of each POST that creates', () => {
    const creating = Object.entries(judge.document.paths).flatMap(([path, { post: operation }]) =>
      operation?.parameters?.some(({ name }) => name === 'Idempotency-Key') ? [path.replace('/api/v2', '')] : [],
    );
    expect(creating.toSorted()).toEqual([
      '/accounts',
      '/alert-channels',
      '/alert-rules',
      '/asset-group-tags',
      '/asset-group-tags/{asset_group_tag_id}/selectors',
      '/asset-groups',
      '/clients',
      '/clients/{client_id}/jobs',
      '/custom-nodes',
      '/events',
      '/pictures',
      '/plans',
      '/reports',
      '/saved-queries',
      '/tokens',
    ]);
  });
});
