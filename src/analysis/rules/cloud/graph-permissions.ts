import { Kind } from '../../../graph/kinds/kind-catalogue.js';
import { Trait } from '../../facts/graph-facts.js';
import type { Rule } from '../rule.js';
import { restrictedMembers } from './restricted-units.js';
import { isManagedIdentity } from './rights-over-apps.js';

/** The rights that permissions on MS Graph give. */
interface Permission {
  readonly permissions: readonly number[];
  readonly kinds: readonly number[];
  /** Kinds of the nodes in the tenant that the edges lead to. */
  readonly targets: readonly number[];
  /** Not to groups that cloud roles may be assigned to. */
  readonly onlyOrdinary?: true;
}

export const permissionRights: readonly Permission[] = [
  {
    permissions: [Kind.AZMGApplication_ReadWrite_All, Kind.AZMGRoleManagement_ReadWrite_Directory],
    kinds: [Kind.AZMGAddSecret, Kind.AZMGAddOwner],
    targets: [Kind.AZApp, Kind.AZServicePrincipal],
  },
  {
    permissions: [Kind.AZMGAppRoleAssignment_ReadWrite_All, Kind.AZMGRoleManagement_ReadWrite_Directory],
    kinds: [Kind.AZMGGrantAppRoles],
    targets: [Kind.AZTenant],
  },
  {
    permissions: [Kind.AZMGDirectory_ReadWrite_All, Kind.AZMGGroup_ReadWrite_All],
    kinds: [Kind.AZMGAddMember, Kind.AZMGAddOwner],
    targets: [Kind.AZGroup],
    onlyOrdinary: true,
  },
  {
    permissions: [Kind.AZMGGroupMember_ReadWrite_All],
    kinds: [Kind.AZMGAddMember],
    targets: [Kind.AZGroup],
    onlyOrdinary: true,
  },
  {
    permissions: [Kind.AZMGRoleManagement_ReadWrite_Directory],
    kinds: [Kind.AZMGGrantRole],
    targets: [Kind.AZRole],
  },
  {
    permissions: [Kind.AZMGRoleManagement_ReadWrite_Directory],
    kinds: [Kind.AZMGAddMember, Kind.AZMGAddOwner],
    targets: [Kind.AZGroup],
  },
  {
    permissions: [Kind.AZMGServicePrincipalEndpoint_ReadWrite_All],
    kinds: [Kind.AZMGAddOwner],
    targets: [Kind.AZServicePrincipal],
  },
];

/** The rights of an application by its permissions on MS Graph, within the tenant of that service. */
export const graphPermissions: Rule = {
  kinds: [...new Set(permissionRights.flatMap((rule) => rule.kinds))],
  startsFrom: permissionRights.flatMap((rule) => rule.permissions),
  derive: ({ graph, facts, emit }) => {
    const restricted = restrictedMembers(graph, facts);
    facts.stated.edges((holder, permission, service) => {
      for (const rule of permissionRights) {
        if (!rule.permissions.includes(permission)) continue;
        for (const targets of rule.targets)
          for (const target of facts.inEnvironment(graph.environmentOf(service), targets)) {
            if (rule.onlyOrdinary && facts.has(target, Trait.IsRoleAssignable)) continue;
            if (restricted.has(target) || isManagedIdentity(graph, facts, target)) continue;
            for (const kind of rule.kinds) emit(holder, kind, target);
          }
      }
    });
  },
};
