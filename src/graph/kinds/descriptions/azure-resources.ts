import type { KindFamily } from './kind-description.js';
import { azureRoleBestPractices, azureRoles, managedIdentities, microsoft, mitre, specterOps } from './references.js';
import { azureActivity } from './shared-texts.js';

const automationAccounts = specterOps('managed-identity-attack-paths-part-1-automation-accounts-82667d17187a');
const logicApps = specterOps('managed-identity-attack-paths-part-2-logic-apps-52b29354fc54');
const functionApps = specterOps('managed-identity-attack-paths-part-3-function-apps-300065251cbe');
const runCommand = microsoft('azure/virtual-machines/run-command-overview');
const runCommandActivity = azureActivity(
  'Microsoft.Compute/virtualMachines/runCommand/action',
  'Microsoft.Compute/virtualMachines/extensions/write',
);
const vaultRights = microsoft('azure/key-vault/general/rbac-guide');
const roleAssignments = azureActivity('Microsoft.Authorization/roleAssignments/write');

/** @param role name in Azure */
function assigned(role: string, resources: string): string {
  return `A collector reads an assignment of the role ${role} on ${resources}. An assignment on a container is an edge to the container.`;
}

/** Resources of Azure, and roles on them. */
export const azureResources = {
  AZContains: {
    sentence: 'is the container of',
    rule: 'A collector names the tenant, management group, subscription, resource group or storage account of an object.',
    meaning: 'Roles and policies of the container apply to everything in it.',
    danger: 'A role on a management group is a role on each machine and vault of its subscriptions.',
    detection: azureActivity(
      'Microsoft.Management/managementGroups/subscriptions/write',
      'Microsoft.Resources/moveResources/action',
    ),
    remediation: 'Put resources of different tiers into different subscriptions, and assign roles at the lowest level.',
    references: [microsoft('azure/governance/management-groups/overview'), azureRoleBestPractices],
  },
  AZNodeResourceGroup: {
    sentence: 'runs its nodes in',
    rule: 'A collector reads nodeResourceGroup of a Kubernetes cluster.',
    meaning: 'Azure keeps the machines, disks and identities of the cluster in this resource group.',
    danger: 'Control of the cluster is control of its machines, and of the identities that are assigned to them.',
    detection: azureActivity('Microsoft.ContainerService/managedClusters/runCommand/action'),
    remediation: 'Lock the node resource group, and give the identities of the nodes no rights beyond the cluster.',
    references: [microsoft('azure/aks/faq'), mitre('T1610')],
  },
  AZManagedIdentity: {
    sentence: 'has the managed identity',
    rule: 'A collector reads the identities of a resource: its own, and those that are assigned to it.',
    meaning: 'Programs on the resource get tokens of the service principal without any secret.',
    danger:
      'An attacker who runs code on the resource asks the metadata service for a token, and acts as the identity.',
    detection: 'Sign-in log of managed identities, and requests to 169.254.169.254 by unusual processes.',
    remediation: 'Give the identity only the rights that the resource needs, and separate identities of resources.',
    references: [managedIdentities, automationAccounts, mitre('T1552.005')],
  },
  AZOwner: {
    sentence: 'has the role Owner on',
    rule: assigned('Owner', 'a resource or a container of resources'),
    meaning: 'The start manages the resource and everything in it, and assigns roles there.',
    danger: 'It runs commands on machines, reads secrets, and grants access to other accounts.',
    detection: roleAssignments,
    remediation:
      'Replace it by roles for the task. Keep at most three owners of a subscription, as eligible assignments.',
    references: [azureRoles, azureRoleBestPractices, mitre('T1078.004')],
  },
  AZContributor: {
    sentence: 'has the role Contributor on',
    rule: assigned('Contributor', 'a resource or a container of resources'),
    meaning: 'The start manages the resource and everything in it, but assigns no roles.',
    danger: 'It runs commands on machines and uses their identities; it changes the access policies of key vaults.',
    detection: `${runCommandActivity} Changes of access policies of vaults.`,
    remediation: 'Replace it by roles for single services, on single resource groups.',
    references: [azureRoles, azureRoleBestPractices, mitre('T1651')],
  },
  AZUserAccessAdministrator: {
    sentence: 'may assign roles on',
    rule: assigned('User Access Administrator', 'a resource or a container of resources'),
    meaning: 'The start grants each role on the resource to each account.',
    danger: 'It makes itself Owner.',
    detection: `${roleAssignments} The actor and the principal are one account.`,
    remediation:
      'Use Role Based Access Control Administrator with conditions, which limit the roles that may be assigned.',
    references: [
      microsoft('azure/role-based-access-control/delegate-role-assignments-overview'),
      azureRoles,
      mitre('T1098.003'),
    ],
  },
  AZVMContributor: {
    sentence: 'has the role Virtual Machine Contributor on',
    rule: assigned('Virtual Machine Contributor', 'a machine or a scale set'),
    meaning: 'The start manages the machine, and runs commands on it by the agent of Azure.',
    danger: 'It runs scripts as the system, takes secrets from memory and disk, and uses the identity of the machine.',
    detection: runCommandActivity,
    remediation: 'Use a role without runCommand and extensions for those who only start and stop machines.',
    references: [runCommand, azureRoles, mitre('T1651')],
  },
  AZAvereContributor: {
    sentence: 'has the role Avere Contributor on',
    rule: assigned('Avere Contributor', 'a machine'),
    meaning: 'The role for clusters of Avere vFXT contains all actions on virtual machines.',
    danger: 'It runs commands on the machine, as a Virtual Machine Contributor does.',
    detection: runCommandActivity,
    remediation: 'Remove the assignment if no such cluster is in use.',
    references: [azureRoles, runCommand, mitre('T1651')],
  },
  AZVMAdminLogin: {
    sentence: 'may sign in as administrator to',
    rule: assigned('Virtual Machine Administrator Login', 'a machine'),
    meaning: 'The start signs in with its cloud account, and is a local administrator of the machine.',
    danger: 'It reads the secrets of other users of the machine, and asks for tokens of its identity.',
    detection: 'Sign-in log of Entra ID: application "Azure Windows VM Sign-In" or "Azure Linux VM Sign-In".',
    remediation: 'Use Virtual Machine User Login for users, and conditional access for administrators.',
    references: [microsoft('entra/identity/devices/howto-vm-sign-in-azure-ad-windows'), mitre('T1021.008')],
  },
  AZKeyVaultContributor: {
    sentence: 'has the role Key Vault Contributor on',
    rule: assigned('Key Vault Contributor', 'a key vault'),
    meaning: 'The start manages the vault, without a right to read its contents.',
    danger: 'If the vault uses access policies, it grants itself all secrets, keys and certificates by a policy.',
    detection: azureActivity('Microsoft.KeyVault/vaults/accessPolicies/write', 'Microsoft.KeyVault/vaults/write'),
    remediation: 'Change the permission model of the vault to role-based access, where this role reads nothing.',
    references: [vaultRights, mitre('T1555.006')],
  },
  AZWebsiteContributor: {
    sentence: 'has the role Website Contributor on',
    rule: assigned('Website Contributor', 'a web app or a function app'),
    meaning: 'The start deploys code to the app, and reads its settings.',
    danger: 'It runs code with the identity of the app, and reads connection strings.',
    detection: azureActivity('Microsoft.Web/sites/publishxml/action', 'Microsoft.Web/sites/config/list/action'),
    remediation: 'Deploy by a pipeline with an identity of its own, and remove people from the role.',
    references: [functionApps, azureRoles, mitre('T1648')],
  },
  AZLogicAppContributor: {
    sentence: 'has the role Logic App Contributor on',
    rule: assigned('Logic App Contributor', 'a logic app'),
    meaning: 'The start changes the steps of the workflow, and reads its runs.',
    danger: 'It adds a step that calls other services with the identity or the connections of the workflow.',
    detection: azureActivity('Microsoft.Logic/workflows/write', 'Microsoft.Logic/workflows/triggers/run/action'),
    remediation: 'Separate the identities of workflows, and use Logic App Operator for those who only start them.',
    references: [logicApps, azureRoles, mitre('T1648')],
  },
  AZAutomationContributor: {
    sentence: 'has the role Automation Contributor on',
    rule: assigned('Automation Contributor', 'an automation account'),
    meaning: 'The start writes runbooks and starts them, in the cloud or on hybrid workers.',
    danger: 'A runbook gets tokens of the identity of the account, and runs as the system on hybrid workers.',
    detection: azureActivity(
      'Microsoft.Automation/automationAccounts/runbooks/draft/write',
      'Microsoft.Automation/automationAccounts/jobs/write',
    ),
    remediation:
      'Use Automation Operator for those who only start runbooks, and keep the identity of the account small.',
    references: [automationAccounts, azureRoles, mitre('T1648')],
  },
  AZAKSContributor: {
    sentence: 'has the role Azure Kubernetes Service Contributor on',
    rule: assigned('Azure Kubernetes Service Contributor', 'a cluster'),
    meaning: 'The start manages the cluster and gets the credentials of its administrator.',
    danger: 'It runs containers on all nodes, and with them uses the identities of the nodes.',
    detection: azureActivity('Microsoft.ContainerService/managedClusters/listClusterAdminCredential/action'),
    remediation: 'Disable local accounts of the cluster, and use roles of Entra ID inside of it.',
    references: [microsoft('azure/aks/manage-local-accounts-managed-azure-ad'), mitre('T1609'), mitre('T1610')],
  },
  AZGetSecrets: {
    sentence: 'may read the secrets in',
    rule: 'A collector reads an access policy of a key vault with get or all for secrets.',
    meaning: 'The start reads passwords and tokens that programs keep in the vault.',
    danger: 'It uses these secrets elsewhere, as the accounts that they belong to.',
    detection: 'Log of the vault: "SecretGet" by accounts or addresses that the program does not use.',
    remediation: 'Remove the policy, and store secrets of different programs in different vaults.',
    references: [vaultRights, mitre('T1555.006')],
  },
  AZGetKeys: {
    sentence: 'may read the keys in',
    rule: 'A collector reads an access policy of a key vault with get or all for keys.',
    meaning: 'The start reads the public parts and the attributes of keys, and uses them if the policy permits more.',
    danger: 'With further permissions it decrypts data or signs in the name of a program.',
    detection: 'Log of the vault: "KeyGet", "KeyDecrypt", "KeySign" or "KeyUnwrap" by unusual accounts.',
    remediation: 'Remove the policy, or permit only the operations that the program uses.',
    references: [vaultRights, mitre('T1552.004')],
  },
  AZGetCertificates: {
    sentence: 'may read the certificates in',
    rule: 'A collector reads an access policy of a key vault with get or all for certificates.',
    meaning: 'The start reads certificates; their private keys are secrets of the same name.',
    danger: 'With the right to read secrets it signs in as the application that the certificate belongs to.',
    detection: 'Log of the vault: "CertificateGet", followed by "SecretGet" of the same name.',
    remediation: 'Remove the policy, and mark private keys as not exportable.',
    references: [vaultRights, mitre('T1649'), mitre('T1552.004')],
  },
} satisfies KindFamily;
