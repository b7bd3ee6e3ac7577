import { cloudKinds } from '../../src/modules/entities/cloud-table.js';
import { directoryKinds } from '../../src/modules/entities/directory-table.js';
import { countName } from '../../src/modules/entities/entity-kind.js';

/** A difference from the reference document that is meant. */
export interface Deviation {
  readonly operations: readonly string[];
  readonly differences: readonly string[];
  readonly reason: string;
}

const jobRecords = ['jobs', 'tasks'].flatMap((name) => [
  `POST /api/v2/clients/{client_id}/${name}`,
  `POST /api/v2/${name}/start`,
  `POST /api/v2/${name}/end`,
]);

const uploads = 'user_name analysis_run_id data_expire_time finish_time progress session_expire_time'.split(' ');
const tasks =
  'changes edges fault_count faults file_id finish_time format ignored nodes path records status type'.split(' ');

function also(place: string, names: readonly string[]): string[] {
  return names.map((name) => `${place} also has ${name}`);
}

const more = 'Our own, beside the properties of the reference product: programs ignore what they do not know.';

const sight = ['all_environments', 'environment_targeted_access_control'];
const ofSight = 'What the reference product sends for users that are limited to environments.';

const cloudTenant = cloudKinds.find(({ path }) => path === 'tenants')!;

/** The test fails if one of them does not occur. */
export const deviations: readonly Deviation[] = [
  {
    operations: jobRecords,
    differences: ['/data lacks statusMessage', '/data also has status_message', '/data also has execution_time'],
    reason: 'What the reference product sends: its collectors refuse a job without these two.',
  },
  {
    operations: directoryKinds.flatMap(({ path, lists }) =>
      lists.flatMap(({ name, isSpecified }) => (isSpecified ? [] : [`GET /api/v2/${path}/{object_id}/${name}`])),
    ),
    differences: ['/data/* also has href'],
    reason: more,
  },
  {
    operations: ['PUT /api/v2/clients/update', 'PUT /api/v2/clients/{client_id}'],
    differences: [
      '/data/current_job lacks statusMessage',
      '/data/current_job also has status_message',
      '/data/current_job also has execution_time',
    ],
    reason: 'As jobs that are started.',
  },
  {
    operations: ['GET /api/v2/custom-nodes/{kind_name}', 'PUT /api/v2/custom-nodes/{kind_name}'],
    differences: [' also has data', ' lacks config', ' lacks id', ' lacks kindName'],
    reason: 'What the reference product sends: the node is in data.',
  },
  {
    operations: ['DELETE /api/v2/custom-nodes/{kind_name}'],
    differences: ['answers 200'],
    reason: 'It deletes, as the reference product did before it withdrew the operation.',
  },
  {
    operations: ['DELETE /api/v2/saml/providers/{saml_provider_id}', 'DELETE /api/v2/sso-providers/{sso_provider_id}'],
    differences: ['has an empty list'],
    reason: 'Nobody logs in by the provider of the example. The older operation never lists users.',
  },
  {
    operations: ['PATCH /api/v2/sso-providers/{sso_provider_id}'],
    differences: also('/data', ['client_id', 'issuer', 'login_refusal']),
    reason: 'The properties of the other kind of provider are null.',
  },
  {
    operations: ['GET /api/v2/sso-providers/{sso_provider_id}/signing-certificate'],
    differences: ['has a body'],
    reason: 'The certificate is a file for any program.',
  },
  {
    operations: ['POST /api/v2/asset-groups'],
    differences: ['answers 201'],
    reason: 'What the reference product sends.',
  },
  {
    operations: [
      'GET /api/v2/graphs/shortest-path',
      'GET /api/v2/graphs/edge-composition',
      'GET /api/v2/graphs/relay-targets',
    ],
    differences: also('/data', ['truncated']),
    reason: more,
  },
  {
    operations: [
      'GET /api/v2/graphs/shortest-path',
      'GET /api/v2/graphs/edge-composition',
      'POST /api/v2/graphs/cypher',
    ],
    differences: also('/data/edges/*', ['id']),
    reason: 'What the reference product sends: its page asks for edges by their ids.',
  },
  {
    operations: ['GET /api/v2/asset-group-tags-history', 'POST /api/v2/asset-group-tags-history'],
    differences: ['/data must be array'],
    reason: 'What the reference product sends: an object with the records.',
  },
  {
    operations: ['GET /api/v2/bloodhound-users-minimal'],
    differences: also('/data/users/*', ['email_address']),
    reason: 'What the reference product sends, and what its page reads.',
  },
  {
    operations: ['GET /api/v2/self', 'POST /api/v2/bloodhound-users', 'GET /api/v2/bloodhound-users/{user_id}'],
    differences: also('/data', sight),
    reason: ofSight,
  },
  {
    operations: ['GET /api/v2/bloodhound-users'],
    differences: also('/data/users/*', sight),
    reason: ofSight,
  },
  {
    operations: ['GET /api/v2/kennel/enterprise-manifest'],
    differences: also('/data', ['openhound']),
    reason: 'What the reference product sends, and what its page reads.',
  },
  {
    operations: ['POST /api/v2/sso-providers/oidc', 'POST /api/v2/sso-providers/saml'],
    differences: also('/data', ['login_refusal']),
    reason: more,
  },
  {
    operations: ['GET /api/v2/sso-providers'],
    differences: also('/data/*', ['certificates', 'config', 'enabled', 'login_refusal']),
    reason: more,
  },
  {
    operations: ['GET /api/v2/spec'],
    differences: ['has a body'],
    reason: 'The document is JSON, which YAML includes.',
  },
  {
    operations: ['GET /api/v2/audit'],
    differences: [' also has count', ' also has limit', ' also has skip'],
    reason: 'The operation takes skip and limit; without the count nobody knows where the pages end.',
  },
  {
    operations: ['GET /api/v2/audit'],
    differences: [
      '/data/logs/*/actor_email must be string',
      '/data/logs/*/actor_id must be string',
      '/data/logs/*/commit_id must be string',
      '/data/logs/*/request_id must be string',
    ],
    reason:
      'Null if nobody was logged in, or nobody asked over HTTP. Nothing is recorded in two steps, and no address is.',
  },
  {
    operations: ['GET /api/v2/analysis'],
    differences: ['delete_relationships', 'delete_source_kinds'].map((it) => `/data/${it} must be array`),
    reason: 'The document says that they are null if no deletion waits, and none waits here.',
  },
  {
    operations: [
      'GET /api/v2/ad-domains/{domain_id}/data-quality-stats',
      'GET /api/v2/platform/{platform_id}/data-quality-stats',
    ],
    differences: ['issuancepolicies', 'sites', 'siteservers', 'sitesubnets'].map((it) => `/data/* also has ${it}`),
    reason: 'What newer versions of the reference product send.',
  },
  {
    operations: [
      'POST /api/v2/file-upload/{file_upload_job_id}',
      'POST /api/v2/file-upload/{file_upload_job_id}/end',
      'PUT /api/v2/analysis',
    ],
    differences: ['has a body'],
    reason: 'What became of the call: the file, the upload, the run. Programs do not read it.',
  },
  {
    operations: ['GET /api/v2/domains/{domain_id}/attack-path-findings'],
    differences: ['has a body'],
    reason: 'JSON, unless the client accepts CSV, as for every list.',
  },
  {
    operations: ['GET /api/v2/attack-paths/details'],
    differences: [
      ' also has data',
      ...also('/findings/*', [
        'exposure_count',
        'exposure_percentage',
        'source_id',
        'source_kind',
        'source_properties',
      ]),
      '/findings/*/environment_id must be object',
    ],
    reason: 'Properties of relationship findings in place of list findings. An environment is an object id: a text.',
  },
  {
    operations: ['GET /api/v2/attack-paths/findings'],
    differences: also('/data/*', [
      'accept_reason',
      'accepted_until',
      'exposure_count',
      'exposure_percentage',
      'freed',
      'id',
      'impact_count',
      'impact_percentage',
      'risk',
      'shared',
    ]),
    reason: more,
  },
  {
    operations: ['GET /api/v2/domains/{domain_id}/details'],
    differences: [
      ...also('/data/*', ['AcceptReason', 'Accepted', 'FromPrincipalName', 'ToPrincipalName']),
      '/data/* lacks ComboGraphRelationID',
      '/data/* lacks RelProps',
    ],
    reason: 'An edge has no id. The other properties are our own.',
  },
  {
    operations: ['PUT /api/v2/attack-paths/{attack_path_id}/acceptance'],
    differences: [
      ...also('/data', [
        'AcceptReason',
        'Accepted',
        'ExposureCount',
        'ExposurePercentage',
        'FromPrincipal',
        'FromPrincipalKind',
        'FromPrincipalName',
        'FromPrincipalProps',
        'PrincipalHash',
        'ToPrincipal',
        'ToPrincipalKind',
        'ToPrincipalName',
        'ToPrincipalProps',
      ]),
      ...['Principal', 'PrincipalKind', 'Props'].map((name) => `/data lacks ${name}`),
    ],
    reason: 'A relationship finding in place of a list finding.',
  },
  {
    operations: ['GET /api/v2/posture-stats'],
    differences: also('/data/*', ['asset_group_tag_id', 'rules_changed']),
    reason: more,
  },
  {
    operations: ['GET /api/v2/self'],
    differences: also('/data', [
      'email',
      'factor_missing',
      'name',
      'passkeys',
      'permissions',
      'role',
      'sso_slug',
      'totp_active',
    ]),
    reason: more,
  },
  {
    operations: ['POST /api/v2/login'],
    differences: also('/data', ['codes_blocked_at', 'factor_missing']),
    reason: more,
  },
  {
    operations: ['POST /api/v2/bloodhound-users/{user_id}/mfa-activation'],
    differences: also('/data', ['recovery_codes']),
    reason: `${more} They are shown once.`,
  },
  {
    operations: ['GET /api/v2/search'],
    differences: [
      ...also('', ['count', 'limit', 'skip']),
      ...also('/data/*', ['domain', 'environment_id', 'href', 'kinds', 'tier_zero']),
    ],
    reason: more,
  },
  {
    operations: ['GET /api/v2/tokens'],
    differences: also('/data/tokens/*', ['expires_at', 'sso_provider_id', 'type']),
    reason: more,
  },
  {
    operations: ['POST /api/v2/tokens'],
    differences: also('/data', ['expires_at', 'sso_provider_id', 'type']),
    reason: more,
  },
  {
    operations: ['GET /api/v2/file-upload'],
    differences: [...also('/data/*', uploads), '/data/*/user_email_address must be string'],
    reason: `${more} The reference product sends null if the account has no address.`,
  },
  {
    operations: ['POST /api/v2/file-upload/start'],
    differences: [...also('/data', uploads), '/data/user_email_address must be string'],
    reason: 'As in the list.',
  },
  {
    operations: ['GET /api/v2/file-upload/{file_upload_job_id}/completed-tasks'],
    differences: also('/data/*', tasks),
    reason: more,
  },
  { operations: ['GET /api/v2/clients'], differences: also('/data/*', ['event_count']), reason: more },
  {
    operations: [
      'POST /api/v2/clients',
      'PUT /api/v2/clients/update',
      'GET /api/v2/clients/{client_id}',
      'PUT /api/v2/clients/{client_id}',
    ],
    differences: also('/data', ['event_count']),
    reason: more,
  },
  {
    operations: ['POST /api/v2/events', 'GET /api/v2/events/{event_id}', 'PUT /api/v2/events/{event_id}'],
    differences: also('/data', ['title']),
    reason: more,
  },
  {
    operations: [
      'POST /api/v2/saved-queries',
      'GET /api/v2/saved-queries/{saved_query_id}',
      'PUT /api/v2/saved-queries/{saved_query_id}',
    ],
    differences: also('/data', ['category', 'scope']),
    reason: more,
  },
  {
    operations: ['GET /api/v2/saved-queries'],
    differences: ['/data/* also has category'],
    reason: more,
  },
  {
    operations: ['POST /api/v2/saved-queries/import'],
    differences: ['has a body'],
    reason: 'It names the queries that were left out.',
  },
  {
    operations: ['POST /api/v2/asset-group-tags/preview-selectors'],
    differences: ['/data also has count', '/data also has members', '/data lacks member'],
    reason: 'The product answers `data.members`, a list, with its document naming one member.',
  },
  {
    operations: ['GET /api/v2/asset-group-tags/{asset_group_tag_id}/selectors'],
    differences: [' also has count', ' also has limit', ' also has skip'],
    reason: 'The operation takes skip and limit; without the count nobody knows where the pages end.',
  },
  {
    operations: ['GET /api/v2/asset-group-tags/{asset_group_tag_id}/selectors'],
    differences: ['/data/selectors/* lacks counts'],
    reason: 'Only with counts=true, as for tags.',
  },
  {
    operations: ['GET /api/v2/attack-paths/finding-trends'],
    differences: ['/data/findings/* also has severity'],
    reason: more,
  },
  {
    operations: ['GET /api/v2/bloodhound-users'],
    differences: ['created_at', 'deleted_at', 'id', 'updated_at'].map((it) => `/data/users/*/AuthSecret lacks ${it}`),
    reason: 'A password is no record of its own here.',
  },
  {
    operations: ['GET /api/v2/bloodhound-users-minimal'],
    differences: ['/data/users/*/email must be string'],
    reason: 'An account need not have an address.',
  },
  {
    operations: ['GET /api/v2/available-domains'],
    differences: [
      'environment_kind_display_name',
      'environment_kind_id',
      'environment_kind_name',
      'exposures',
      'hygiene_attack_paths',
    ]
      .map((it) => `/data/* lacks ${it}`)
      .concat('/data/*/impactValue must be integer'),
    reason: 'They belong to environments of extensions, or are not computed here.',
  },
  ...directoryKinds.map(({ path, lists }) => ({
    operations: [`GET /api/v2/${path}/{object_id}`],
    differences: also('/data', lists.map(countName)),
    reason: 'The document names these counts in its text only.',
  })),
  {
    operations: ['GET /api/v2/azure/{entity_type}'],
    differences: also('/data', ['kinds', 'props', ...cloudTenant.lists.map(countName)]),
    reason: 'The document leaves the names of counts open. The reference product sends the properties as props.',
  },
];
