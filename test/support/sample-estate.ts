import { expect } from '@jest/globals';
import { Estate } from '../../demo/generator/estate.js';
import { ESTATE_PRESETS } from '../../demo/generator/sizes.js';
import { loadDemo } from '../../demo/load-demo.js';
import { type TestApp, testApp } from './app.js';
import { until } from './until.js';

const extension = {
  schema: { name: 'Acme', display_name: 'Acme Cloud', version: '1.0.0', namespace: 'ACME' },
  relationship_kinds: [{ name: 'ACME_Owns', description: 'Owns it', is_traversable: true }, { name: 'ACME_Knows' }],
};

/** The service with the sample estate, and some rows in each list that the estate leaves empty. Nothing changes by itself. */
export async function sampleEstate(): Promise<TestApp> {
  const app = await testApp({ runsTasks: true });
  await loadDemo(app.app, new Estate({ seed: 'filters', sizes: ESTATE_PRESETS.small, now: new Date() }), () => {});
  await addRows(app);
  return app;
}

/** Of a later day than the estate. */
const users = JSON.stringify({
  meta: { type: 'users', version: 6 },
  data: [
    {
      ObjectIdentifier: 'S-1-5-21-7-7-7-1104',
      Properties: { name: 'LATE@ELM.LOCAL', domain: 'ELM.LOCAL', domainsid: 'S-1-5-21-7-7-7' },
      Aces: [
        { PrincipalSID: 'S-1-5-21-7-7-7-512', PrincipalType: 'Group', RightName: 'GenericAll', IsInherited: false },
      ],
    },
  ],
});

/** Adds rows to lists that an estate leaves empty. */
export async function addRows(app: TestApp): Promise<void> {
  await call(app, 'PUT', '/extensions', extension);
  for (const type of [1, 2])
    await call(app, 'POST', '/asset-group-tags', { name: `Tag ${type}`, type, description: 'of a test' });
  const selectors = '/asset-group-tags/1/selectors';
  const seeds = [{ type: 1, value: 'S-1-1-1' }];
  const { id } = await call<{ id: number }>(app, 'POST', selectors, { name: 'Off', seeds, auto_certify: 1 });
  await call(app, 'PATCH', `${selectors}/${id}`, { disabled: true });
  const person = { name: 'alice', role: 'user', email: 'alice@halden.example', password: 'seven brass lanterns' };
  await call(app, 'POST', '/accounts', person);
  await app.database.query(`UPDATE account SET first_name = 'Alice', last_name = 'Hill' WHERE name = 'alice'`);
  await call(app, 'POST', '/tokens', { token_name: 'short', expires_at: '2100-01-01T00:00:00Z' });
  for (const role of ['administrator', 'user'] as const) {
    await app.as(role, 'signature', 'POST', '/api/v2/saved-queries', {
      body: JSON.stringify({ name: `Of ${role}`, query: 'MATCH (n) RETURN n', description: 'One', category: 'Mine' }),
    });
    await upload(app, role === 'user' ? '{"data":[' : users);
  }
}

async function upload(app: TestApp, content: string): Promise<void> {
  const { id } = await call<{ id: number }>(app, 'POST', '/file-upload/start');
  await app.as('administrator', 'signature', 'POST', `/api/v2/file-upload/${id}`, {
    body: content,
    headers: { 'Content-Type': 'application/json', 'X-File-Upload-Name': `${id}.json` },
  });
  await call(app, 'POST', `/file-upload/${id}/end`);
  await until(async () => {
    const response = await app.call('GET', `/api/v2/file-upload?id=${id}&finish_time=neq:null`);
    return ((await response.json()) as { count: number }).count === 1;
  });
}

async function call<T>(app: TestApp, method: string, path: string, body?: unknown): Promise<T> {
  const response = await app.call(method, `/api/v2${path}`, body);
  const text = await response.text();
  expect([path, response.status < 300 ? '' : text]).toEqual([path, '']);
  return text === '' ? (undefined as T) : (JSON.parse(text) as { data: T }).data;
}
