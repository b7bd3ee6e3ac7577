import type { KnownEndpoint } from '../../../graph/records.js';
import type { Statements } from '../../../graph/statements.js';
import type { Fields } from '../../records/fields.js';
import { azureNode, lastSegment, tenant } from './azure-node.js';
import { entraRoles } from './entra-roles.js';

/** The part of a tenant in which an assignment gives a role. */
interface RoleScope {
  /** As in paths of the directory, in upper case; null if the record does not tell. */
  readonly type: string | null;
  readonly id: string;
  /** The id of the node of an application or a service principal. */
  readonly object: string | null;
}

/** Built-in roles that Entra ID gives in the whole tenant only, by id in upper case. */
const rolesWithoutUnits: ReadonlyMap<string | null, string> = new Map([
  [entraRoles.globalAdministrator, 'Global Administrator'],
  [entraRoles.privilegedRoleAdministrator, 'Privileged Role Administrator'],
  [entraRoles.applicationAdministrator, 'Application Administrator'],
  [entraRoles.cloudApplicationAdministrator, 'Cloud Application Administrator'],
  ['3A2C62DB-5318-420D-8D74-23AFFEE5D9D5', 'Intune Administrator'],
  ['8AC3FC64-6ECA-42EA-9E69-59F4C7B60EB2', 'Hybrid Identity Administrator'],
  ['194AE4CB-B126-40B2-BD5B-6091B380977D', 'Security Administrator'],
  ['9360FEB5-F418-4BAA-8175-E2A00BAC4301', 'Directory Writers'],
  ['45D8D3C5-C802-45C6-B32A-1D70B5E1E86E', 'Identity Governance Administrator'],
  ['B5A8DCF3-09D5-43A9-A639-8E29EF291470', 'Knowledge Administrator'],
  ['744EC460-397E-42AD-A462-8B3F9747A02C', 'Knowledge Manager'],
  ['4BA39CA4-527C-499A-B93D-D9B492C50246', 'Partner Tier1 Support'],
  ['E00E864A-17C5-4A4B-9C06-F5B95A8D5BD8', 'Partner Tier2 Support'],
  ['D29B2B05-8046-44BA-8758-1E26182FCF32', 'Directory Synchronization Accounts'],
]);

const UNITS = 'ADMINISTRATIVEUNITS';
const APPLICATIONS = 'APPLICATIONS';

/** By type of MS Graph, in upper case. */
const typesOfScopes: Readonly<Record<string, string>> = {
  ADMINISTRATIVEUNIT: UNITS,
  APPLICATION: APPLICATIONS,
  SERVICEPRINCIPAL: 'SERVICEPRINCIPALS',
  GROUP: 'GROUPS',
};

/**
 * Reads the scope of an assignment. AzureHound 2.1.9 and later write `/` as `directoryScopeId` of administrative units and groups, too:
 * only the object `directoryScope` beside it tells them from the whole tenant.
 * @returns null for the whole tenant
 */
function roleScope(assignment: Fields, tenantOfRole: string | null): RoleScope | null {
  const path = assignment.id('directoryScopeId')?.replace(/^\/+/, '') || null;
  if (path?.startsWith(`${UNITS}/`)) return { type: UNITS, id: lastSegment(path) ?? path, object: null };
  const stated = assignment.object('directoryScope');
  const scope = stated && statedScope(stated, path, tenantOfRole);
  return scope ?? (path === null ? null : { type: APPLICATIONS, id: path, object: path });
}

function statedScope(stated: Fields, path: string | null, tenantOfRole: string | null): RoleScope | null {
  const id = stated.id('id');
  const typeName = (stated.text('@odata.type') ?? '').toUpperCase().replace(/^.*\./, '');
  if (id === null || id === tenantOfRole || typeName === 'ORGANIZATION') return null;
  const appId = stated.id('appId') ?? path;
  const type = typesOfScopes[typeName] ?? (appId === null ? null : APPLICATIONS);
  if (type === APPLICATIONS) return { type, id: appId ?? id, object: appId };
  return { type, id, object: type === 'SERVICEPRINCIPALS' ? id : null };
}

/**
 * The scope of an assignment, or a fault if Entra ID does not give the role in it. The object `directoryScope` of a Global Administrator is the
 * tenant, whatever its type.
 * @returns undefined if there is a fault
 */
export function scopeOfRole(
  assignment: Fields,
  role: string | null,
  tenantOfRole: string | null,
): RoleScope | null | undefined {
  const scope = roleScope(assignment, tenantOfRole);
  const isByPath = assignment.id('directoryScopeId')?.includes(UNITS) === true;
  if (role === entraRoles.globalAdministrator && !isByPath) return null;
  const name = scope?.type === UNITS ? rolesWithoutUnits.get(role) : undefined;
  if (name === undefined) return scope;
  assignment.fault(
    isByPath ? 'directoryScopeId' : 'directoryScope',
    `is an administrative unit, in which nobody can be ${name}; the assignment is left out. Expected the scope "/"`,
  );
  return undefined;
}

/** Names the scope of an eligible assignment, whose path has the id of an object, not of an application. */
export function eligibleScope(assignment: Fields, scope: RoleScope): string {
  return scope.type === UNITS || assignment.object('directoryScope') ? scopeName(scope) : scope.id;
}

/** As `scopes` of an edge name it. */
function scopeName({ type, id }: RoleScope): string {
  return type === null ? id : `${type}/${id}`;
}

/** The assignments of a record that hold for a part of the tenant. A principal may have several of one role. */
export class ScopedHolders {
  private readonly scopes = new Map<string, { holder: KnownEndpoint; role: KnownEndpoint; scopes: Set<string> }>();

  constructor(
    private readonly data: Fields,
    private readonly into: Statements,
  ) {}

  add(holder: KnownEndpoint | null, role: KnownEndpoint | null, scope: RoleScope): void {
    const { type, id } = scope;
    if (!holder || !role) return;
    const key = `${holder.objectid} ${role.objectid}`;
    const held = this.scopes.get(key) ?? { holder, role, scopes: new Set() };
    this.scopes.set(key, held);
    held.scopes.add(scopeName(scope));
    if (type === UNITS) this.into.link(tenant(this.data), 'AZContains', azureNode(id, 'AZAdministrativeUnit'));
    // Another record may tell the kind of an untyped part. Without one it counts as a unit.
    if (type === UNITS || type === null)
      this.into.link(holder, 'AZScopedTo', azureNode(id, type && 'AZAdministrativeUnit'));
  }

  state(): void {
    for (const { holder, role, scopes } of this.scopes.values())
      this.into.link(holder, 'AZHasScopedRole', role, { scopes: [...scopes].toSorted() });
  }
}
