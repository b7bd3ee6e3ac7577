import assert from 'node:assert/strict';
import { described, edge, producing } from '../../src/graph/graph-records.fixture.js';
import { GraphLoader } from '../../src/graph/loader/graph-loader.js';
import { type TestApp, testApp } from '../support/app.js';
import { send, type SendOptions, signedFetch, type SigningToken } from '../support/signed-client.js';
import { until } from '../support/until.js';

const keyword = 'bhesignature';
const domain = 'S-1-5-21-1-2-3';
const tenant = '6C12B0B0-B2CC-4A73-8252-0B94BFCA2145';
const user = `${domain}-1104`;
const computer = `${domain}-1001`;

const metadata = `<EntityDescriptor entityID="https://idp.example/id"><IDPSSODescriptor><SingleSignOnService
  Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.example/sso"/></IDPSSODescriptor></EntityDescriptor>`;

/** One call of an operation: the body and the path, with its parameters filled in. */
export interface Example {
  readonly path: string;
  readonly body?: unknown;
  readonly by?: 'administrator' | 'session' | 'collector' | 'nobody';
  /** In place of a JSON body. */
  readonly raw?: SendOptions;
}

/** A service that has something of everything, so that every list has an item and every id a record. */
export class ReferenceWorld {
  private names = 0;

  private constructor(
    readonly app: TestApp,
    readonly client: { readonly id: string; readonly token: SigningToken },
  ) {}

  static async create(): Promise<ReferenceWorld> {
    const app = await testApp({ edition: 'enterprise', environment: { COMPAT: 'bloodhound' }, runsTasks: true });
    const made = await app.call('POST', '/api/v2/clients', { name: 'collector', type: 'sharphound' });
    const { data } = (await made.json()) as { data: { id: string; token: SigningToken } };
    const world = new ReferenceWorld(app, data);
    await world.fill();
    return world;
  }

  close(): Promise<void> {
    return this.app.close();
  }

  call(method: string, { path, body, by = 'administrator', raw }: Example): Promise<Response> {
    const options = raw ?? (body === undefined ? {} : { body: JSON.stringify(body) });
    if (by === 'collector') return signedFetch(this.app.url, this.client.token, method, path, { ...options, keyword });
    if (by === 'nobody') {
      const headers = { 'Content-Type': 'application/json', ...options.headers };
      return send(this.app.url, method, path, { ...options, headers });
    }
    if (by === 'session') return this.app.as('user', 'bearer', method, path, options);
    return this.app.as('administrator', 'signature', method, path, options);
  }

  /** @returns `data` of the answer; an empty object if there is none */
  async make(method: string, path: string, body?: unknown, by?: Example['by']): Promise<{ readonly id: string }> {
    const answer = await this.call(method, { path: `/api/v2${path}`, body, ...(by && { by }) });
    assert.ok(answer.ok, `${method} ${path} answered ${answer.status}: ${await answer.clone().text()}`);
    const text = await answer.text();
    const { data } = (text === '' ? {} : JSON.parse(text)) as { data?: { readonly id: string } };
    return data ?? { id: '' };
  }

  /** A name that nothing has yet. */
  name(): string {
    return `thing-${++this.names}`;
  }

  group() {
    const selectors = [{ name: 'alice', selector: user }];
    return this.make('POST', '/asset-groups', { name: this.name(), tag: this.name(), selectors });
  }

  job() {
    return this.make('POST', `/clients/${this.client.id}/jobs`, { ad_structure_collection: true, domains: [domain] });
  }

  event() {
    const rrule = 'DTSTART:20260101T020000Z\nRRULE:FREQ=DAILY';
    const scope = { session_collection: true, ous: ['OU-1'] };
    return this.make('POST', '/events', { client_id: this.client.id, rrule, ...scope });
  }

  /** The running job of the client: one that ran before is ended. */
  async runningJob() {
    await this.call('POST', { path: '/api/v2/jobs/end', body: { status: 'COMPLETE' }, by: 'collector' });
    const { id } = await this.job();
    return this.make('POST', '/jobs/start', { id }, 'collector');
  }

  userDraft() {
    const name = this.name();
    return { principal: name, email_address: `${name}@birch.example`, first_name: 'A', last_name: 'B', roles: [3] };
  }

  /** @returns the id of a new user */
  async user(): Promise<string> {
    return (await this.make('POST', '/bloodhound-users', this.userDraft())).id;
  }

  extension() {
    const name = this.name();
    const kind = `${name.toUpperCase().replace('-', '')}_Thing`;
    return {
      schema: { name, display_name: name, version: '1.0.0', namespace: kind.split('_')[0] },
      node_kinds: [{ name: kind, display_name: 'Thing', is_display_kind: true, icon: 'user', color: '#336699' }],
      relationship_kinds: [],
      environments: [],
      relationship_findings: [],
    };
  }

  /** The parts of a new provider. */
  providerForm(): SendOptions {
    const parts = { name: this.name(), metadata };
    const text = Object.entries(parts)
      .map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
      .join('');
    return { body: `${text}--x--\r\n`, headers: { 'Content-Type': 'multipart/form-data; boundary=x' } };
  }

  async provider(): Promise<{ readonly id: string }> {
    const answer = await this.call('POST', { path: '/api/v2/saml/providers', raw: this.providerForm() });
    return ((await answer.json()) as { data: { id: string } }).data;
  }

  private async fill(): Promise<void> {
    await this.app.app
      .get(GraphLoader, { strict: false })
      .load(
        producing(
          described(domain, ['Domain', 'Base'], { name: 'BIRCH.LOCAL', domainsid: domain, collected: true }),
          described('OU-1', ['OU', 'Base'], { name: 'STAFF', distinguishedname: 'OU=STAFF', domainsid: domain }),
          described(user, ['User', 'Base'], { name: 'ALICE', domainsid: domain }),
          described(`${domain}-512`, ['Group', 'Base'], { name: 'ADMINS', domainsid: domain }),
          described(computer, ['Computer', 'Base'], { name: 'FS01', domainsid: domain }),
          described(`${domain}-1002`, ['Computer', 'Base'], { name: 'FS02', domainsid: domain }),
          described(tenant, ['AZTenant', 'AZBase'], { name: 'BIRCH', tenantid: tenant }),
          edge(user, 'AdminTo', computer),
          edge(`${domain}-512`, 'AdminTo', computer),
          edge(computer, 'AdminTo', `${domain}-1002`),
        ),
      );
    await this.make('PUT', '/analysis');
    await until(async () => {
      const { status } = (await this.make('GET', '/analysis/status')) as unknown as { status: string };
      return status === 'idle';
    });
    await this.make('POST', '/asset-groups', { name: 'Mine', tag: 'mine', selectors: [{ name: 'a', selector: user }] });
    const config = { icon: { type: 'font-awesome', name: 'server', color: '#336699' } };
    await this.make('POST', '/custom-nodes', { custom_types: { Server: config } });
    await this.make('POST', '/tokens', { token_name: 'nightly' });
    await this.provider();
    await this.event();
    const { id } = await this.job();
    await this.make('PUT', `/jobs/${id}/cancel`);
    await this.job();
    await this.upload();
  }

  private async upload(): Promise<void> {
    const { id } = await this.make('POST', '/file-upload/start');
    await this.make('POST', `/file-upload/${id}`, { meta: { type: 'users', version: 5, count: 1 }, data: [{}] });
    await this.make('POST', `/file-upload/${id}/end`);
    await until(async () => {
      const { status } = (await this.make('GET', `/file-upload/${id}`)) as unknown as { status: number };
      return status === 2;
    }, 60);
  }
}

type MakeExample = (world: ReferenceWorld) => Example | Promise<Example>;

const at = (path: string, body?: unknown): Example => ({ path: `/api/v2${path}`, body });
const byCollector = (path: string, body?: unknown): Example => ({ ...at(path, body), by: 'collector' });

/** A call for each operation that needs more than its path. An operation that is served and is not here is called without anything. */
export const examples: Readonly<Record<string, MakeExample>> = {
  'POST /api/v2/login': async ({ app }) => {
    const account = { name: 'someone', role: 'user', password: 'correct horse battery staple' };
    await app.call('POST', '/api/v2/accounts', account);
    const body = { login_method: 'secret', username: account.name, secret: account.password };
    return { ...at('/login', body), by: 'nobody' };
  },
  'POST /api/v2/logout': () => ({ ...at('/logout'), by: 'session' }),
  'POST /api/v2/saml/providers': (world) => ({ ...at('/saml/providers'), raw: world.providerForm() }),
  'GET /api/v2/saml/providers/{saml_provider_id}': () => at('/saml/providers/1'),
  'DELETE /api/v2/saml/providers/{saml_provider_id}': async (world) =>
    at(`/saml/providers/${(await world.provider()).id}`),
  'POST /api/v2/tokens': () => at('/tokens', { token_name: 'another' }),
  'DELETE /api/v2/tokens/{token_id}': async (world) =>
    at(`/tokens/${(await world.make('POST', '/tokens', { token_name: 'short' })).id}`),
  'POST /api/v2/file-upload/{file_upload_job_id}': async (world) =>
    at(`/file-upload/${(await world.make('POST', '/file-upload/start')).id}`, { graph: { nodes: [] } }),
  'POST /api/v2/file-upload/{file_upload_job_id}/end': async (world) =>
    at(`/file-upload/${(await world.make('POST', '/file-upload/start')).id}/end`),
  'GET /api/v2/file-upload/{file_upload_job_id}/completed-tasks': () => at('/file-upload/1/completed-tasks'),
  'POST /api/v2/custom-nodes': () =>
    at('/custom-nodes', { custom_types: { Printer: { icon: { type: 'font-awesome', name: 'print' } } } }),
  'GET /api/v2/custom-nodes/{kind_name}': () => at('/custom-nodes/Server'),
  'PUT /api/v2/custom-nodes/{kind_name}': () =>
    at('/custom-nodes/Server', { config: { icon: { type: 'font-awesome', name: 'database' } } }),
  'DELETE /api/v2/custom-nodes/{kind_name}': async (world) => {
    await world.make('POST', '/custom-nodes', {
      custom_types: { Gone: { icon: { type: 'font-awesome', name: 'x' } } },
    });
    return at('/custom-nodes/Gone');
  },
  'POST /api/v2/asset-groups': (world) =>
    at('/asset-groups', {
      id: 0,
      name: world.name(),
      tag: world.name(),
      system_group: false,
      member_count: 0,
      selectors: [{ id: 0, asset_group_id: 0, name: 'alice', selector: user, system_selector: false }],
    }),
  'GET /api/v2/asset-groups/{asset_group_id}': async (world) => at(`/asset-groups/${(await world.group()).id}`),
  'PUT /api/v2/asset-groups/{asset_group_id}': async (world) =>
    at(`/asset-groups/${(await world.group()).id}`, { name: world.name() }),
  'DELETE /api/v2/asset-groups/{asset_group_id}': async (world) => at(`/asset-groups/${(await world.group()).id}`),
  'PUT /api/v2/asset-groups/{asset_group_id}/selectors': async (world) =>
    at(`/asset-groups/${(await world.group()).id}/selectors`, [
      { selector_name: 'fs01', sid: computer, action: 'add' },
      { selector_name: 'alice', sid: user, action: 'remove' },
    ]),
  'GET /api/v2/asset-groups/{asset_group_id}/members': async (world) =>
    at(`/asset-groups/${(await world.group()).id}/members`),
  'GET /api/v2/computers/{object_id}/admin-rights': () => at(`/computers/${computer}/admin-rights`),
  'GET /api/v2/users/{object_id}/admin-rights': () => at(`/users/${user}/admin-rights`),
  'GET /api/v2/groups/{object_id}/admin-rights': () => at(`/groups/${domain}-512/admin-rights`),
  'GET /api/v2/ad-domains/{domain_id}/data-quality-stats': () => at(`/ad-domains/${domain}/data-quality-stats`),
  'GET /api/v2/azure-tenants/{tenant_id}/data-quality-stats': () => at(`/azure-tenants/${tenant}/data-quality-stats`),
  'POST /api/v2/ingest': async (world) => {
    await world.runningJob();
    return byCollector('/ingest', { meta: { type: 'users', version: 5, count: 0 }, data: [] });
  },
  'POST /api/v2/clients': (world) =>
    at('/clients', { name: world.name(), domain_controller: 'DC1', type: 'azurehound', events: [] }),
  'POST /api/v2/clients/error': () => byCollector('/clients/error', { task_error: 'x', additional: { of: 'DC1' } }),
  'PUT /api/v2/clients/update': async (world) => {
    await world.runningJob();
    return byCollector('/clients/update', { address: '192.0.2.7', hostname: 'c1', username: 'u', usersid: 'S-1' });
  },
  'GET /api/v2/clients': async (world) => {
    await world.runningJob();
    return at('/clients');
  },
  'GET /api/v2/clients/{client_id}': async (world) => {
    await world.runningJob();
    return at(`/clients/${world.client.id}`);
  },
  'PUT /api/v2/clients/{client_id}': ({ client }) =>
    at(`/clients/${client.id}`, { name: 'collector', domain_controller: 'DC1' }),
  'DELETE /api/v2/clients/{client_id}': async (world) =>
    at(`/clients/${(await world.make('POST', '/clients', { name: world.name(), type: 'sharphound' })).id}`),
  'PUT /api/v2/clients/{client_id}/token': async (world) => {
    const { id } = await world.make('POST', '/clients', { name: world.name(), type: 'sharphound' });
    return at(`/clients/${id}/token`);
  },
  'POST /api/v2/clients/{client_id}/jobs': ({ client }) =>
    at(`/clients/${client.id}/jobs`, {
      id: 0,
      client_id: client.id,
      status: 0,
      session_collection: true,
      domain_controller: { string: 'DC9', valid: true },
    }),
  'GET /api/v2/jobs/available': () => byCollector('/jobs/available'),
  'GET /api/v2/jobs/current': async (world) => {
    await world.runningJob();
    return byCollector('/jobs/current');
  },
  'POST /api/v2/jobs/start': async (world) => {
    await world.call('POST', { ...byCollector('/jobs/end', { status: 'COMPLETE' }) });
    return byCollector('/jobs/start', { id: (await world.job()).id });
  },
  'POST /api/v2/jobs/end': async (world) => {
    await world.runningJob();
    return byCollector('/jobs/end', { status: 'COMPLETE', message: 'collected' });
  },
  'GET /api/v2/jobs/{job_id}': async (world) => at(`/jobs/${(await world.job()).id}`),
  'PUT /api/v2/jobs/{job_id}/cancel': async (world) => at(`/jobs/${(await world.job()).id}/cancel`),
  'GET /api/v2/jobs/{job_id}/log': async (world) => at(`/jobs/${(await world.job()).id}/log`),
  'POST /api/v2/events': ({ client }) =>
    at('/events', {
      client_id: client.id,
      rrule: 'DTSTART:20260101T020000Z\nRRULE:FREQ=DAILY',
      session_collection: true,
    }),
  'GET /api/v2/events/{event_id}': () => at('/events/1'),
  'PUT /api/v2/events/{event_id}': ({ client }) =>
    at('/events/1', {
      id: 1,
      client_id: client.id,
      rrule: 'DTSTART:20260101T030000Z\nRRULE:FREQ=DAILY',
      session_collection: true,
      ous: ['OU-1'],
    }),
  'DELETE /api/v2/events/{event_id}': async (world) => at(`/events/${(await world.event()).id}`),
  'GET /api/v2/roles/{role_id}': () => at('/roles/1'),
  'GET /api/v2/permissions/{permission_id}': () => at('/permissions/1'),
  'POST /api/v2/bloodhound-users': (world) => at('/bloodhound-users', world.userDraft()),
  'GET /api/v2/bloodhound-users/{user_id}': async (world) => at(`/bloodhound-users/${await world.user()}`),
  'PATCH /api/v2/bloodhound-users/{user_id}': async (world) =>
    at(`/bloodhound-users/${await world.user()}`, { first_name: 'Bo' }),
  'DELETE /api/v2/bloodhound-users/{user_id}': async (world) => at(`/bloodhound-users/${await world.user()}`),
  'PUT /api/v2/bloodhound-users/{user_id}/secret': async (world) =>
    at(`/bloodhound-users/${await world.user()}/secret`, { secret: 'correct horse battery staple' }),
  'DELETE /api/v2/bloodhound-users/{user_id}/secret': async (world) =>
    at(`/bloodhound-users/${await world.user()}/secret`),
  'PUT /api/v2/extensions': (world) => at('/extensions', world.extension()),
  'GET /api/v2/extensions': async (world) => {
    await world.make('PUT', '/extensions', world.extension());
    return at('/extensions');
  },
  'DELETE /api/v2/extensions/{extension_id}': async (world) => {
    await world.make('PUT', '/extensions', world.extension());
    const { extensions } = (await world.make('GET', '/extensions')) as unknown as { extensions: { id: number }[] };
    return at(`/extensions/${extensions.at(-1)?.id}`);
  },
  'POST /api/v2/clear-database': () => at('/clear-database', { deleteFileIngestHistory: true }),
};
