import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { gzipSync } from 'node:zlib';
import { type TestApp, testApp } from '../../test/support/app.js';
import { send, signedFetch, signedHeaders, type SigningToken } from '../../test/support/signed-client.js';

const keyword = 'bhesignature';
const zero = '0001-01-01T00:00:00Z';

const shown =
  'id client_id client_name event_id execution_time start_time end_time status status_message session_collection ' +
  'local_group_collection ad_structure_collection cert_services_collection ca_registry_collection ' +
  'dc_registry_collection all_trusted_domains domain_controller ous domains domain_results';
const shownKeys = shown.split(' ').toSorted();
const storedKeys = `${shown} created_at updated_at deleted_at event_title log_path last_ingest`.split(' ').toSorted();

type Job = Readonly<Record<string, unknown>>;

describe('a collector in service mode, under COMPAT=bloodhound', () => {
  let app: TestApp;
  let token: SigningToken;
  let clientId: string;

  beforeAll(async () => {
    app = await testApp({ edition: 'enterprise', environment: { COMPAT: 'bloodhound' } });
    const made = await app.call('POST', '/api/v2/clients', { name: 'service', type: 'azurehound' });
    const { data } = (await made.json()) as { data: { id: string; token: SigningToken } };
    ({ id: clientId, token } = data);
  });
  afterAll(() => app.close());

  /** As collectors send them: a body without a type. */
  async function ask(method: string, path: string, body?: unknown): Promise<{ data: Job }> {
    const options = { keyword, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await signedFetch(app.url, token, method, `/api/v2${path}`, options);
    expect([path, response.status]).toEqual([path, 200]);
    return (await response.json()) as { data: Job };
  }

  it('checks in, starts a job, sends data and ends the job', async () => {
    const about = { Address: '192.0.2.7', Hostname: 'c1', Version: '2.5.0' };
    expect((await ask('PUT', '/clients/update', about)).data).toMatchObject({
      id: clientId,
      ip_address: '192.0.2.7',
      hostname: 'c1',
      version: '2.5.0',
      current_job_id: null,
      current_job: null,
    });

    const made = await app.call('POST', `/api/v2/clients/${clientId}/jobs`, { ad_structure_collection: true });
    const { data: ready } = (await made.json()) as { data: Job };
    expect(keysOf(ready)).toEqual(storedKeys);
    const { id } = ready;

    const { data: available } = (await ask('GET', '/jobs/available')) as unknown as { data: Job[] };
    expect(available.map((job) => [job['id'], job['status'], keysOf(job)])).toEqual([[id, 0, shownKeys]]);

    const { data: started } = await ask('POST', '/jobs/start', { id });
    expect(keysOf(started)).toEqual(storedKeys);
    expect(started).toMatchObject({
      id,
      status: 1,
      client_id: clientId,
      client_name: 'service',
      event_id: null,
      end_time: zero,
      created_at: expect.stringMatching(/^20/),
      updated_at: expect.stringMatching(/^20/),
      deleted_at: { Time: zero, Valid: false },
      log_path: null,
      event_title: '',
      last_ingest: zero,
      ous: [],
      domains: [],
      domain_results: [],
    });
    const { data: current } = await ask('GET', '/jobs/current');
    expect([current['id'], current['status'], keysOf(current)]).toEqual([id, 1, shownKeys]);
    const { data: client } = await ask('PUT', '/clients/update', about);
    expect([client['current_job_id'], keysOf(client['current_job'])]).toEqual([id, storedKeys]);

    const body = gzipSync('{"meta":{"type":"azure","version":0,"count":0},"data":[]}');
    const signed = signedHeaders(token, 'POST', '/api/v2/ingest', { body, keyword });
    const headers = { ...signed, 'Content-Encoding': 'gzip' };
    const sent = await send(app.url, 'POST', '/api/v2/ingest', { body, headers });
    expect([sent.status, await sent.text()]).toEqual([202, '']);

    const { data: ended } = await ask('POST', '/jobs/end', { status: 'COMPLETE', message: 'collected' });
    expect(keysOf(ended)).toEqual(storedKeys);
    expect(ended).toMatchObject({ id, status: 6, last_ingest: expect.stringMatching(/^20/) });
    const canceled = await app.call('GET', `/api/v2/jobs/${String(id)}`);
    expect(keysOf(((await canceled.json()) as { data: Job }).data)).toEqual(shownKeys);
  });
});

function keysOf(job: unknown): string[] {
  return Object.keys(job as object).toSorted();
}
