import type { Measure } from '../../chart/measures.js';

export const domainMeasures: readonly Measure[] = [
  { name: 'users', title: 'Users' },
  { name: 'groups', title: 'Groups' },
  { name: 'computers', title: 'Computers' },
  { name: 'session_completeness', title: 'Users with sessions', isShare: true },
  { name: 'local_group_completeness', title: 'Computers with local groups', isShare: true },
  { name: 'relationships', title: 'Edges' },
  { name: 'acls', title: 'Edges from access control' },
  { name: 'sessions', title: 'Sessions' },
  { name: 'ous', title: 'OUs' },
  { name: 'containers', title: 'Containers' },
  { name: 'gpos', title: 'GPOs' },
  { name: 'aiacas', title: 'AIA CAs' },
  { name: 'rootcas', title: 'Root CAs' },
  { name: 'enterprisecas', title: 'Enterprise CAs' },
  { name: 'ntauthstores', title: 'NTAuth stores' },
  { name: 'certtemplates', title: 'Certificate templates' },
  { name: 'issuancepolicies', title: 'Issuance policies' },
];

export const tenantMeasures: readonly Measure[] = [
  { name: 'users', title: 'Users' },
  { name: 'groups', title: 'Groups' },
  { name: 'devices', title: 'Devices' },
  { name: 'relationships', title: 'Edges' },
  { name: 'apps', title: 'Applications' },
  { name: 'service_principals', title: 'Service principals' },
  { name: 'management_groups', title: 'Management groups' },
  { name: 'subscriptions', title: 'Subscriptions' },
  { name: 'resource_groups', title: 'Resource groups' },
  { name: 'vms', title: 'Virtual machines' },
  { name: 'key_vaults', title: 'Key vaults' },
];
