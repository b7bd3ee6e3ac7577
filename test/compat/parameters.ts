import { computer, user } from './reference-world.js';
import { parametersOf, type ReferenceParameter, schemaName } from './reference-judge.js';

const uuid = '00000000-0000-4000-8000-000000000000';

/** A value for each kind of parameter. */
const values: Readonly<Record<string, string>> = {
  'api.params.predicate.filter.string': 'eq:x',
  'api.params.predicate.filter.integer': 'gte:1',
  'api.params.predicate.filter.time': 'gte:2020-01-01T00:00:00Z',
  'api.params.predicate.filter.uuid': `neq:${uuid}`,
  'api.params.predicate.filter.boolean': 'neq:true',
  'api.params.query.skip': '0',
  'api.params.query.limit': '0',
};

/** Parameters whose schema allows more than they can mean. */
const valuesByName: Readonly<Record<string, string>> = {
  'GET /api/v2/audit id': 'eq:1',
  'GET /api/v2/audit status': 'eq:success',
  'GET /api/v2/attack-paths/findings status': 'eq:active',
  'include-info': 'true',
  'GET /api/v2/graphs/relay-targets source_node': 'S-1-5-21-1-2-3-512',
  'GET /api/v2/graphs/relay-targets edge_type': 'CoerceAndRelayNTLMToSMB',
  severity: 'eq:critical',
  finding_type: 'eq:list',
  first_seen: 'gte:2020-01-01T00:00:00Z',
  last_seen: 'gte:2020-01-01T00:00:00Z',
  environment_id: 'S-1-5-21-1-2-3',
  asset_group_tag_id: '1',
  schema_environment_kind_id: '10001',
  schema_extension_id: '1',
  finding: 'Kerberoasting',
  filterAccepted: 'accepted',
  Accepted: 'eq:true',
  Accept: 'application/json',
  from: '2026-01-01T00:00:00Z',
  to: '2036-01-01T00:00:00Z',
  status: 'eq:2',
  user_id: `eq:${uuid}`,
  actor_id: `eq:${uuid}`,
  request_id: `eq:${uuid}`,
  system_group: 'eq:true',
  collected: 'eq:true',
  custom_member: 'eq:true',
  last_checkin: 'gte:2020-01-01T00:00:00Z',
  start: '2026-01-01T00:00:00Z',
  end: '2036-01-01T00:00:00Z',
  before: '2036-01-01T00:00:00+02:00',
  after: '2020-01-01T00:00:00Z',
  hydrate_domains: 'false',
  hydrate_ous: 'false',
  'GET /api/v2/asset-group-tags type': 'eq:1',
  'GET /api/v2/asset-group-tags/{asset_group_tag_id}/selectors type': '1',
  created_by: 'eq:x',
  updated_by: 'eq:x',
  deleted_by: 'eq:x',
  environments: 'S-1-5-21-1-2-3',
  'GET /api/v2/graphs/kinds type': 'eq:node',
  schemas: 'AD',
  scope: 'all',
  skip: '0',
  limit: '1',
  type: 'list',
  'GET /api/v2/search type': 'User',
  'GET /api/v2/graph-search type': 'exact',
  q: 'ALI',
  query: 'ALI',
  counts: 'false',
  related_entity_type: 'descendent-users',
  parameter: 'eq:prune.ttl',
  start_node: user,
  end_node: computer,
  source_node: user,
  target_node: computer,
  edge_type: 'AdminTo',
  relationship_kinds: 'in:MemberOf,AdminTo',
  only_traversable: 'true',
};

/** The columns that the reference product sorts by, as the texts of its document name them. */
const jobColumns =
  'event_id execution_time status start_time end_time log_path domain_controller event_title last_ingest id created_at updated_at deleted_at';
const sortable: Readonly<Record<string, string>> = {
  'GET /api/v2/roles': 'name description id created_at updated_at deleted_at',
  'GET /api/v2/permissions': 'authority name id created_at updated_at deleted_at',
  'GET /api/v2/bloodhound-users': 'first_name last_name email_address id principal_name last_login created_at',
  'GET /api/v2/bloodhound-users-minimal': 'id first_name last_name email_address',
  'GET /api/v2/available-domains': 'objectid name',
  'GET /api/v2/tokens': 'user_id client_id name last_access created_at updated_at deleted_at',
  'GET /api/v2/file-upload':
    'user_email_address status status_message start_time end_time last_ingest id created_at updated_at deleted_at',
  'GET /api/v2/asset-group-tags-history': 'created_at',
  'POST /api/v2/asset-group-tags-history': 'created_at',
  'GET /api/v2/audit': 'id actor_id actor_name actor_email action request_id created_at source status',
  'GET /api/v2/asset-group-tags/{asset_group_tag_id}/selectors': 'id name created_at',
  'GET /api/v2/asset-group-tags/{asset_group_tag_id}/selectors/{asset_group_tag_selector_id}/members':
    'id objectid name',
  'GET /api/v2/asset-group-tags/{asset_group_tag_id}/members': 'id objectid name',
  'GET /api/v2/asset-groups/{asset_group_id}/collections': 'id created_at updated_at deleted_at',
  'GET /api/v2/saved-queries': 'user_id name query id created_at updated_at deleted_at',
  'GET /api/v2/asset-groups': 'name tag member_count',
  'GET /api/v2/asset-groups/{asset_group_id}/members':
    'object_id asset_group_id primary_kind environment_id environment_kind name',
  'GET /api/v2/ad-domains/{domain_id}/data-quality-stats': 'created_at updated_at',
  'GET /api/v2/azure-tenants/{tenant_id}/data-quality-stats': 'created_at updated_at',
  'GET /api/v2/platform/{platform_id}/data-quality-stats': 'created_at updated_at',
  'GET /api/v2/data-quality-stats': 'created_at updated_at',
  'GET /api/v2/data-quality-stats-aggregations': 'created_at updated_at',
  'GET /api/v2/clients':
    'name ip_address hostname configured_user last_checkin completed_job_count created_at updated_at deleted_at',
  ...Object.fromEntries(
    ['jobs', 'tasks'].flatMap((name) => [
      [`GET /api/v2/${name}/available`, jobColumns],
      [`GET /api/v2/${name}/finished`, `client_name ${jobColumns}`],
      [`GET /api/v2/${name}`, `client_name ${jobColumns}`],
      [`GET /api/v2/clients/{client_id}/completed-${name}`, jobColumns],
    ]),
  ),
  'GET /api/v2/attack-path-types': 'finding',
  'GET /api/v2/domains/{domain_id}/available-types': 'finding',
  'GET /api/v2/domains/{domain_id}/attack-path-findings': 'finding',
  'GET /api/v2/domains/{domain_id}/details':
    'domain_sid index AcceptedUntil id created_at updated_at deleted_at exposure_percentage impact_percentage FromPrincipal ToPrincipal',
  'GET /api/v2/domains/{domain_id}/sparkline':
    'CompositeRisk FindingCount ImpactedAssetCount domain_sid id created_at updated_at deleted_at',
  'GET /api/v2/posture-stats':
    'domain_sid exposure_index tier_zero_count critical_risk_count id created_at updated_at deleted_at',
  'GET /api/v2/attack-paths/findings': `severity finding_type finding title platform environment_id environment_name asset_group_tag_id zone_name
    source_principal_id source_principal_kind source_principal_name target_principal_id target_principal_kind target_principal_name
    status first_seen last_seen`,
  'GET /api/v2/events': 'next_scheduled_at id created_at updated_at deleted_at',
};

/** `GET /api/v2/users/{object_id}/admin-rights` */
const isEntityList = /\/\{object_id\}\/[\w-]+$/;

/** Parameters that are refused: finished jobs have no filter by id, and the specification of the operation has none. */
const refused = [
  ...['jobs', 'tasks'].map((name) => `GET /api/v2/clients/{client_id}/completed-${name} id`),
  // The example has it.
  'GET /api/v2/azure/{entity_type} object_id',
];

/** @returns the queries of an operation: one for each value of each parameter in the reference document */
export function queriesOf(operation: string): string[] {
  return parametersOf(operation).flatMap((parameter) => {
    if (parameter.in !== 'query' || refused.includes(`${operation} ${parameter.name}`)) return [];
    if (parameter.name === 'sort_by') return columnsOf(operation).flatMap((it) => [`sort_by=${it}`, `sort_by=-${it}`]);
    return [`${parameter.name}=${encodeURIComponent(valueOf(operation, parameter))}`];
  });
}

function columnsOf(operation: string): string[] {
  const columns = sortable[operation] ?? (isEntityList.test(operation) ? 'objectID name label' : undefined);
  if (columns !== undefined) return columns.split(/\s+/);
  throw new Error(`test/compat/parameters.ts: add the columns that "${operation}" sorts by to "sortable"`);
}

function valueOf(operation: string, parameter: ReferenceParameter): string {
  const { name } = parameter;
  const value = valuesByName[`${operation} ${name}`] ?? valuesByName[name] ?? values[schemaName(parameter)];
  if (value !== undefined) return value;
  throw new Error(
    `test/compat/parameters.ts: add a value for the parameter "${name}" of "${operation}" to "valuesByName"`,
  );
}
