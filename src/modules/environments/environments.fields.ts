import type { adDomain, cloudTenant } from '../../analysis/data-quality/environment-type.js';
import { field, type Fields, listOf, recordFields, shape } from '../../http/fields/fields.js';
import type { ListRequest } from '../../http/list/list-description.js';

const ofBoth = {
  name: (example: string) => field.text('t.name', { example }, 'sort', 'filter'),
  last_seen: field.time('t.last_seen', 'Day (UTC) of the last collection that contained it.', 'sort', 'filter'),
};

/** The environment `t`, a domain. */
export const domainShape = shape('DomainDto', {
  domainsid: field.text(
    't.domainsid',
    {
      example: 'S-1-5-21-3130019616-2776909439-2417379446',
      description: 'Object id of the domain in the graph: its SID.',
    },
    'sort',
    'filter',
  ),
  name: ofBoth.name('BIRCH.LOCAL'),
  collected: field.boolean(
    't.collected',
    'False for a domain that is known only by reference or is no longer in the graph.',
    'sort',
    'filter',
  ),
  last_seen: ofBoth.last_seen,
});

export const domainList = listOf(domainShape, { defaultSort: ['name'], tieBreaker: 't.domainsid' });

export type DomainListRequest = ListRequest<keyof typeof domainList.columns>;

/** The environment `t`, a tenant. */
export const tenantShape = shape('TenantDto', {
  tenantid: field.text(
    't.tenantid',
    { example: '6C12B0B0-B2CC-4A73-8252-0B94BFCA2145', description: 'Object id of the tenant in the graph.' },
    'sort',
    'filter',
  ),
  name: ofBoth.name('BIRCH'),
  last_seen: ofBoth.last_seen,
});

export const tenantList = listOf(tenantShape, { defaultSort: ['name'], tieBreaker: 't.tenantid' });

export type TenantListRequest = ListRequest<keyof typeof tenantList.columns>;

/** The environment `t` of an extension. */
export const environmentShape = shape('EnvironmentDto', {
  environment_id: field.text(
    't.objectid',
    { example: 'O_kgDOCoV2OQ', description: 'Object id of the environment in the graph.' },
    'sort',
    'filter',
  ),
  name: ofBoth.name('ACME INC'),
  kind: field.text('t.kind', { example: 'GH_Organization', description: 'Kind of its node.' }, 'sort', 'filter'),
  extension: field.text('t.extension', 'Name of the extension.', 'sort', 'filter'),
  collected: field.boolean('t.collected', 'False for one that is known only by reference.', 'sort', 'filter'),
  last_seen: ofBoth.last_seen,
});

export const environmentList = listOf(environmentShape, { defaultSort: ['name'], tieBreaker: 't.objectid' });

export type EnvironmentListRequest = ListRequest<keyof typeof environmentList.columns>;

function counts<Name extends string>(sentences: Readonly<Record<Name, string>>): Fields {
  const fields = Object.entries<string>(sentences).map(([name, it]) => [name, field.count(`d.${name}`, it)] as const);
  return Object.fromEntries(fields);
}

const run_id = field.uuid('d.run_id', 'Id of the analysis. All rows of one analysis have the same id.');

/** Columns of the statistics `d` of one domain, or of all domains of an analysis. */
export const domainQuality = {
  ...counts<keyof typeof adDomain.nodes>({
    users: 'Users.',
    groups: 'Groups.',
    computers: 'Computers.',
    ous: 'Organizational units.',
    containers: 'Containers.',
    gpos: 'Group policies.',
    aiacas: 'AIA certificate authorities.',
    rootcas: 'Root certificate authorities.',
    enterprisecas: 'Enterprise certificate authorities.',
    ntauthstores: 'NTAuth stores.',
    certtemplates: 'Certificate templates.',
    issuancepolicies: 'Issuance policies.',
    sites: 'Sites.',
    siteservers: 'Servers of sites.',
    sitesubnets: 'Subnets of sites.',
  }),
  acls: field.count('d.acls', 'Edges from access control entries that start at an object of the domain.'),
  sessions: field.count('d.sessions', 'Sessions on computers of the domain.'),
  relationships: field.count('d.relationships', 'Edges that start at an object of the domain.'),
  session_completeness: field.share(
    'd.session_completeness',
    'Share of the active users that have at least one known session.',
  ),
  local_group_completeness: field.share(
    'd.local_group_completeness',
    'Share of the active Windows computers that have known rights from local groups.',
  ),
  run_id,
};

/** Columns of the statistics `d` of one tenant, or of all tenants of an analysis. */
export const tenantQuality = {
  ...counts<keyof typeof cloudTenant.nodes>({
    users: 'Users.',
    groups: 'Groups.',
    apps: 'App registrations.',
    service_principals: 'Service principals.',
    devices: 'Devices.',
    management_groups: 'Management groups.',
    subscriptions: 'Subscriptions.',
    resource_groups: 'Resource groups.',
    vms: 'Virtual machines.',
    key_vaults: 'Key vaults.',
  }),
  relationships: field.count('d.relationships', 'Edges that start at an object of the tenant.'),
  run_id,
};

export const domainQualityShape = shape('DomainDataQualityDto', {
  ...recordFields('d'),
  domainsid: field.text('d.domainsid', {
    example: 'S-1-5-21-3130019616-2776909439-2417379446',
    description: 'Object id (SID) of the domain.',
  }),
  ...domainQuality,
});

export const tenantQualityShape = shape('TenantDataQualityDto', {
  ...recordFields('d'),
  tenantid: field.uuid('d.tenantid', 'Object id of the tenant.'),
  ...tenantQuality,
});
