import {
  auditAnswer,
  clientTokenAnswer,
  oidcDetailsAnswer,
  providerDetailsAnswer,
  roleAnswer,
  samlDetailsAnswer,
  selfAnswer,
  tokenAnswer,
} from './account-answers.js';
import {
  clientAnswer,
  cloudAnswer,
  clientRecordAnswer,
  completedTaskAnswer,
  domainStatsAnswer,
  jobAnswer,
  jobRecordAnswer,
  memberAnswer,
  savedQueryAnswer,
  scopeAnswer,
  uploadAnswer,
} from './answers.js';
import {
  assetGroupBody,
  clientBody,
  clientErrorBody,
  clientReportBody,
  jobBody,
  jobEndBody,
  jobStartBody,
  ofClientBody,
  recordBody,
  type ReshapeArray,
  type ReshapeBody,
  savedQueryBody,
  selectorsBody,
  tagBody,
  tagSelectorBody,
} from './bodies.js';
import type { Capability } from '../../base/catalogue/capabilities.js';
import { statusWord, typeOfCollector } from './values.js';
import { deleted, readyJobColumns, roleColumns, times } from './in-memory-columns.js';
import { type ListForm, unwrappedOnly, type ReshapeItem } from './lists.js';
import { instantInUtc, type QueryForm } from './targets.js';

/** The differences of one route. */
export interface CompatRoute extends QueryForm {
  readonly body?: ReshapeBody;
  /** Converts the body if it is an array. */
  readonly arrayBody?: ReshapeArray;
  /** Status of a success. */
  readonly status?: number;
  /** Converts each item of the answer, after `withoutValidWrappers`. Without it, an answer that is no list is sent unchanged. */
  readonly answer?: ReshapeItem;
  /** Other differences of a list. */
  readonly list?: ListForm;
  /** Answers 404 instead of a graph without a node and a value. */
  readonly isNotFoundIfEmpty?: true;
  /** The answer if ours has no body. */
  readonly empty?: object;
  /** Answers 501 with this capability, although the path matches one of our routes, whose parameter would take the last segment for an id. */
  readonly unserved?: Capability;
}

const paged: ListForm = { pages: 'both' };
const whole: ListForm = { pages: 'ours' };

const jobFilters = { status: statusWord };
const clientFilters = { type: (name: string) => String(typeOfCollector(name)) };
const clientNames = { ip_address: 'address', configured_user: 'username' };
const uploadNames = { user_email_address: 'user_name', created_at: 'start_time', updated_at: 'last_ingest' };
const memberNames = { object_id: 'objectID', primary_kind: 'label' };
const statsList: ListForm = { pages: 'both', limit: 1000 };

/** The folders of the paths of entities, whose lists have the form of this service. */
const entityFolders = [
  'base',
  'users',
  'groups',
  'computers',
  'domains',
  'ous',
  'gpos',
  'containers',
  'aiacas',
  'rootcas',
  'enterprisecas',
  'ntauthstores',
  'certtemplates',
  'issuancepolicies',
  'sites',
  'siteservers',
  'sitesubnets',
];

/** Programs send a page with every type; a graph and a count are whole. */
const pagesOfWhole = (query: URLSearchParams) =>
  ['graph', 'count'].includes(query.get('type') ?? '') ? ['skip', 'limit'] : [];

const ignoredOfCloud = (query: URLSearchParams) =>
  query.has('related_entity_type') ? ['counts', ...pagesOfWhole(query)] : ['type', 'skip', 'limit'];

const tagMembers: CompatRoute = {
  names: { objectid: 'object_id' },
  answer: unwrappedOnly,
  list: { name: 'members', pages: 'both' },
};

const tagHistory: CompatRoute = { answer: unwrappedOnly, list: { name: 'records', pages: 'both' } };

/** Paths are relative to `/api/v2`; `*` is one segment. The first match applies. */
const table: Readonly<Record<string, CompatRoute>> = {
  'GET /jobs': { filters: jobFilters, answer: jobAnswer, list: whole },
  'GET /jobs/finished': { filters: jobFilters, answer: jobAnswer, list: paged },
  'GET /jobs/available': {
    inMemoryColumns: readyJobColumns,
    answeredOnly: ['hydrate_ous', 'hydrate_domains'],
    answer: jobAnswer,
    list: { pages: 'none' },
  },
  'GET /jobs/*': { answer: jobAnswer },
  'PUT /jobs/*/cancel': { answer: jobAnswer },
  'POST /jobs/start': { body: jobStartBody, answer: jobRecordAnswer },
  'POST /jobs/end': { body: jobEndBody, answer: jobRecordAnswer },

  'GET /clients': {
    filters: clientFilters,
    names: clientNames,
    inMemoryColumns: deleted,
    answer: clientAnswer,
    list: paged,
  },
  'POST /clients': { body: clientBody, status: 200, answer: clientRecordAnswer },
  'POST /clients/error': { body: clientErrorBody },
  'PUT /clients/update': { body: clientReportBody, answer: clientRecordAnswer },
  'GET /clients/*': { answer: clientAnswer },
  'PUT /clients/*': { body: clientBody, answer: clientRecordAnswer },
  'DELETE /clients/*': { status: 200 },
  'PUT /clients/*/token': { answer: clientTokenAnswer },
  'POST /clients/*/jobs': { body: jobBody, status: 200, answer: jobRecordAnswer },

  'GET /events': { answer: scopeAnswer, list: paged },
  // The client library of the reference product sends parameters of lists.
  'POST /events': { answeredOnly: ['hydrate_ous', 'hydrate_domains'], body: recordBody, status: 200 },
  'PUT /events/*': { body: ofClientBody },
  'DELETE /events/*': { status: 200 },

  'GET /file-upload': {
    filters: jobFilters,
    names: uploadNames,
    inMemoryColumns: deleted,
    answer: uploadAnswer,
    list: paged,
  },
  'POST /file-upload/start': { answer: uploadAnswer },
  'GET /file-upload/*': { answer: uploadAnswer },
  'POST /file-upload/*/end': { answer: uploadAnswer },
  // With more files in one page, each would show fewer faults.
  'GET /file-upload/*/completed-tasks': { answer: completedTaskAnswer, list: { pages: 'ours', limit: 1000 } },

  'GET /cloud-tenants/*/data-quality-stats': { answer: unwrappedOnly, list: statsList },
  'GET /ad-domains/*/data-quality-stats': { answer: domainStatsAnswer, list: statsList },
  // Before the lists of domains, whose pattern matches them.
  'GET /domains/*/details': {
    // In the query in the reference document, though programs send the header.
    ignored: () => ['Accept'],
    names: { index: 'id' },
    inMemoryColumns: deleted,
    answer: unwrappedOnly,
    list: paged,
  },
  'GET /domains/*/attack-path-findings': { answer: unwrappedOnly, list: paged },
  'GET /domains/*/sparkline': { inMemoryColumns: deleted, answer: unwrappedOnly, list: { pages: 'none' } },
  'PUT /attack-paths/*/acceptance': { answer: unwrappedOnly },
  'GET /attack-paths/findings': { answer: unwrappedOnly, list: paged },
  'GET /posture-stats': { inMemoryColumns: deleted, answer: unwrappedOnly, list: paged },
  ...Object.fromEntries(entityFolders.map((folder) => [`GET /${folder}/*/*`, { ignored: pagesOfWhole, list: paged }])),
  'GET /cloud/*': { ignored: ignoredOfCloud, answer: cloudAnswer, list: paged },
  'GET /asset-groups': {
    inMemoryColumns: { member_count: 'integer', ...deleted },
    answer: unwrappedOnly,
    list: { name: 'asset_groups', pages: 'ours' },
  },
  'POST /asset-groups': { body: assetGroupBody, answer: unwrappedOnly },
  'GET /asset-groups/*': { answer: unwrappedOnly },
  'PUT /asset-groups/*': { body: assetGroupBody, answer: unwrappedOnly },
  'DELETE /asset-groups/*': { status: 200 },
  'PUT /asset-groups/*/selectors': { arrayBody: selectorsBody, status: 201, answer: unwrappedOnly },
  'GET /asset-groups/*/members': {
    names: memberNames,
    inMemoryColumns: { asset_group_id: 'integer' },
    answer: memberAnswer,
    list: { name: 'members', pages: 'both' },
  },
  'GET /asset-group-tags': {
    inMemoryColumns: { deleted_at: 'timestamp', deleted_by: 'string' },
    answer: unwrappedOnly,
    list: { name: 'tags', pages: 'ours' },
  },
  'POST /asset-group-tags': { body: tagBody, answer: unwrappedOnly },
  'POST /asset-group-tags/search': { answer: unwrappedOnly },
  'GET /asset-group-tags-history': tagHistory,
  'POST /asset-group-tags-history': tagHistory,
  'GET /asset-group-tags/certifications': { unserved: 'enterprise-operations' },
  'GET /asset-group-tags/*': { answer: unwrappedOnly },
  'PATCH /asset-group-tags/*': { body: tagBody, answer: unwrappedOnly },
  'GET /asset-group-tags/*/selectors': { answer: unwrappedOnly, list: { name: 'selectors', pages: 'both' } },
  'POST /asset-group-tags/*/selectors': { body: tagSelectorBody },
  'PATCH /asset-group-tags/*/selectors/*': { body: tagSelectorBody },
  'GET /asset-group-tags/*/selectors/*/members': tagMembers,
  'GET /asset-group-tags/*/members': tagMembers,

  'GET /saved-queries/export': {},
  'GET /saved-queries': {
    inMemoryColumns: deleted,
    defaults: { scope: 'owned' },
    answer: savedQueryAnswer,
    list: paged,
  },
  'POST /saved-queries': { body: savedQueryBody, answer: savedQueryAnswer },
  'GET /saved-queries/*': { answer: savedQueryAnswer },
  'PUT /saved-queries/*': { body: savedQueryBody, answer: savedQueryAnswer },
  'GET /search': { list: paged },
  'POST /graphs/cypher': { isNotFoundIfEmpty: true },
  'GET /asset-groups/*/members/counts': { names: memberNames },
  'GET /asset-groups/*/collections': {
    inMemoryColumns: { id: 'integer', ...times },
    answer: unwrappedOnly,
    list: { pages: 'none' },
  },
  'GET /custom-nodes': { list: whole },
  'DELETE /custom-nodes/*': { status: 200 },

  'GET /audit': {
    names: {
      created_at: 'at',
      before: 'at',
      after: 'at',
      actor_id: 'account_id',
      actor_name: 'actor',
      status: 'outcome',
    },
    filters: { before: (time) => `lt:${instantInUtc(time)}`, after: (time) => `gt:${instantInUtc(time)}` },
    inMemoryColumns: { actor_email: 'string', source: 'string' },
    answer: auditAnswer,
    list: { name: 'logs', pages: 'both' },
  },
  'GET /self': { answer: selfAnswer },
  'GET /roles': { inMemoryColumns: roleColumns, answer: roleAnswer, list: { name: 'roles', pages: 'none' } },
  'GET /tokens': {
    inMemoryColumns: { key: 'string', hmac_method: 'string', client_id: 'uuid', ...deleted },
    answer: tokenAnswer,
    list: { name: 'tokens', pages: 'ours' },
  },
  'POST /tokens': { status: 200, answer: tokenAnswer },
  'DELETE /tokens/*': { status: 200 },
  'GET /saml': { answer: unwrappedOnly },
  'POST /saml/providers': { status: 200, answer: unwrappedOnly },
  'GET /saml/providers/*': { answer: unwrappedOnly },
  'DELETE /saml/providers/*': { status: 200, empty: { data: { affected_user: [] } } },
  'POST /logout': { status: 200 },

  'GET /available-domains': { list: whole },
  'GET /bloodhound-users': { answer: unwrappedOnly, list: { name: 'users', pages: 'ours' } },
  'GET /bloodhound-users-minimal': { list: { name: 'users', pages: 'ours' } },
  'POST /bloodhound-users': { answer: unwrappedOnly },
  'GET /bloodhound-users/*': { answer: unwrappedOnly },
  'GET /roles/*': { answer: unwrappedOnly },
  'GET /permissions': {
    inMemoryColumns: { id: 'integer', authority: 'string', name: 'string', ...times },
    answer: unwrappedOnly,
    list: { name: 'permissions', pages: 'none' },
  },
  'GET /permissions/*': { answer: unwrappedOnly },
  'GET /features': { answer: unwrappedOnly },
  'GET /config': { answer: unwrappedOnly },
  'GET /datapipe/status': { answer: unwrappedOnly },
  'GET /analysis': { answer: unwrappedOnly },
  'GET /sso-providers': { answer: unwrappedOnly },
  'POST /sso-providers/saml': { status: 200, answer: samlDetailsAnswer },
  'POST /sso-providers/oidc': { answer: oidcDetailsAnswer },
  'PATCH /sso-providers/*': { answer: providerDetailsAnswer },
  'DELETE /sso-providers/*': { answer: unwrappedOnly },
  'GET /platform/*/data-quality-stats': { answer: unwrappedOnly, list: statsList },
  'GET /data-quality-stats': { answer: unwrappedOnly, list: statsList },
  'GET /data-quality-stats-aggregations': { answer: unwrappedOnly, list: statsList },
};

const routes = Object.entries(table).map(([key, route]) => {
  const [method = '', path = ''] = key.split(' ');
  // Matches as Express does: without case, with or without a trailing slash.
  return { method, pattern: new RegExp(`^/api/v2${path.replaceAll('*', '[^/]+')}/?$`, 'i'), route };
});

/** Returns the differences of our path, if there are any. */
export function compatRoute(method: string, path: string): CompatRoute | undefined {
  const asked = method === 'HEAD' ? 'GET' : method;
  return routes.find((it) => it.method === asked && it.pattern.test(path))?.route;
}
