import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { anyDepth, edges, holders, oneStep, rights } from '../../graph/questions/walks/shapes.js';
import type { EntityKind, EntityList } from './entity-kind.js';
import { list, ofKind } from './shared-lists.js';

const inCloud = { membership: Kind.AZMemberOf } as const;

function readers(name: string, readable: string, ...kinds: readonly number[]): EntityList {
  const contents = `entities that can read ${readable}, directly or through groups`;
  return list(name, contents, holders([Kind.AZOwner, Kind.AZContributor, ...kinds], inCloud));
}

function descendents(name: string, kind: number): EntityList {
  return list(
    `descendent-${name}`,
    `${name.replaceAll('-', ' ')} in it, at any depth`,
    anyDepth('out', [Kind.AZContains], [kind]),
  );
}

const inboundControl = list(
  'inbound-control',
  'entities that control it, directly or through groups',
  holders(edges.cloudControl, inCloud),
);
const outboundControl = list(
  'outbound-control',
  'entities that it controls, directly or through groups',
  rights(edges.cloudControl, undefined, Kind.AZMemberOf),
);
const inboundExecution = list(
  'inbound-execution-privileges',
  'entities that can run code on it, directly or through groups',
  holders(edges.cloudExecution, inCloud),
);
const outboundExecution = list(
  'outbound-execution-privileges',
  'entities on which it can run code, directly or through groups',
  rights(edges.cloudExecution, undefined, Kind.AZMemberOf),
);
const groupMembership = list(
  'group-membership',
  'groups that it is in, at any depth',
  anyDepth('out', [Kind.AZMemberOf]),
);
const roles = list(
  'roles',
  'roles that it has, directly or through groups',
  rights([Kind.AZHasRole], [Kind.AZRole], Kind.AZMemberOf),
);
const eligibleRoles = list(
  'eligible-roles',
  'roles for which it is eligible, directly or through groups',
  rights([Kind.AZRoleEligible], [Kind.AZRole], Kind.AZMemberOf),
);
const inboundAppRoles = list(
  'inbound-abusable-app-role-assignments',
  'service principals with an application role on it that gives more rights',
  oneStep('in', edges.abusableAppRoles),
);
const outboundAppRoles = list(
  'outbound-abusable-app-role-assignments',
  'service principals on which it has an application role that gives more rights',
  oneStep('out', edges.abusableAppRoles),
);
const assignments = [
  list(
    'active-assignments',
    'entities that have the role, directly or through groups',
    holders([Kind.AZHasRole], inCloud),
  ),
  list(
    'pim-assignments',
    'entities that are eligible for the role, directly or through groups',
    holders([Kind.AZRoleEligible], inCloud),
  ),
  list(
    'role-approvers',
    'entities that approve the activation of the role, directly or through groups',
    holders([Kind.AZRoleApprover], inCloud),
  ),
];

const ofResourceGroup = [
  descendents('virtual-machines', Kind.AZVM),
  descendents('managed-clusters', Kind.AZManagedCluster),
  descendents('vm-scale-sets', Kind.AZVMScaleSet),
  descendents('container-registries', Kind.AZContainerRegistry),
  descendents('web-apps', Kind.AZWebApp),
  descendents('automation-accounts', Kind.AZAutomationAccount),
  descendents('key-vaults', Kind.AZKeyVault),
  descendents('function-apps', Kind.AZFunctionApp),
  descendents('logic-apps', Kind.AZLogicApp),
];
const ofSubscription = [descendents('resource-groups', Kind.AZResourceGroup), ...ofResourceGroup];
const ofManagementGroup = [
  descendents('management-groups', Kind.AZManagementGroup),
  descendents('subscriptions', Kind.AZSubscription),
  ...ofSubscription,
];
const ofTenant = [
  descendents('users', Kind.AZUser),
  descendents('groups', Kind.AZGroup),
  ...ofManagementGroup,
  descendents('applications', Kind.AZApp),
  descendents('service-principals', Kind.AZServicePrincipal),
  descendents('devices', Kind.AZDevice),
];

/** Entities of the cloud. Their lists are values of `related_entity_type`. */
export const cloudKinds: readonly EntityKind[] = [
  { path: 'az-base', noun: 'cloud entity', kinds: [Kind.AZBase], lists: [inboundControl, outboundControl] },
  ofKind(
    'applications',
    'application',
    Kind.AZApp,
    inboundControl,
    list(
      'federated-identity-credentials',
      'credentials that authenticate as it',
      oneStep('in', [Kind.AZAuthenticatesTo], { kinds: [Kind.AZFederatedIdentityCredential] }),
    ),
  ),
  ofKind('automation-accounts', 'automation account', Kind.AZAutomationAccount, inboundControl),
  ofKind('container-registries', 'container registry', Kind.AZContainerRegistry, inboundControl),
  ofKind('devices', 'device', Kind.AZDevice, inboundControl, inboundExecution),
  ofKind(
    'federated-identity-credentials',
    'federated identity credential',
    Kind.AZFederatedIdentityCredential,
    inboundControl,
  ),
  ofKind('function-apps', 'function app', Kind.AZFunctionApp, inboundControl),
  ofKind(
    'groups',
    'group',
    Kind.AZGroup,
    list('group-members', 'members of any kind, at any depth', anyDepth('in', [Kind.AZMemberOf])),
    groupMembership,
    roles,
    eligibleRoles,
    inboundControl,
    outboundControl,
  ),
  ofKind(
    'key-vaults',
    'key vault',
    Kind.AZKeyVault,
    readers('all-readers', 'anything in it', Kind.AZGetKeys, Kind.AZGetSecrets, Kind.AZGetCertificates),
    readers('certificate-readers', 'its certificates', Kind.AZGetCertificates),
    readers('key-readers', 'its keys', Kind.AZGetKeys),
    readers('secret-readers', 'its secrets', Kind.AZGetSecrets),
    inboundControl,
  ),
  ofKind('logic-apps', 'logic app', Kind.AZLogicApp, inboundControl),
  ofKind('managed-clusters', 'managed cluster', Kind.AZManagedCluster, inboundControl),
  ofKind('management-groups', 'management group', Kind.AZManagementGroup, ...ofManagementGroup, inboundControl),
  ofKind('resource-groups', 'resource group', Kind.AZResourceGroup, ...ofResourceGroup, inboundControl),
  ofKind('roles', 'role', Kind.AZRole, ...assignments),
  ofKind(
    'service-principals',
    'service principal',
    Kind.AZServicePrincipal,
    roles,
    inboundControl,
    outboundControl,
    inboundAppRoles,
    outboundAppRoles,
  ),
  ofKind('subscriptions', 'subscription', Kind.AZSubscription, ...ofSubscription, inboundControl),
  ofKind('tenants', 'tenant', Kind.AZTenant, ...ofTenant, inboundControl),
  ofKind(
    'users',
    'user',
    Kind.AZUser,
    groupMembership,
    roles,
    eligibleRoles,
    outboundExecution,
    inboundControl,
    outboundControl,
  ),
  ofKind('vm-scale-sets', 'scale set', Kind.AZVMScaleSet, inboundControl),
  ofKind('vms', 'virtual machine', Kind.AZVM, inboundControl, inboundExecution),
  ofKind('web-apps', 'web app', Kind.AZWebApp, inboundControl),
];
