import { Kind } from '../../src/graph/kinds/kind-catalogue.js';
import {
  account,
  assetGroup,
  backupQuery,
  channelDraft,
  collected,
  disabledChannel,
  domainOf,
  edgeOf,
  enrolledAccount,
  newDevice,
  waitingProgram,
  extension,
  extensionDraft,
  groupPath,
  icon,
  type MakeCall,
  nodeId,
  ownKind,
  own,
  ownLogin,
  ownSelector,
  ownUser,
  path,
  provider,
  oidcDraft,
  oidcProvider,
  providerCall,
  query,
  report,
  rule,
  keptPlan,
  membership,
  picture,
  pictureDraft,
  planDraft,
  planStep,
  ruleDraft,
  savedQuery,
  savedQueryDraft,
  selector,
  selectorDraft,
  tag,
  tagPath,
  tenantOf,
  userNames,
  upload,
} from './call-makers.js';
import { totpCode } from '../support/totp.js';
import { ofEnterprise } from './enterprise-calls.js';
import { type ExampleWorld, ofPage, password } from './example-world.js';

/** The call of an operation on a channel. @param rest of its path */
function ofChannel(method: string, rest: string, body?: object): Readonly<Record<string, MakeCall>> {
  const make: MakeCall = async (world) => ({
    path: { alert_channel_id: await disabledChannel(world) },
    ...(body && { body }),
  });
  return { [`${method} /api/v2/alert-channels/{alert_channel_id}${rest}`]: make };
}

/** A call for each operation that needs parameters or a body that `callOf` does not know. */
export const calls: Readonly<Record<string, MakeCall>> = {
  'POST /api/v2/login': () => ownLogin,
  'POST /api/v2/self/session': () => ({
    body: { username: 'ada', secret: password },
    by: 'nobody',
    raw: { headers: ofPage },
  }),
  'POST /api/v2/login/passkey/options': () => ({ by: 'nobody' }),
  'POST /api/v2/login/passkey': async (world) => ({
    body: await (await newDevice(world)).signLogin(),
    by: 'nobody',
  }),
  'POST /api/v2/self/session/passkey': async (world) => ({
    body: await (await newDevice(world)).signLogin(),
    by: 'nobody',
    raw: { headers: ofPage },
  }),
  'GET /api/v2/self/passkeys': async (world) => {
    const { owner, register } = await newDevice(world);
    await register();
    return owner;
  },
  'POST /api/v2/self/passkeys/options': async (world) => ({
    body: { secret: password },
    ...(await newDevice(world)).owner,
  }),
  'POST /api/v2/self/passkeys': async (world) => {
    const { owner, registration } = await newDevice(world);
    return { body: registration, ...owner };
  },
  'DELETE /api/v2/self/passkeys/{passkey_id}': async (world) => {
    const { owner, register } = await newDevice(world);
    return { path: { passkey_id: (await register()).id }, body: { secret: password }, ...owner };
  },
  'POST /api/v2/device/authorize': () => ({ by: 'nobody' }),
  'POST /api/v2/device/token': async (world) => {
    const { device_code } = await waitingProgram(world, true);
    return { body: { device_code }, by: 'nobody' };
  },
  'POST /api/v2/device/request': async (world) => {
    const { user_code } = await waitingProgram(world);
    return { body: { user_code }, by: 'session' };
  },
  'POST /api/v2/device/decision': async (world) => {
    const { user_code } = await waitingProgram(world);
    return { body: { user_code, is_approved: true }, by: 'session' };
  },
  'POST /api/v2/logout': () => ({ by: 'session' }),
  'DELETE /api/v2/self/session': () => ({ by: 'session' }),
  'GET /api/v2/self/sessions': () => ({ by: 'session' }),
  'DELETE /api/v2/self/sessions': () => ({ body: { secret: password }, by: 'session' }),
  'DELETE /api/v2/self/sessions/{session_id}': async (world) => {
    await world.call('', { method: 'POST', target: '/api/v2/login', ...ownLogin });
    const [session] = await world.make<{ id: string }[]>('GET', '/self/sessions?limit=1');
    return { path: { session_id: session!.id }, body: { secret: password } };
  },
  'PUT /api/v2/self/password': () => ({ body: { current: password, new: 'nine quiet harbours' }, by: 'session' }),
  'DELETE /api/v2/self/tokens': () => ({ by: 'session' }),
  'POST /api/v2/accounts': (world) => ({
    body: { name: world.name('alice', '.'), role: 'power_user', password: 'nine quiet harbours' },
  }),
  'GET /api/v2/accounts/{account_id}': async (world) => ({ path: { account_id: await account(world) } }),
  'PATCH /api/v2/accounts/{account_id}': async (world) => ({
    path: { account_id: await account(world) },
    body: { role: 'auditor', email: 'bo@halden.example' },
  }),
  'PUT /api/v2/accounts/{account_id}/environments': async (world) => ({
    path: { account_id: await account(world) },
    body: { ids: ['S-1-5-21-3130019616-2776909439-2417379446'] },
  }),
  'DELETE /api/v2/accounts/{account_id}': async (world) => ({ path: { account_id: await account(world) } }),
  'DELETE /api/v2/accounts/{account_id}/tokens': async (world) => ({ path: { account_id: await account(world) } }),
  'GET /api/v2/accounts/{account_id}/sessions': async (world) => ({ path: { account_id: await own(world) } }),
  'DELETE /api/v2/accounts/{account_id}/sessions': async (world) => ({ path: { account_id: await account(world) } }),
  'DELETE /api/v2/accounts/{account_id}/sessions/{session_id}': async (world) => {
    await world.call('', { method: 'POST', target: '/api/v2/login', ...ownLogin });
    const [session] = await world.make<{ id: string }[]>('GET', '/self/sessions?limit=1');
    return { path: { account_id: await own(world), session_id: session!.id } };
  },
  'GET /api/v2/accounts/{account_id}/mfa-activation': async (world) => ({ path: { account_id: await own(world) } }),
  'POST /api/v2/accounts/{account_id}/mfa': async (world) => {
    const { id, owner } = await enrolledAccount(world);
    return { path: { account_id: id }, body: { secret: password }, ...owner };
  },
  'POST /api/v2/accounts/{account_id}/mfa-activation': async (world) => {
    const { id, owner, secret } = await enrolledAccount(world);
    return { path: { account_id: id }, body: { otp: totpCode(secret) }, ...owner };
  },
  'DELETE /api/v2/accounts/{account_id}/mfa': async (world) => {
    const { id, owner } = await enrolledAccount(world, true);
    return { path: { account_id: id }, body: { secret: password }, ...owner };
  },
  'POST /api/v2/accounts/{account_id}/recovery-codes': async (world) => {
    const { id, owner } = await enrolledAccount(world, true);
    return { path: { account_id: id }, body: { secret: password }, ...owner };
  },
  'POST /api/v2/tokens': (world) => ({ body: { token_name: world.name('weekly report') } }),
  'DELETE /api/v2/tokens/{token_id}': async (world) => {
    const { id } = await world.make<{ id: string }>('POST', '/tokens', { token_name: world.name('short') });
    return { path: { token_id: id } };
  },
  'POST /api/v2/saml/providers': providerCall,
  'GET /api/v2/saml/providers/{provider_id}': () => ({ path: { provider_id: 1 } }),
  'DELETE /api/v2/saml/providers/{provider_id}': async (world) => ({ path: { provider_id: await provider(world) } }),
  'POST /api/v2/sso-providers/saml': providerCall,
  'POST /api/v2/sso-providers/oidc': (world) => ({ body: oidcDraft(world) }),
  'PATCH /api/v2/sso-providers/{sso_provider_id}': async (world) => ({
    path: { sso_provider_id: await oidcProvider(world) },
    body: { config: { auto_provision: { enabled: true, default_role_id: 3, role_provision: true } } },
  }),
  'DELETE /api/v2/sso-providers/{sso_provider_id}': async (world) => ({
    path: { sso_provider_id: await oidcProvider(world) },
  }),
  'GET /api/v2/sso-providers/{sso_provider_id}/signing-certificate': () => ({ path: { sso_provider_id: 1 } }),
  'POST /api/v2/asset-groups': (world) => {
    const selectors = [{ name: 'Help desk', selector: world.estate.personas.helpdesk.objectId }];
    return { body: { name: world.name('Build systems'), tag: world.name('build_systems', '_'), selectors } };
  },
  'PUT /api/v2/asset-groups/{asset_group_id}': async (world) => ({
    path: { asset_group_id: await assetGroup(world) },
    body: { name: world.name('Build servers') },
  }),
  'DELETE /api/v2/asset-groups/{asset_group_id}': async (world) => ({
    path: { asset_group_id: await assetGroup(world) },
  }),
  'PUT /api/v2/asset-groups/{asset_group_id}/selectors': async (world) => ({
    path: { asset_group_id: await assetGroup(world) },
    body: { add: [{ name: 'Administrator', selector: world.estate.personas.domainAdmin.objectId }], remove: [] },
  }),
  ...Object.fromEntries(
    ['', '/collections', '/custom-selectors', '/members', '/members/counts'].map((end) => [
      `GET /api/v2/asset-groups/{asset_group_id}${end}`,
      groupPath,
    ]),
  ),
  ...Object.fromEntries(
    ['', '/members', '/members/counts', '/selectors'].map((end) => [
      `GET /api/v2/asset-group-tags/{asset_group_tag_id}${end}`,
      tagPath,
    ]),
  ),
  'GET /api/v2/asset-group-tags/{asset_group_tag_id}/members/{asset_group_member_id}': async (world) => {
    const [member] = await world.make<{ id: number }[]>('GET', '/asset-group-tags/1/members?limit=1');
    return { path: { asset_group_tag_id: 1, asset_group_member_id: member!.id } };
  },
  'POST /api/v2/asset-group-tags': (world) => ({
    body: { name: world.name('Backup servers'), type: 2, description: 'They keep copies of everything' },
  }),
  'PATCH /api/v2/asset-group-tags/{asset_group_tag_id}': async (world) => ({
    path: { asset_group_tag_id: await tag(world) },
    body: { description: 'They keep copies of everything' },
  }),
  'DELETE /api/v2/asset-group-tags/{asset_group_tag_id}': async (world) => ({
    path: { asset_group_tag_id: await tag(world) },
  }),
  'POST /api/v2/asset-group-tags/{asset_group_tag_id}/selectors': async (world) => ({
    path: { asset_group_tag_id: await tag(world) },
    body: selectorDraft(world),
  }),
  ...Object.fromEntries(
    ['GET ', 'DELETE '].flatMap((method) =>
      (method === 'GET ' ? ['', '/members', '/members/counts'] : ['']).map((end) => [
        `${method}/api/v2/asset-group-tags/{asset_group_tag_id}/selectors/{asset_group_tag_selector_id}${end}`,
        ownSelector,
      ]),
    ),
  ),
  'PATCH /api/v2/asset-group-tags/{asset_group_tag_id}/selectors/{asset_group_tag_selector_id}': async (world) => ({
    path: await selector(world),
    body: { disabled: true },
  }),
  'POST /api/v2/asset-group-tags/search': () => ({ body: { query: 'tier', tag_type: 1 } }),
  'POST /api/v2/asset-group-tags/preview-selectors': () => ({ body: { seeds: [{ type: 2, value: backupQuery }] } }),
  'POST /api/v2/asset-group-tags-history': () => ({ body: { query: 'Help' } }),
  'POST /api/v2/custom-nodes': (world) => ({ body: { custom_types: { [world.name('Printer', '_')]: { icon } } } }),
  'GET /api/v2/custom-nodes/{kind_name}': ownKind,
  'PUT /api/v2/custom-nodes/{kind_name}': async (world) => ({ ...(await ownKind(world)), body: { config: { icon } } }),
  'DELETE /api/v2/custom-nodes/{kind_name}': ownKind,
  'POST /api/v2/alert-channels': (world) => ({ body: channelDraft(world) }),
  ...ofChannel('GET', ''),
  ...ofChannel('PATCH', '', { enabled: true }),
  ...ofChannel('DELETE', ''),
  ...ofChannel('POST', '/rotate-secret'),
  ...ofChannel('POST', '/test'),
  ...ofChannel('GET', '/deliveries'),
  'POST /api/v2/alert-channels/{alert_channel_id}/deliveries/{delivery_id}/retry': async (world) => {
    const id = await disabledChannel(world);
    const { id: delivery } = await world.make('POST', `/alert-channels/${id}/test`);
    return { path: { alert_channel_id: id, delivery_id: delivery } };
  },
  'POST /api/v2/plans': (world) => ({ body: planDraft(world) }),
  'GET /api/v2/plans/{plan_id}': async (world) => ({ path: { plan_id: await keptPlan(world) } }),
  'GET /api/v2/plans/{plan_id}/steps': async (world) => ({
    path: { plan_id: await keptPlan(world) },
    query: { limit: 2 },
  }),
  'PATCH /api/v2/plans/{plan_id}/steps/{step_key}': async (world) => ({
    path: await planStep(world),
    body: { state: 'planned', owner: 'Ann' },
  }),
  'POST /api/v2/plans/{plan_id}/again': async (world) => ({ path: { plan_id: await keptPlan(world) } }),
  'DELETE /api/v2/plans/{plan_id}': async (world) => ({ path: { plan_id: await keptPlan(world) } }),
  'POST /api/v2/reports': (world) => ({ body: { name: world.name('Tier zero, monthly'), since: '-P30D' } }),
  'POST /api/v2/reports/run': () => ({ body: { name: 'Tier zero', since: '-P30D' } }),
  'GET /api/v2/report-documents/{document_id}': async (world) => ({
    path: { document_id: (await world.make<{ id: string }>('POST', '/reports/run', { name: 'Tier zero' })).id },
  }),
  'GET /api/v2/reports/{report_id}': async (world) => ({ path: { report_id: await report(world) } }),
  'PATCH /api/v2/reports/{report_id}': async (world) => ({
    path: { report_id: await report(world) },
    body: { since: '-P7D' },
  }),
  'DELETE /api/v2/reports/{report_id}': async (world) => ({ path: { report_id: await report(world) } }),
  'POST /api/v2/reports/{report_id}/run': async (world) => ({ path: { report_id: await report(world) } }),
  'GET /api/v2/reports/{report_id}/documents': async (world) => ({ path: { report_id: await report(world) } }),
  'POST /api/v2/alert-rules': async (world) => ({ body: await ruleDraft(world) }),
  'GET /api/v2/alert-rules/{alert_rule_id}': async (world) => ({ path: { alert_rule_id: await rule(world) } }),
  'PATCH /api/v2/alert-rules/{alert_rule_id}': async (world) => ({
    path: { alert_rule_id: await rule(world) },
    body: { include_names: false },
  }),
  'DELETE /api/v2/alert-rules/{alert_rule_id}': async (world) => ({ path: { alert_rule_id: await rule(world) } }),
  'POST /api/v2/saved-queries': (world) => ({ body: savedQueryDraft(world) }),
  'POST /api/v2/saved-queries/import': (world) => ({
    body: { name: world.name('Some computers'), query: 'MATCH (c:Computer) RETURN c LIMIT 5' },
  }),
  'GET /api/v2/saved-queries/export': query({ scope: 'owned' }),
  ...Object.fromEntries(
    ['GET ', 'DELETE ', 'PUT '].map((method) => [
      `${method}/api/v2/saved-queries/{saved_query_id}`,
      async (world: ExampleWorld) => ({
        path: { saved_query_id: await savedQuery(world) },
        ...(method === 'PUT ' && { body: { description: 'Computers with copies' } }),
      }),
    ]),
  ),
  'GET /api/v2/saved-queries/{saved_query_id}/export': async (world) => ({
    path: { saved_query_id: await savedQuery(world) },
  }),
  'GET /api/v2/saved-queries/{saved_query_id}/permissions': async (world) => ({
    path: { saved_query_id: await savedQuery(world) },
  }),
  'GET /api/v2/saved-queries': async (world) => {
    await savedQuery(world);
    return { query: { scope: 'owned' } };
  },
  'PUT /api/v2/saved-queries/{saved_query_id}/permissions': async (world) => ({
    path: { saved_query_id: await savedQuery(world) },
    body: { public: true },
  }),
  'DELETE /api/v2/saved-queries/{saved_query_id}/permissions': async (world) => ({
    path: { saved_query_id: await savedQuery(world) },
    body: { user_ids: [await account(world)] },
  }),
  'GET /api/v2/pictures': async (world) => {
    await picture(world);
    return {};
  },
  'POST /api/v2/pictures': (world) => ({ body: pictureDraft(world) }),
  'GET /api/v2/pictures/{picture_id}': async (world) => ({ path: { picture_id: await picture(world) } }),
  'PATCH /api/v2/pictures/{picture_id}': async (world) => ({
    path: { picture_id: await picture(world) },
    body: { name: null },
  }),
  'DELETE /api/v2/pictures/{picture_id}': async (world) => ({ path: { picture_id: await picture(world) } }),
  'PUT /api/v2/pictures/{picture_id}/permissions': async (world) => ({
    path: { picture_id: await picture(world) },
    body: { public: true },
  }),
  'GET /api/v2/data-quality-stats': (world) => ({ query: { environment_id: domainOf(world) } }),
  'GET /api/v2/data-quality-stats-aggregations': () => ({ query: { schema_environment_kind_id: Kind.Domain } }),
  'GET /api/v2/extensions': async (world) => {
    await extension(world);
    return {};
  },
  'PUT /api/v2/extensions': (world) => ({ body: extensionDraft(world) }),
  'DELETE /api/v2/extensions/{extension_id}': async (world) => ({ path: { extension_id: await extension(world) } }),
  'GET /api/v2/node-kinds/{node_kind_id}': () => ({ path: { node_kind_id: 4 } }),
  'GET /api/v2/relationship-kinds/{relationship_kind_id}': () => ({ path: { relationship_kind_id: 107 } }),
  'GET /api/v2/nodes/{node_id}': async (world) => ({
    path: { node_id: await nodeId(world, world.estate.personas.helpdesk.objectId) },
    query: { 'include-info': 'true' },
  }),
  'GET /api/v2/relationships/{relationship_id}': async (world) => ({
    path: { relationship_id: (await edgeOf(world, 'AdminTo')).id },
    query: { 'include-info': 'true' },
  }),
  'POST /api/v2/graphs/cypher': () => ({
    body: { query: 'MATCH (u:User)-[:MemberOf]->(g:Group) RETURN u.name, g.name ORDER BY u.name LIMIT 2' },
  }),
  'GET /api/v2/graphs/shortest-path': path,
  'GET /api/v2/pathfinding': path,
  'GET /api/v2/graphs/edge-composition': async (world) => {
    const { source, target, label } = await edgeOf(world, 'DCSync', 'ADCSESC1');
    return { query: { source_node: source, target_node: target, edge_type: label } };
  },
  'GET /api/v2/graphs/relay-targets': async (world) => {
    const { source, target, label } = await edgeOf(world, 'CoerceAndRelayNTLMToSMB', 'CoerceAndRelayNTLMToADCS');
    return { query: { source_node: source, target_node: target, edge_type: label } };
  },
  'GET /api/v2/graph-search': ({ estate }) => ({ query: { query: estate.personas.helpdesk.name } }),
  'GET /api/v2/search': query({ query: 'admins', type: 'Group' }),
  'GET /api/v2/graphs/reachable': ({ estate }) => ({
    query: { node: estate.personas.helpdesk.objectId, direction: 'out' },
    isCount: true,
  }),
  'GET /api/v2/graphs/edges': query({ start_kind: 'User', relationship_kinds: 'in:AdminTo' }),
  'GET /api/v2/graphs/ranking': query({ by: 'reach', kind: 'User' }),
  'GET /api/v2/graphs/plan': query({ most: '0' }),
  'POST /api/v2/graphs/neighbourhood': (world) => ({
    body: { shown: [domainOf(world)], expand: { node: domainOf(world), direction: 'in', limit: 1 } },
  }),
  'GET /api/v2/graphs/fixes': async (world) => ({ query: { edge: await membership(world) } }),
  'GET /api/v2/graphs/exposure': query({ end_tag: 'tier_zero' }),
  'GET /api/v2/graphs/changes': query({ since: '-P4D', change: 'came' }),
  'GET /api/v2/graphs/new-ways': query({ since: '-P4D' }),
  'GET /api/v2/graphs/kinds': query({ type: 'edge', descriptions: 'true' }),
  'GET /api/v2/extensions-edges': query({ is_traversable: 'true' }),
  'DELETE /api/v2/graph': query({ source: 'QF_Base', dry_run: 'true' }),
  'POST /api/v2/clear-database': () => ({ body: { deleteFileIngestHistory: true } }),
  'GET /api/v2/cloud-tenants/{tenant_id}/data-quality-stats': (world) => ({ path: { tenant_id: tenantOf(world) } }),
  'GET /api/v2/ad-domains/{domain_id}/data-quality-stats': (world) => ({ path: { domain_id: domainOf(world) } }),
  'GET /api/v2/platform/{platform_id}/data-quality-stats': () => ({ path: { platform_id: 'ad' } }),
  'GET /api/v2/cloud/{entity_type}': (world) => ({
    path: { entity_type: 'tenants' },
    query: { object_id: tenantOf(world), related_entity_type: 'descendent-users' },
  }),
  'GET /api/v2/base/{object_id}/lists/{list_name}': (world) => ({
    path: { object_id: tenantOf(world), list_name: 'descendent-users' },
  }),
  'GET /api/v2/collectors/{collector_type}': () => ({ path: { collector_type: 'sharphound' } }),
  'GET /api/v2/roles/{role_id}': () => ({ path: { role_id: 3 } }),
  'GET /api/v2/permissions/{permission_id}': () => ({ path: { permission_id: 1 } }),
  'GET /api/v2/audit': query({ action: 'account.create', sort_by: 'at' }),
  'GET /api/v2/analysis/runs': query({ status: 'complete' }),
  'GET /api/v2/analysis/runs/{run_id}': async (world) => {
    const [run] = await world.make<{ id: string }[]>('GET', '/analysis/runs?status=complete&limit=1');
    return { path: { run_id: run!.id } };
  },
  'GET /api/v2/file-upload/{file_upload_id}': () => ({ path: { file_upload_id: 1 } }),
  'GET /api/v2/file-upload/{file_upload_id}/completed-tasks': () => ({ path: { file_upload_id: 1 } }),
  'POST /api/v2/file-upload/{file_upload_id}': async (world) => ({
    path: { file_upload_id: await upload(world) },
    body: collected,
  }),
  'POST /api/v2/file-upload/{file_upload_id}/end': async (world) => ({ path: { file_upload_id: await upload(world) } }),
  'POST /api/v2/bloodhound-users': (world) => ({ body: { ...userNames(world), roles: [3] } }),
  'GET /api/v2/bloodhound-users/{user_id}': ownUser,
  'PATCH /api/v2/bloodhound-users/{user_id}': async (world) => ({
    ...(await ownUser(world)),
    body: { last_name: 'Berg' },
  }),
  'DELETE /api/v2/bloodhound-users/{user_id}': ownUser,
  'GET /api/v2/bloodhound-users/{user_id}/mfa-activation': ownUser,
  'POST /api/v2/bloodhound-users/{user_id}/mfa': async (world) => {
    const { id, owner } = await enrolledAccount(world);
    return { path: { user_id: id }, body: { secret: password }, ...owner };
  },
  'POST /api/v2/bloodhound-users/{user_id}/mfa-activation': async (world) => {
    const { id, owner, secret } = await enrolledAccount(world);
    return { path: { user_id: id }, body: { otp: totpCode(secret) }, ...owner };
  },
  'DELETE /api/v2/bloodhound-users/{user_id}/mfa': async (world) => {
    const { id, owner } = await enrolledAccount(world, true);
    return { path: { user_id: id }, body: { secret: password }, ...owner };
  },
  'PUT /api/v2/bloodhound-users/{user_id}/secret': async (world) => ({
    ...(await ownUser(world)),
    body: { secret: 'nine quiet harbours' },
  }),
  'DELETE /api/v2/bloodhound-users/{user_id}/secret': ownUser,
  ...ofEnterprise,
};
