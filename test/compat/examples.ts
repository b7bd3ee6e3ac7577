import { login } from '../support/signed-client.js';
import { totpCode } from '../support/totp.js';
import { takesBody } from './reference-judge.js';
import {
  computer,
  domain,
  entities,
  group,
  type Example,
  type ReferenceWorld,
  tenant,
  user,
} from './reference-world.js';

type MakeExample = (world: ReferenceWorld) => Example | Promise<Example>;

const at = (path: string, body?: unknown): Example => ({ path: `/api/v2${path}`, body });
const byCollector = (path: string, body?: unknown): Example => ({ ...at(path, body), by: 'collector' });

const oidcProvider = (world: ReferenceWorld) => ({
  name: world.name(),
  issuer: 'https://login.example',
  client_id: 'graphward',
  config: { auto_provision: { enabled: false, default_role_id: 3, role_provision: false } },
});

async function madeProvider(world: ReferenceWorld): Promise<string> {
  return (await world.make('POST', '/sso-providers/oidc', oidcProvider(world))).id;
}

const ownSecret = 'correct horse battery staple';

/** A user that has enrolled an app, without a code of it. */
async function enrolling(world: ReferenceWorld) {
  const draft = { ...world.userDraft(), secret: ownSecret };
  const { id } = await world.make('POST', '/bloodhound-users', draft);
  const bearer = await login(world.app.url, draft.principal, ownSecret);
  const raw = { headers: { Authorization: `Bearer ${bearer}` } };
  const path = `/api/v2/bloodhound-users/${id}`;
  const body = JSON.stringify({ secret: ownSecret });
  const answer = await world.call('POST', { path: `${path}/mfa`, by: 'nobody', raw: { ...raw, body } });
  const { data } = (await answer.json()) as { data: { totp_secret: string } };
  return { path, raw, otp: totpCode(data.totp_secret) };
}

/** A call for each operation that needs a body, or parameters in its path that {@link exampleOf} does not know. */
const examples: Readonly<Record<string, MakeExample>> = {
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
  'POST /api/v2/sso-providers/saml': (world) => ({ ...at('/sso-providers/saml'), raw: world.providerForm() }),
  'POST /api/v2/sso-providers/oidc': (world) => at('/sso-providers/oidc', oidcProvider(world)),
  'PATCH /api/v2/sso-providers/{sso_provider_id}': async (world) =>
    at(`/sso-providers/${(await world.provider()).id}`, { config: { auto_provision: { enabled: true } } }),
  'DELETE /api/v2/sso-providers/{sso_provider_id}': async (world) => at(`/sso-providers/${await madeProvider(world)}`),
  'GET /api/v2/sso-providers/{sso_provider_id}/signing-certificate': () => at('/sso-providers/1/signing-certificate'),
  'POST /api/v2/tokens': () => at('/tokens', { token_name: 'another' }),
  'DELETE /api/v2/tokens/{token_id}': async (world) =>
    at(`/tokens/${(await world.make('POST', '/tokens', { token_name: 'short' })).id}`),
  'POST /api/v2/file-upload/{file_upload_job_id}': async (world) =>
    at(`/file-upload/${(await world.make('POST', '/file-upload/start')).id}`, { graph: { nodes: [] } }),
  'POST /api/v2/file-upload/{file_upload_job_id}/end': async (world) =>
    at(`/file-upload/${(await world.make('POST', '/file-upload/start')).id}/end`),
  'GET /api/v2/file-upload/{file_upload_job_id}/completed-tasks': () => at('/file-upload/1/completed-tasks'),
  'GET /api/v2/collectors/{collector_type}': () => at('/collectors/sharphound'),
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
  'GET /api/v2/graphs/edge-composition': () =>
    at(`/graphs/edge-composition?source_node=${user}&target_node=${computer}&edge_type=AdminTo`),
  'GET /api/v2/pathfinding': () => at(`/pathfinding?start_node=${user}&end_node=${computer}`),
  'GET /api/v2/graphs/shortest-path': () => at(`/graphs/shortest-path?start_node=${user}&end_node=${computer}`),
  ...Object.fromEntries(
    ['collections', 'custom-selectors', 'members/counts'].map((end) => [
      `GET /api/v2/asset-groups/{asset_group_id}/${end}`,
      async (world: ReferenceWorld) => at(`/asset-groups/${(await world.group()).id}/${end}`),
    ]),
  ),
  'GET /api/v2/asset-groups/{asset_group_id}/members': async (world) =>
    at(`/asset-groups/${(await world.group()).id}/members`),
  'GET /api/v2/ad-domains/{domain_id}/data-quality-stats': () => at(`/ad-domains/${domain}/data-quality-stats`),
  'GET /api/v2/azure-tenants/{tenant_id}/data-quality-stats': () => at(`/azure-tenants/${tenant}/data-quality-stats`),
  'GET /api/v2/graph-search': () => at('/graph-search?query=ALI'),
  'GET /api/v2/search': () => at('/search?q=ALI'),
  'GET /api/v2/platform/{platform_id}/data-quality-stats': () => at('/platform/ad/data-quality-stats'),
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
  'GET /api/v2/clients/{client_id}/completed-jobs': ({ client }) => at(`/clients/${client.id}/completed-jobs`),
  'GET /api/v2/clients/{client_id}/completed-tasks': ({ client }) => at(`/clients/${client.id}/completed-tasks`),
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
  'GET /api/v2/bloodhound-users/{user_id}/mfa-activation': async (world) =>
    at(`/bloodhound-users/${await world.user()}/mfa-activation`),
  'POST /api/v2/bloodhound-users/{user_id}/mfa': async (world) => {
    const { path, raw } = await enrolling(world);
    return { path: `${path}/mfa`, by: 'nobody', raw: { ...raw, body: JSON.stringify({ secret: ownSecret }) } };
  },
  'POST /api/v2/bloodhound-users/{user_id}/mfa-activation': async (world) => {
    const { path, raw, otp } = await enrolling(world);
    return { path: `${path}/mfa-activation`, by: 'nobody', raw: { ...raw, body: JSON.stringify({ otp }) } };
  },
  'DELETE /api/v2/bloodhound-users/{user_id}/mfa': async (world) => {
    const { path, raw } = await enrolling(world);
    return { path: `${path}/mfa`, by: 'nobody', raw: { ...raw, body: JSON.stringify({ secret: ownSecret }) } };
  },
  'DELETE /api/v2/bloodhound-users/{user_id}/secret': async (world) =>
    at(`/bloodhound-users/${await world.user()}/secret`),
  'GET /api/v2/data-quality-stats': async (world) =>
    at(`/data-quality-stats?environment_id=${(await world.countedEnvironment()).environment}`),
  'GET /api/v2/data-quality-stats-aggregations': async (world) =>
    at(`/data-quality-stats-aggregations?schema_environment_kind_id=${(await world.countedEnvironment()).kind}`),
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
  ...Object.fromEntries(
    ['', '/members', '/members/counts'].map((end) => [
      `GET /api/v2/asset-group-tags/{asset_group_tag_id}/selectors/{asset_group_tag_selector_id}${end}`,
      async (world: ReferenceWorld) => at(`${await world.tagSelector()}${end}`),
    ]),
  ),
  ...Object.fromEntries(
    ['', '/members', '/members/counts', '/selectors'].map((end) => [
      `GET /api/v2/asset-group-tags/{asset_group_tag_id}${end}`,
      () => at(`/asset-group-tags/1${end}`),
    ]),
  ),
  'GET /api/v2/asset-group-tags/{asset_group_tag_id}/members/{asset_group_member_id}': async (world) => {
    const { members } = (await world.make('GET', '/asset-group-tags/1/members')) as unknown as {
      members: { id: number }[];
    };
    return at(`/asset-group-tags/1/members/${members[0]?.id}`);
  },
  'POST /api/v2/asset-group-tags': (world) =>
    at('/asset-group-tags', {
      name: world.name().replace('-', '_'),
      type: '1',
      description: '',
      require_certify: false,
      glyph: { string: 'server', valid: true },
    }),
  'PATCH /api/v2/asset-group-tags/{asset_group_tag_id}': async (world) =>
    at(`/asset-group-tags/${await world.tag()}`, { description: 'x' }),
  'DELETE /api/v2/asset-group-tags/{asset_group_tag_id}': async (world) => at(`/asset-group-tags/${await world.tag()}`),
  'POST /api/v2/asset-group-tags/{asset_group_tag_id}/selectors': async (world) =>
    at(`/asset-group-tags/${await world.tag()}/selectors`, world.tagSelectorDraft()),
  'PATCH /api/v2/asset-group-tags/{asset_group_tag_id}/selectors/{asset_group_tag_selector_id}': async (world) =>
    at(await world.tagSelector(), world.tagSelectorDraft()),
  'DELETE /api/v2/asset-group-tags/{asset_group_tag_id}/selectors/{asset_group_tag_selector_id}': async (world) =>
    at(await world.tagSelector()),
  'POST /api/v2/asset-group-tags/preview-selectors': () =>
    at('/asset-group-tags/preview-selectors', { seeds: [{ type: 2, value: 'MATCH (n:User) RETURN n' }], expansion: 1 }),
  'POST /api/v2/asset-group-tags/search': async (world) => {
    await world.tagSelector();
    return at('/asset-group-tags/search', { query: 'a', tag_type: 2 });
  },
  'GET /api/v2/asset-group-tags-history': async (world) => {
    await world.tagSelector();
    return at('/asset-group-tags-history');
  },
  'POST /api/v2/asset-group-tags-history': async (world) => {
    await world.tagSelector();
    return at('/asset-group-tags-history', { query: 'Selector' });
  },
  'GET /api/v2/graphs/relay-targets': () =>
    at(`/graphs/relay-targets?source_node=${group}&target_node=${computer}&edge_type=CoerceAndRelayNTLMToSMB`),
  'GET /api/v2/nodes/{node_id}': async (world) => at(`/nodes/${await world.nodeId()}?include-info=true`),
  'GET /api/v2/relationships/{relationship_id}': async (world) =>
    at(`/relationships/${await world.edgeId()}?include-info=true`),
  'GET /api/v2/saved-queries': async (world) => {
    await world.savedQuery();
    return at('/saved-queries');
  },
  'POST /api/v2/saved-queries': (world) => at('/saved-queries', world.savedQueryDraft()),
  'GET /api/v2/saved-queries/{saved_query_id}': () => at('/saved-queries/1'),
  'PUT /api/v2/saved-queries/{saved_query_id}': async (world) =>
    at(`/saved-queries/${(await world.savedQuery()).id}`, world.savedQueryDraft()),
  'DELETE /api/v2/saved-queries/{saved_query_id}': async (world) =>
    at(`/saved-queries/${(await world.savedQuery()).id}`),
  'GET /api/v2/saved-queries/{saved_query_id}/permissions': async (world) =>
    at(`/saved-queries/${(await world.savedQuery()).id}/permissions`),
  'PUT /api/v2/saved-queries/{saved_query_id}/permissions': async (world) =>
    at(`/saved-queries/${(await world.savedQuery()).id}/permissions`, { public: true }),
  'DELETE /api/v2/saved-queries/{saved_query_id}/permissions': async (world) =>
    at(`/saved-queries/${(await world.savedQuery()).id}/permissions`, { user_ids: [] }),
  'GET /api/v2/saved-queries/{saved_query_id}/export': () => at('/saved-queries/1/export'),
  'GET /api/v2/saved-queries/export': () => at('/saved-queries/export?scope=public'),
  'POST /api/v2/saved-queries/import': (world) => at('/saved-queries/import', world.savedQueryDraft()),
  'POST /api/v2/graphs/cypher': () =>
    at('/graphs/cypher', { query: 'MATCH p = (:User)-[:AdminTo]->(:Computer) RETURN p', include_properties: true }),
  'GET /api/v2/azure/{entity_type}': () => at(`/azure/tenants?object_id=${tenant}`),
  'GET /api/v2/node-kinds/{node_kind_id}': () => at('/node-kinds/4'),
  'GET /api/v2/relationship-kinds/{relationship_kind_id}': () => at('/relationship-kinds/107'),
  ...Object.fromEntries(
    ['attack-path-findings', 'details', 'sparkline'].map((end) => [
      `GET /api/v2/domains/{domain_id}/${end}`,
      async (world: ReferenceWorld) => at(`/domains/${domain}/${end}?finding=${await world.finding()}`),
    ]),
  ),
  'GET /api/v2/domains/{domain_id}/available-types': () => at(`/domains/${domain}/available-types`),
  'GET /api/v2/posture-history/{data_type}': () => at(`/posture-history/findings?environments=${domain}`),
  'GET /api/v2/attack-paths/finding-trends': () => at(`/attack-paths/finding-trends?environments=${domain}`),
  'PUT /api/v2/attack-paths/{attack_path_id}/acceptance': () =>
    at('/attack-paths/1/acceptance', { risk_type: '', accepted: true, accept_until: '2100-01-01T00:00:00Z' }),
  'POST /api/v2/clear-database': () => at('/clear-database', { deleteFileIngestHistory: true }),
};

/** @throws Error if the operation needs a call of its own */
export async function exampleOf(operation: string, world: ReferenceWorld): Promise<Example> {
  const example = await examples[operation]?.(world);
  if (example) return example;
  const ofJobs = operation.replace(/\/tasks(?=\/|$)/, '/jobs').replace('{task_id}', '{job_id}');
  if (ofJobs !== operation) {
    const { path: jobs, ...more } = await exampleOf(ofJobs, world);
    return { ...more, path: jobs.replace('/jobs', '/tasks') };
  }
  const [, path = ''] = operation.split(' ');
  const [, , , folder = ''] = path.split('/');
  const filled = path.replace('{object_id}', entities[folder] ?? '{object_id}');
  if (!filled.includes('{') && !takesBody(operation)) return { path: filled };
  throw new Error(`test/compat/examples.ts: add a call of "${operation}" to "examples"`);
}
