import type { EdgeKindName } from '../kind-catalogue.js';
import type { KindExample, KindFamily, KindText } from './kind-description.js';
import { graphPermissionReference, microsoft, mitre, specterOps } from './references.js';
import { entraAudit } from './shared-texts.js';

const permissionAbuse = specterOps('azure-privilege-escalation-via-azure-api-permissions-abuse-74aee1006f48');
const reviewPermissions = microsoft('entra/identity/enterprise-apps/manage-application-permissions');

interface Permission {
  readonly permission: string;
  readonly meaning: string;
  readonly consequence: string;
  readonly instead: string;
}

/** A permission on MS Graph that an administrator granted to an application. */
function permissionOn({ permission, meaning, consequence, instead }: Permission): KindText {
  return {
    traversable: false,
    sentence: `has the permission ${permission} on`,
    rule: `A collector reads the assignment of the application role ${permission} of MS Graph to a service principal.`,
    meaning,
    danger: `The edge gives no control by itself. ${consequence}`,
    detection: `${entraAudit('Add app role assignment to service principal')} Its value is ${permission}.`,
    remediation: `Remove the permission from the application. ${instead}`,
    references: [graphPermissionReference, permissionAbuse, mitre('T1098.003')],
  };
}

/** What follows from a permission of the application PAYROLL. */
function permissionExample(permission: EdgeKindName, target: string): KindExample {
  return {
    edges: [
      ['PAYROLL', permission, 'MICROSOFT GRAPH'],
      ['BIRCH.EXAMPLE', 'AZContains', 'MICROSOFT GRAPH'],
      ...(target === 'BIRCH.EXAMPLE' ? [] : ([['BIRCH.EXAMPLE', 'AZContains', target]] as const)),
    ],
    derived: ['PAYROLL', target],
  };
}

/** Permissions of applications on MS Graph, and the rights that follow from them. */
export const graphPermissions = {
  AZMGApplication_ReadWrite_All: permissionOn({
    permission: 'Application.ReadWrite.All',
    meaning: 'The application manages every application and service principal of the tenant.',
    consequence: 'AZMGAddSecret and AZMGAddOwner follow, to each application and service principal.',
    instead: 'Application.ReadWrite.OwnedBy is enough for applications that manage their own.',
  }),
  AZMGAppRoleAssignment_ReadWrite_All: permissionOn({
    permission: 'AppRoleAssignment.ReadWrite.All',
    meaning: 'The application grants permissions of MS Graph to each service principal, itself included.',
    consequence: 'AZMGGrantAppRoles follows, to the tenant.',
    instead: 'Let administrators grant permissions, by consent that is reviewed.',
  }),
  AZMGDirectory_ReadWrite_All: permissionOn({
    permission: 'Directory.ReadWrite.All',
    meaning: 'The application writes users, groups and devices of the directory.',
    consequence: 'AZMGAddMember and AZMGAddOwner follow, to groups that no role may be assigned to.',
    instead: 'Grant the permission for the one kind of objects that it changes.',
  }),
  AZMGGroup_ReadWrite_All: permissionOn({
    permission: 'Group.ReadWrite.All',
    meaning: 'The application creates and changes groups, their owners and their contents.',
    consequence:
      'AZMGAddMember and AZMGAddOwner follow, to groups that no role may be assigned to, as for directory writers.',
    instead: 'Group.Create, or ownership of single groups, is often enough.',
  }),
  AZMGGroupMember_ReadWrite_All: permissionOn({
    permission: 'GroupMember.ReadWrite.All',
    meaning: 'The application changes members of groups, but no other properties of them.',
    consequence: 'AZMGAddMember follows, to groups that no role may be assigned to.',
    instead: 'Make groups with important rights role-assignable, which excludes them.',
  }),
  AZMGRoleManagement_ReadWrite_Directory: permissionOn({
    permission: 'RoleManagement.ReadWrite.Directory',
    meaning: 'The application assigns each role of Entra ID, also Global Administrator.',
    consequence:
      'AZMGGrantRole, AZMGGrantAppRoles, AZMGAddSecret, AZMGAddMember and AZMGAddOwner follow, in the whole tenant.',
    instead: 'No program needs it permanently: assign roles by Privileged Identity Management.',
  }),
  AZMGServicePrincipalEndpoint_ReadWrite_All: permissionOn({
    permission: 'ServicePrincipalEndpoint.ReadWrite.All',
    meaning: 'The application changes endpoints of service principals.',
    consequence: 'AZMGAddOwner follows, to each service principal.',
    instead: 'Hardly any program uses endpoints; ask its manufacturer before.',
  }),
  AZMGAddMember: {
    sentence: 'may add members, by MS Graph, to',
    rule: 'Follows from Directory.ReadWrite.All, Group.ReadWrite.All or GroupMember.ReadWrite.All to each group of the tenant that no role may be assigned to, and from RoleManagement.ReadWrite.Directory to each group.',
    meaning: 'The application adds each account to the group.',
    danger: 'An attacker with a secret of the application adds an account of its own to a group with rights.',
    detection: `${entraAudit('Add member to group')} The actor is a service principal.`,
    remediation: 'Remove the permission from the application, or make the group role-assignable.',
    references: [permissionAbuse, reviewPermissions, mitre('T1098.003')],
    example: permissionExample('AZMGGroupMember_ReadWrite_All', 'OPERATORS: not role-assignable'),
  },
  AZMGAddOwner: {
    sentence: 'may add owners, by MS Graph, to',
    rule: 'Follows from Application.ReadWrite.All to applications and service principals, from Directory.ReadWrite.All and Group.ReadWrite.All to groups that no role may be assigned to, from ServicePrincipalEndpoint.ReadWrite.All to service principals, and from RoleManagement.ReadWrite.Directory to all of these and to each group.',
    meaning: 'The application makes an account the owner of the object.',
    danger: 'The new owner adds a secret to an application, or itself to a group.',
    detection: `${entraAudit('Add owner to application', 'Add owner to service principal', 'Add owner to group')} The actor is a service principal.`,
    remediation: 'Remove the permission from the application, and review the owners of privileged objects.',
    references: [permissionAbuse, reviewPermissions, mitre('T1098.001')],
    example: permissionExample('AZMGApplication_ReadWrite_All', 'BACKUP APP'),
  },
  AZMGAddSecret: {
    sentence: 'may add a secret, by MS Graph, to',
    rule: 'Follows from Application.ReadWrite.All or RoleManagement.ReadWrite.Directory to each application and service principal of the tenant.',
    meaning: 'The application adds a password or a certificate to another one.',
    danger:
      'It signs in as the other application and has its permissions; the strongest one of the tenant is two steps away.',
    detection: `${entraAudit('Add service principal credentials')} The actor is a service principal.`,
    remediation:
      'Replace the permission by Application.ReadWrite.OwnedBy. Lock the credentials of privileged applications.',
    references: [permissionAbuse, reviewPermissions, mitre('T1098.001')],
    example: permissionExample('AZMGApplication_ReadWrite_All', 'BACKUP APP'),
  },
  AZMGGrantAppRoles: {
    sentence: 'may grant permissions of applications in',
    rule: 'Follows from AppRoleAssignment.ReadWrite.All or RoleManagement.ReadWrite.Directory to the tenant.',
    meaning: 'The application grants permissions of MS Graph without the consent of an administrator.',
    danger: 'It grants itself RoleManagement.ReadWrite.Directory, and then makes an account a Global Administrator.',
    detection: `${entraAudit('Add app role assignment to service principal')} The actor is a service principal.`,
    remediation: 'Remove the permission; an administrator grants permissions after a review.',
    references: [permissionAbuse, reviewPermissions, mitre('T1098.003')],
    example: permissionExample('AZMGAppRoleAssignment_ReadWrite_All', 'BIRCH.EXAMPLE'),
  },
  AZMGGrantRole: {
    sentence: 'may assign, by MS Graph, the role',
    rule: 'Follows from RoleManagement.ReadWrite.Directory to each role of the tenant.',
    meaning: 'The application assigns the role to each account.',
    danger: 'An attacker with a secret of the application becomes Global Administrator in one call.',
    detection: `${entraAudit('Add member to role')} The actor is a service principal.`,
    remediation: 'Remove the permission, and treat the application as tier zero until then.',
    references: [permissionAbuse, graphPermissionReference, mitre('T1098.003')],
    example: permissionExample('AZMGRoleManagement_ReadWrite_Directory', 'GLOBAL ADMINISTRATOR'),
  },
} satisfies KindFamily;
