import { withQuery } from '../../api/call.js';

const base = '/api/v2';

/** The path of entities of a kind, by primary kind. */
const directory: Readonly<Record<string, string>> = {
  User: 'users',
  Group: 'groups',
  Computer: 'computers',
  Domain: 'domains',
  OU: 'ous',
  GPO: 'gpos',
  Container: 'containers',
  AIACA: 'aiacas',
  RootCA: 'rootcas',
  EnterpriseCA: 'enterprisecas',
  NTAuthStore: 'ntauthstores',
  CertTemplate: 'certtemplates',
  IssuancePolicy: 'issuancepolicies',
};

const cloud: Readonly<Record<string, string>> = {
  AZApp: 'applications',
  AZAutomationAccount: 'automation-accounts',
  AZContainerRegistry: 'container-registries',
  AZDevice: 'devices',
  AZFederatedIdentityCredential: 'federated-identity-credentials',
  AZFunctionApp: 'function-apps',
  AZGroup: 'groups',
  AZKeyVault: 'key-vaults',
  AZLogicApp: 'logic-apps',
  AZManagedCluster: 'managed-clusters',
  AZManagementGroup: 'management-groups',
  AZResourceGroup: 'resource-groups',
  AZRole: 'roles',
  AZServicePrincipal: 'service-principals',
  AZSubscription: 'subscriptions',
  AZTenant: 'tenants',
  AZUser: 'users',
  AZVM: 'vms',
  AZVMScaleSet: 'vm-scale-sets',
  AZWebApp: 'web-apps',
};

/** Where the API has an entity. */
export function entityPath(id: string, kind: string): string {
  const ofCloud = cloud[kind] ?? (kind.startsWith('AZ') ? 'az-base' : undefined);
  if (ofCloud !== undefined) return withQuery(`${base}/cloud/${ofCloud}`, { object_id: id });
  return `${base}/${directory[kind] ?? 'base'}/${encodeURIComponent(id)}`;
}

/** Where the API has a list of an entity, such as `admin-rights`. */
export function listPath(entity: string, list: string): string {
  return entity.includes('?') ? withQuery(entity, { related_entity_type: list }) : `${entity}/${list}`;
}

/** The lists of an answer with their lengths: `adminRights: 653` is the list `admin-rights`. */
export function listsOf(
  answer: Readonly<Record<string, unknown>>,
): readonly (readonly [name: string, count: number])[] {
  return Object.entries(answer).flatMap(([field, count]) =>
    typeof count === 'number' ? [[field.replaceAll(/[A-Z]/g, (it) => `-${it.toLowerCase()}`), count] as const] : [],
  );
}
