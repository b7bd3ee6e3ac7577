import { convertAppRoleAssignment } from './app-role-assignments.js';
import type { AzureConverter } from './azure-node.js';
import {
  convertApp,
  convertDevice,
  convertFederatedCredentials,
  convertGroup,
  convertRole,
  convertServicePrincipal,
  convertTenant,
  convertUser,
} from './directory-objects.js';
import { directoryRelations } from './directory-relations.js';
import { convertRoleAssignment, convertRoleEligibility, convertRolePolicy } from './directory-roles.js';
import { resourceRoles } from './resource-roles.js';
import {
  convertAccessPolicy,
  convertAutomationAccount,
  convertContainerRegistry,
  convertDescendant,
  convertFunctionApp,
  convertKeyVault,
  convertLogicApp,
  convertManagedCluster,
  convertManagementGroup,
  convertResourceGroup,
  convertStorageAccount,
  convertStorageContainer,
  convertSubscription,
  convertVirtualMachine,
  convertVmScaleSet,
  convertWebApp,
} from './resources.js';

/** The converter of each `kind` of record. Other kinds contain no data of the graph. */
export const azureHoundKinds: ReadonlyMap<string, AzureConverter> = new Map<string, AzureConverter>([
  ['AZTenant', convertTenant],
  ['AZUser', convertUser],
  ['AZGroup', convertGroup],
  ['AZApp', convertApp],
  ['AZServicePrincipal', convertServicePrincipal],
  ['AZDevice', convertDevice],
  ['AZRole', convertRole],
  ['AZFederatedIdentityCredential', convertFederatedCredentials],
  ['AZManagementGroup', convertManagementGroup],
  ['AZSubscription', convertSubscription],
  ['AZResourceGroup', convertResourceGroup],
  ['AZKeyVault', convertKeyVault],
  ['AZVM', convertVirtualMachine],
  ['AZVMScaleSet', convertVmScaleSet],
  ['AZFunctionApp', convertFunctionApp],
  ['AZWebApp', convertWebApp],
  ['AZLogicApp', convertLogicApp],
  ['AZAutomationAccount', convertAutomationAccount],
  ['AZContainerRegistry', convertContainerRegistry],
  ['AZManagedCluster', convertManagedCluster],
  ['AZStorageAccount', convertStorageAccount],
  ['AZStorageContainer', convertStorageContainer],
  ['AZAppRoleAssignment', convertAppRoleAssignment],
  ['AZRoleAssignment', convertRoleAssignment],
  ['AZRoleEligibilityScheduleInstance', convertRoleEligibility],
  ['AZRoleManagementPolicyAssignment', convertRolePolicy],
  ['AZManagementGroupDescendant', convertDescendant],
  ['AZKeyVaultAccessPolicy', convertAccessPolicy],
  ...directoryRelations,
  ...resourceRoles,
]);
