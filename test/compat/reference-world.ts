import assert from 'node:assert/strict';
import { described, edge } from '../../src/graph/graph-records.fixture.js';
import { writeGraph } from '../../src/graph/graph.fixture.js';
import { type TestApp, testApp } from '../support/app.js';
import { send, type SendOptions, signedFetch, type SigningToken } from '../support/signed-client.js';
import { until } from '../support/until.js';

const keyword = 'bhesignature';
export const domain = 'S-1-5-21-1-2-3';
export const tenant = '6C12B0B0-B2CC-4A73-8252-0B94BFCA2145';
const cloudUser = 'D2F1C6C4-0000-4000-8000-000000000001';
export const user = `${domain}-1104`;
export const computer = `${domain}-1001`;

/** The kinds of the other entities, by the folder of their paths: `GET /api/v2/gpos/{object_id}`. */
const kindsByFolder = {
  gpos: 'GPO',
  containers: 'Container',
  aiacas: 'AIACA',
  rootcas: 'RootCA',
  enterprisecas: 'EnterpriseCA',
  ntauthstores: 'NTAuthStore',
  certtemplates: 'CertTemplate',
};

/** The object id of an entity of each folder. */
export const entities: Readonly<Record<string, string>> = {
  base: user,
  users: user,
  computers: computer,
  groups: `${domain}-512`,
  domains: domain,
  ous: 'OU-1',
  ...Object.fromEntries(Object.entries(kindsByFolder).map(([folder, kind]) => [folder, `${kind.toUpperCase()}-1`])),
};

export const group = `${domain}-512`;
const other = 'S-1-5-21-9-9-9';

/** Each list of each entity has a result by one of these. */
const edgesOfLists = [
  described(other, ['Domain', 'Base'], { name: 'ELM.LOCAL', domainsid: other }),
  described(`${other}-1104`, ['User', 'Base'], { name: 'ZOE', domainsid: other }),
  described(`${other}-1105`, ['Group', 'Base'], { name: 'VISITORS', domainsid: other }),
  ...[user, computer, `${other}-1104`, `${other}-1105`].map((it) => edge(it, 'MemberOf', group)),
  edge(group, 'MemberOf', `${domain}-513`),
  ...['CanRDP', 'ExecuteDCOM', 'CanPSRemote', 'SQLAdmin'].flatMap((kind) =>
    [computer, `${domain}-1002`].map((it) => edge(group, kind, it)),
  ),
  ...[user, computer].map((it) => edge(it, 'AllowedToDelegate', `${domain}-1002`)),
  edge(`${domain}-1002`, 'AllowedToDelegate', computer),
  edge(computer, 'HasSession', user),
  edge(group, 'CoerceAndRelayNTLMToSMB', computer),
  edge(`${other}-1104`, 'AdminTo', computer),
  edge(`${other}-1104`, 'GenericAll', 'GPO-1'),
  ...Object.values(entities).map((it) => edge(group, 'GenericAll', it)),
  edge(domain, 'Contains', 'OU-1'),
  ...[user, computer, group, 'GPO-1'].map((it) => edge('OU-1', 'Contains', it)),
  ...[domain, 'OU-1'].map((it) => edge('GPO-1', 'GPLink', it)),
  edge(domain, 'SameForestTrust', other),
  edge(other, 'SameForestTrust', domain),
  ...['DCSync', 'ADCSESC1'].map((kind) => edge(user, kind, domain)),
  ...['ROOTCA-1', 'AIACA-1'].map((it) => edge('ENTERPRISECA-1', 'IssuedSignedBy', it)),
  edge('ENTERPRISECA-1', 'TrustedForNTAuth', 'NTAUTHSTORE-1'),
  edge('CERTTEMPLATE-1', 'PublishedTo', 'ENTERPRISECA-1'),
];

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

  /** @returns the type of the first finding */
  async finding(): Promise<string> {
    const [row] = await this.app.database.query<{ finding: string }>('SELECT finding FROM finding WHERE id = 1');
    return row?.finding ?? '';
  }

  async nodeId(): Promise<number> {
    const [row] = await this.app.database.query<{ id: number }>('SELECT id FROM node WHERE objectid = $1', [user]);
    return row!.id;
  }

  async edgeId(): Promise<number> {
    const body = { query: 'MATCH p = (:User)-[:AdminTo]->(:Computer) RETURN p' };
    const answer = await this.call('POST', { path: '/api/v2/graphs/cypher', body });
    const { data } = (await answer.json()) as { data: { edges: { id: number }[] } };
    return data.edges[0]!.id;
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

  /** @returns the id of a new label */
  async tag(): Promise<string> {
    return (await this.make('POST', '/asset-group-tags', { name: this.name().replace('-', '_'), type: 2 })).id;
  }

  /** As a program sends it that has read a selector. */
  tagSelectorDraft() {
    const seeds = [{ type: 1, value: user }];
    const readOnly = { id: 0, asset_group_tag_id: 0, created_by: '', disabled_at: null, is_default: false };
    return { ...readOnly, name: this.name(), description: 'Alice', auto_certify: 2, seeds, disabled: false };
  }

  /** @returns the path of a new selector */
  async tagSelector(): Promise<string> {
    const path = `/asset-group-tags/${await this.tag()}/selectors`;
    return `${path}/${(await this.make('POST', path, this.tagSelectorDraft())).id}`;
  }

  /** As a program sends it: with the properties that the service sets. */
  savedQueryDraft() {
    const query = 'MATCH (n) RETURN n LIMIT 1';
    return { id: 0, user_id: '', name: this.name(), query, description: 'One node' };
  }

  savedQuery() {
    return this.make('POST', '/saved-queries', this.savedQueryDraft());
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

  /** An environment in which an analysis counted one node, and the id of its kind. */
  async countedEnvironment(): Promise<{ readonly environment: string; readonly kind: number }> {
    const draft = this.extension();
    const name = draft.node_kinds[0]!.name;
    const environments = [{ environment_kind: name, source_kind: 'Base', principal_kinds: [] }];
    await this.make('PUT', '/extensions', { ...draft, environments });
    const [row] = await this.app.database.query<{ id: number }>(
      `INSERT INTO data_quality_count
         (created_at, updated_at, run_id, extension_id, environment, environment_kind, metric_type, kind, count)
       SELECT now(), now(), gen_random_uuid(), e.id, e.name, $2, 'node', $2, 1 FROM extension e WHERE e.name = $1
       RETURNING extension_id AS id`,
      [draft.schema.name, name],
    );
    return { environment: draft.schema.name, kind: (row?.id ?? 0) * 10_000 + 1 };
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
    await writeGraph(this.app.database, [
      described(domain, ['Domain', 'Base'], { name: 'BIRCH.LOCAL', domainsid: domain, collected: true }),
      described('OU-1', ['OU', 'Base'], { name: 'STAFF', distinguishedname: 'OU=STAFF', domainsid: domain }),
      described(user, ['User', 'Base'], { name: 'ALICE', domainsid: domain }),
      described(`${domain}-512`, ['Group', 'Base'], { name: 'ADMINS', domainsid: domain }),
      described(computer, ['Computer', 'Base'], { name: 'FS01', domainsid: domain }),
      described(`${domain}-1002`, ['Computer', 'Base'], { name: 'FS02', domainsid: domain }),
      ...Object.values(kindsByFolder).map((it) =>
        described(`${it.toUpperCase()}-1`, [it, 'Base'], { name: `THE ${it}`, domainsid: domain }),
      ),
      described(tenant, ['AZTenant', 'AZBase'], { name: 'BIRCH', tenantid: tenant }),
      described(cloudUser, ['AZUser', 'AZBase'], { name: 'BOB', tenantid: tenant }),
      edge(tenant, 'AZContains', cloudUser),
      edge(user, 'AdminTo', computer),
      edge(`${domain}-512`, 'AdminTo', computer),
      edge(computer, 'AdminTo', `${domain}-1002`),
      ...edgesOfLists,
    ]);
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
