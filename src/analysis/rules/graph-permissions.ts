import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { derive, type DerivationRule } from './derivation-rule.js';

/** SQL: who holds one of the permissions on MS Graph gets each of the edges to every node `t` of its tenant for which `targets` holds. */
function permits(permissions: readonly number[], kinds: readonly number[], targets: string): string {
  return `${derive}
    SELECT p.source, k.id, t.id FROM edge p JOIN node r ON r.id = p.target
      JOIN node t ON t.environment = r.environment AND ${targets}
      CROSS JOIN unnest('{${kinds.join(', ')}}'::smallint[]) AS k(id)
    WHERE p.kind IN (${permissions.join(', ')})`;
}

const tenant = `t.kind = ${Kind.AZTenant}`;
const applications = `t.kind IN (${Kind.AZApp}, ${Kind.AZServicePrincipal})`;
const anyGroup = `t.kind = ${Kind.AZGroup}`;
const ordinaryGroup = `${anyGroup} AND t.props -> 'isassignabletorole' IS DISTINCT FROM 'true'`;

/** What an application can do by its permissions on MS Graph. */
export const graphPermissions: DerivationRule = {
  name: 'rights by permissions on MS Graph',
  statements: [
    permits(
      [Kind.AZMGApplication_ReadWrite_All, Kind.AZMGRoleManagement_ReadWrite_Directory],
      [Kind.AZMGAddSecret, Kind.AZMGAddOwner],
      applications,
    ),
    permits(
      [Kind.AZMGAppRoleAssignment_ReadWrite_All, Kind.AZMGRoleManagement_ReadWrite_Directory],
      [Kind.AZMGGrantAppRoles],
      tenant,
    ),
    permits(
      [Kind.AZMGDirectory_ReadWrite_All, Kind.AZMGGroup_ReadWrite_All],
      [Kind.AZMGAddMember, Kind.AZMGAddOwner],
      ordinaryGroup,
    ),
    permits([Kind.AZMGGroupMember_ReadWrite_All], [Kind.AZMGAddMember], ordinaryGroup),
    permits([Kind.AZMGRoleManagement_ReadWrite_Directory], [Kind.AZMGGrantRole], `t.kind = ${Kind.AZRole}`),
    permits([Kind.AZMGRoleManagement_ReadWrite_Directory], [Kind.AZMGAddMember, Kind.AZMGAddOwner], anyGroup),
    permits(
      [Kind.AZMGServicePrincipalEndpoint_ReadWrite_All],
      [Kind.AZMGAddOwner],
      `t.kind = ${Kind.AZServicePrincipal}`,
    ),
  ],
};
