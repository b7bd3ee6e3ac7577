import type { KindExample, KindFamily } from './kind-description.js';
import {
  entraRoleBestPractices,
  entraRoles,
  microsoft,
  mitre,
  privilegedIdentityManagement,
  specterOps,
} from './references.js';
import { entraAudit } from './shared-texts.js';

const apps = microsoft('entra/identity-platform/app-objects-and-service-principals');
const servicePrincipalAbuse = specterOps('azure-privilege-escalation-via-service-principal-abuse-210ae2be2a5');
const newSecret = entraAudit(
  'Add service principal credentials',
  'Update application – Certificates and secrets management',
);

/** A role of ADA and the right that follows from it. */
function roleExample(role: string, target: string, holderActs: boolean): KindExample {
  return {
    edges: [
      ['ADA', 'AZHasRole', role],
      ['BIRCH.EXAMPLE', 'AZContains', role],
      ...(target === 'BIRCH.EXAMPLE' ? [] : ([['BIRCH.EXAMPLE', 'AZContains', target]] as const)),
    ],
    derived: [holderActs ? 'ADA' : role, target],
  };
}

const throughGroups = 'themselves or by a group that roles may be assigned to';

/** Roles of Entra ID, groups and applications, and the rights that follow from them. */
export const entraRolesAndApplications = {
  AZMemberOf: {
    sentence: 'is a member of the cloud group',
    rule: 'A collector lists the members of a group of Entra ID.',
    meaning: 'The start has the roles, the applications and the rights on resources that the group has.',
    danger: 'Roles that are assigned to a group do not show at its members.',
    detection: entraAudit('Add member to group'),
    remediation: 'Remove the member, and review memberships regularly by access reviews.',
    references: [microsoft('entra/identity/role-based-access-control/groups-concept'), mitre('T1098.003')],
  },
  AZOwns: {
    sentence: 'is an owner of',
    rule: 'A collector lists the owners of an application. Follows from AZOwnsRaw for groups, service principals and devices, but not for managed identities and members of restricted units.',
    meaning: 'Owners manage the object without any role in the directory.',
    danger: 'The owner adds a secret to the application and signs in as it, or adds itself to the group.',
    detection: entraAudit('Add owner to application', 'Add owner to service principal', 'Add owner to group'),
    remediation:
      'Remove owners of objects with privileges. Manage these objects by roles, which can be limited in time.',
    references: [servicePrincipalAbuse, mitre('T1098.001')],
  },
  AZOwnsRaw: {
    traversable: false,
    sentence: 'is stated as an owner of',
    rule: 'A collector lists the owners of a group, a service principal or a device.',
    meaning: 'The ownership as stored. The rule of AZOwns decides whether it gives control.',
    danger: 'The edge gives no control by itself. Azure refuses secrets and owners of managed identities to everybody.',
    detection: entraAudit('Add owner to service principal', 'Add owner to group'),
    remediation: 'Remove owners that nobody needs.',
    references: [servicePrincipalAbuse],
  },
  AZRunsAs: {
    sentence: 'signs in as',
    rule: 'A collector reads the application id of a service principal.',
    meaning: 'The service principal has the credentials of the application, in each tenant that uses it.',
    danger: 'A secret of the application gives all roles and permissions of the service principal.',
    detection: 'Sign-in log of service principals: new addresses or new credential ids.',
    remediation:
      'Give the service principal only the permissions that it uses, and replace secrets by managed identities.',
    references: [apps, servicePrincipalAbuse],
  },
  AZAuthenticatesTo: {
    traversable: false,
    sentence: 'authenticates external workloads to',
    rule: 'A collector lists the federated credentials of an application.',
    meaning: 'Tokens of another issuer with a certain subject are accepted in place of a secret.',
    danger:
      'The edge gives no control by itself, because the workload is not in the graph. Control of it signs in as the application.',
    detection: entraAudit('Update application'),
    remediation: 'Delete credentials that are not used, and limit the subject to one branch or environment.',
    references: [microsoft('entra/workload-id/workload-identity-federation'), mitre('T1098.001')],
  },
  AZHasRole: {
    sentence: 'has the role',
    rule: 'A collector lists the active assignments of a role of Entra ID. Assignments for a part of the tenant are AZHasScopedRole, and those of administrators of one application AZAppAdmin or AZCloudAppAdmin on it.',
    meaning: 'The start may do everything that the role permits, in the whole tenant.',
    danger: 'The danger depends on the role; rights that lead to control of other objects are edges of their own.',
    detection: entraAudit('Add member to role', 'Add eligible member to role'),
    remediation: 'Remove the assignment, or make it eligible with approval and a time limit.',
    references: [entraRoles, entraRoleBestPractices, mitre('T1098.003')],
  },
  AZHasScopedRole: {
    traversable: false,
    sentence: 'has for a part of the tenant the role',
    rule: 'A collector lists an active assignment whose scope is an administrative unit, a group, an application or a service principal. The property `scopes` names them.',
    meaning: 'The start may do what the role permits to members of the unit, or to this one object.',
    danger:
      'The edge gives no control by itself: the rights over members of a unit that are known are edges of their own. AzureHound does not write members, so the start may reach some users or groups of the unit that are not known.',
    detection: entraAudit('Add scoped member to role', 'Remove scoped member from role'),
    remediation: 'Remove the assignment if nobody needs it, and keep privileged accounts out of units of others.',
    references: [
      microsoft('entra/identity/role-based-access-control/administrative-units'),
      entraRoles,
      mitre('T1098.003'),
    ],
  },
  AZUnitMember: {
    traversable: false,
    sentence: 'contains as a member',
    rule: 'A file states the members of an administrative unit: a record AZAdministrativeUnit, or OpenGraph. AzureHound does not collect them.',
    meaning: 'Roles whose scope is the unit hold for the end. If it is a group, they do not hold for its members.',
    danger: 'The edge gives no control by itself: the unit acts on nobody.',
    detection: entraAudit('Add member to administrative unit', 'Remove member from administrative unit'),
    remediation: 'Keep privileged accounts in restricted management administrative units.',
    references: [
      microsoft('entra/identity/role-based-access-control/administrative-units'),
      microsoft('entra/identity/role-based-access-control/admin-units-restricted-management'),
    ],
  },
  AZRoleEligible: {
    sentence: 'may activate the role',
    rule: 'A collector lists the eligible assignments of a role for the whole tenant (Privileged Identity Management).',
    meaning: 'The start has the role after it activates it, under the conditions of the policy of the role.',
    danger:
      'An attacker with a session of the account activates the role. Only approval and a second factor stand in between.',
    detection: entraAudit('Add member to role completed (PIM activation)'),
    remediation:
      'Require approval and phishing-resistant authentication for activation, and remove assignments that nobody uses.',
    references: [privilegedIdentityManagement, mitre('T1098.003')],
  },
  AZScopedRoleEligible: {
    traversable: false,
    sentence: 'may activate for a part of the tenant the role',
    rule: 'A collector lists an eligible assignment whose scope is a part of the tenant. Each property is a scope, as in AZHasScopedRole.',
    meaning:
      'The start has the role for this part after it activates it, under the conditions of the policy of the role.',
    danger: 'The edge gives no control by itself. An attacker with a session of the account activates the role.',
    detection: entraAudit('Add member to role completed (PIM activation)'),
    remediation: 'Require approval and phishing-resistant authentication for activation.',
    references: [
      privilegedIdentityManagement,
      microsoft('entra/identity/role-based-access-control/administrative-units'),
      mitre('T1098.003'),
    ],
  },
  AZRoleApprover: {
    sentence: 'may approve activations of the role',
    rule: 'A collector reads the policy of a role that requires approval. If it names no approvers, the roles Global Administrator and Privileged Role Administrator have the edge.',
    meaning: 'The start decides whether an eligible account gets the role.',
    danger: 'An attacker who also has an eligible account approves its request.',
    detection: entraAudit('Add member to role request approved (PIM activation)'),
    remediation: 'Name approvers of the same tier as the role, at least two, who are not eligible for it.',
    references: [
      microsoft('entra/id-governance/privileged-identity-management/pim-approval-workflow'),
      privilegedIdentityManagement,
    ],
  },
  AZScopedTo: {
    traversable: false,
    sentence: 'is limited to',
    rule: 'A collector lists an active assignment of a role whose scope is an administrative unit, or an object of unknown type. OpenGraph files may state it.',
    meaning: 'The rights of the start apply to the end and its contents.',
    danger: 'The edge gives no control by itself. It bounds what an assignment reaches.',
    detection: 'Audit log of Entra ID: role assignments whose scope is the tenant ("/").',
    remediation: 'Choose the smallest scope that the task needs, such as an administrative unit.',
    references: [microsoft('entra/identity/role-based-access-control/administrative-units'), entraRoleBestPractices],
  },
  AZGlobalAdmin: {
    sentence: 'is a Global Administrator of',
    rule: `Follows for principals with the role Global Administrator, ${throughGroups}.`,
    meaning: 'The role may change every object and setting of the tenant.',
    danger: 'It resets passwords, grants roles, and makes itself User Access Administrator of all subscriptions.',
    detection: 'Each sign-in of a Global Administrator, and elevateAccess in the directory activity log of Azure.',
    remediation: 'Keep fewer than five, as eligible assignments, and two accounts for emergencies.',
    references: [
      entraRoleBestPractices,
      microsoft('azure/role-based-access-control/elevate-access-global-admin'),
      mitre('T1078.004'),
    ],
    example: roleExample('GLOBAL ADMINISTRATOR', 'BIRCH.EXAMPLE', true),
  },
  AZPrivilegedRoleAdmin: {
    sentence: 'is a Privileged Role Administrator of',
    rule: `Follows for principals with the role Privileged Role Administrator, ${throughGroups}.`,
    meaning: 'The role assigns every role of the directory, and consents to every permission.',
    danger: 'It makes itself or an account of its own a Global Administrator.',
    detection: `${entraAudit('Add member to role')} The actor is no Global Administrator.`,
    remediation: 'Make the assignment eligible, with approval, and treat it as Global Administrator.',
    references: [entraRoles, mitre('T1098.003')],
    example: roleExample('PRIVILEGED ROLE ADMINISTRATOR', 'BIRCH.EXAMPLE', true),
  },
  AZPrivilegedAuthAdmin: {
    sentence: 'is a Privileged Authentication Administrator of',
    rule: `Follows for principals with the role Privileged Authentication Administrator, ${throughGroups}.`,
    meaning: 'The role sets passwords and second factors of all accounts, also of Global Administrators.',
    danger: 'It resets the password of a Global Administrator and registers its own second factor.',
    detection: entraAudit('Reset password (by admin)', 'Admin registered security info'),
    remediation: 'Make the assignment eligible, with approval, and review who needs it besides Global Administrators.',
    references: [entraRoles, mitre('T1098')],
    example: roleExample('PRIVILEGED AUTHENTICATION ADMINISTRATOR', 'BIRCH.EXAMPLE', true),
  },
  AZAppAdmin: {
    sentence: 'is an Application Administrator for',
    rule: 'A collector reads an assignment of the role Application Administrator whose scope is one application or service principal. Follows if only a later file tells the type of the scope.',
    meaning: 'The start manages this application: its secrets, its owners and its consent, but no other.',
    danger: 'It adds a secret and signs in as the service principal, with all of its permissions.',
    detection: newSecret,
    remediation: 'Remove the assignment, or the permissions of the application that its administrators lack.',
    references: [entraRoles, servicePrincipalAbuse, mitre('T1098.001')],
  },
  AZCloudAppAdmin: {
    sentence: 'is a Cloud Application Administrator for',
    rule: 'A collector reads an assignment of the role Cloud Application Administrator whose scope is one application or service principal. Follows if only a later file tells the type of the scope.',
    meaning: 'The start manages the application as an Application Administrator does, except its application proxy.',
    danger: 'It adds a certificate or a secret, and acts as the service principal from everywhere.',
    detection: newSecret,
    remediation: 'Remove the assignment; lock the credentials of the application (app instance property lock).',
    references: [entraRoles, servicePrincipalAbuse, mitre('T1098.001')],
  },
  AZAddMembers: {
    sentence: 'may add members to the cloud group',
    rule: `Follows for users and service principals with a role, ${throughGroups}. Global Administrator and Privileged Role Administrator: all groups of the tenant. Groups, User, Identity Governance, Intune and Knowledge Administrator, Knowledge Manager and Directory Writers: groups that no role may be assigned to. In an administrative unit, to its known members that no role may be assigned to: Groups and User Administrator and custom roles that change members of groups; SharePoint and Teams Administrator to groups of Microsoft 365. Members of restricted units have the edge from holders of a role in such a unit alone.`,
    meaning: 'The role changes the members of the group.',
    danger: 'The start adds itself and gains the applications, resources and licences of the group.',
    detection: `${entraAudit('Add member to group')} The actor is no owner of the group.`,
    remediation: 'Make groups with rights on resources role-assignable, so that lower roles cannot change them.',
    references: [microsoft('entra/identity/role-based-access-control/groups-concept'), entraRoles, mitre('T1098.003')],
    example: roleExample('GROUPS ADMINISTRATOR', 'OPERATORS: not role-assignable', true),
  },
  AZResetPassword: {
    sentence: 'may reset the cloud password of',
    rule: 'Follows from a role to users of its tenant. Global Administrator, Privileged Authentication Administrator and Partner Tier2 Support: all. Password, Helpdesk, Authentication and User Administrator: users with no roles but those that the role may reset; Partner Tier1 Support: users without roles. The last five exclude members and owners of role-assignable groups. Users of other tenants (`#EXT#`) are excluded, because their password is kept elsewhere. In an administrative unit, the edge starts at the holder of the role and leads to known members: Helpdesk, Password, Authentication and User Administrator and custom roles that change passwords to users without any role, Privileged Authentication Administrator to all, although Microsoft also says that nobody in a unit resets Global Administrators. A service principal or guest also needs a right to read the directory. Members of restricted units have the edge from holders of a role in such a unit alone. Users that are synchronised from a directory are not: whether their password is written back is not collected.',
    meaning: 'A holder of the role sets a new password for the user.',
    danger: 'It signs in as the user, unless a second factor or conditional access prevents it.',
    detection: entraAudit('Reset password (by admin)', 'Reset user password'),
    remediation:
      'Limit the role to an administrative unit, and require second factors that an administrator cannot reset.',
    references: [entraRoles, mitre('T1098')],
    example: roleExample('HELPDESK ADMINISTRATOR', 'BOB: no roles', false),
  },
  AZAddSecret: {
    sentence: 'may add a secret to',
    rule: 'Follows from the roles Application Administrator and Cloud Application Administrator to each application and service principal of the tenant, whether the role has holders or not. Not to managed identities, which take no secrets.',
    meaning:
      'A holder of the role adds a password or a certificate to the application or service principal. Applications of other tenants may be locked against that, which is not visible here.',
    danger: 'It signs in as the service principal and has its roles and permissions, which may exceed its own.',
    detection: newSecret,
    remediation:
      'Remove strong permissions from service principals, or keep both roles as few as Global Administrators.',
    references: [servicePrincipalAbuse, entraRoles, mitre('T1098.001')],
    example: roleExample('APPLICATION ADMINISTRATOR', 'PAYROLL APP', false),
  },
  AZAddOwner: {
    sentence: 'may add owners to',
    rule: 'Follows from the roles Hybrid Identity Administrator, Partner Tier1 Support, Partner Tier2 Support and Directory Synchronization Accounts to each application and service principal of the tenant but managed identities, whether the role has holders or not.',
    meaning: 'The start makes itself or another account an owner.',
    danger: 'The new owner adds a secret and signs in as the application.',
    detection: entraAudit('Add owner to application', 'Add owner to service principal'),
    remediation: 'Remove the role, or limit it to applications without privileges.',
    references: [entraRoles, mitre('T1098.001')],
    example: roleExample('HYBRID IDENTITY ADMINISTRATOR', 'PAYROLL APP', false),
  },
  AZGrant: {
    sentence: 'may grant roles to principals of',
    rule: 'Reserved for principals that assign roles. No rule derives it; OpenGraph files may state it.',
    meaning: 'The start assigns a role of its choice to an account of its choice.',
    danger: 'It makes an account of its own a Global Administrator.',
    detection: entraAudit('Add member to role'),
    remediation: 'Remove the right to assign roles, or require approval for it.',
    references: [entraRoles, mitre('T1098.003')],
  },
  AZGrantSelf: {
    sentence: 'may grant itself the role',
    rule: 'Reserved for principals that assign this role to themselves. No rule derives it; OpenGraph files may state it.',
    meaning: 'The start needs no other account to obtain the role.',
    danger: 'It has the role after one call.',
    detection: `${entraAudit('Add member to role')} Actor and member are one account.`,
    remediation: 'Let other accounts than the holder assign the role, by Privileged Identity Management.',
    references: [privilegedIdentityManagement, mitre('T1098.003')],
  },
  AZExecuteCommand: {
    sentence: 'may run commands by Intune on',
    rule: `Follows for principals with the role Intune Administrator, ${throughGroups}, to each device of the tenant that runs Windows.`,
    meaning: 'Intune runs scripts on managed devices as the system.',
    danger: 'The start reads the secrets of the users of the device, and what the device can reach in the network.',
    detection: 'Audit log of Intune: new or changed scripts, remediations and applications.',
    remediation:
      'Make the role eligible, require a second administrator for scripts (multi admin approval), and use scope tags.',
    references: [microsoft('mem/intune/fundamentals/multi-admin-approval'), entraRoles, mitre('T1072')],
    example: roleExample('INTUNE ADMINISTRATOR', 'LAPTOP: runs Windows', true),
  },
} satisfies KindFamily;
