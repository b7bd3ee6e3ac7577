import type { KnownEndpoint } from '../../../graph/records.js';
import type { Statements } from '../../../graph/statements.js';
import type { Fields } from '../../records/fields.js';
import { azureNode, lastSegment, tenant } from './azure-node.js';

/** The part of a tenant in which an assignment gives a role. */
interface RoleScope {
  /** As in paths of the directory, in upper case; null if the record does not tell. */
  readonly type: string | null;
  readonly id: string;
  /** The id of the node of an application or a service principal. */
  readonly object: string | null;
}

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
export function roleScope(assignment: Fields, tenantOfRole: string | null): RoleScope | null {
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

/** The assignments of a record that hold for a part of the tenant. A principal may have several of one role. */
export class ScopedHolders {
  private readonly scopes = new Map<string, { holder: KnownEndpoint; role: KnownEndpoint; scopes: Set<string> }>();

  constructor(
    private readonly data: Fields,
    private readonly into: Statements,
  ) {}

  add(holder: KnownEndpoint | null, role: KnownEndpoint | null, { type, id }: RoleScope): void {
    if (!holder || !role) return;
    const key = `${holder.objectid} ${role.objectid}`;
    const held = this.scopes.get(key) ?? { holder, role, scopes: new Set() };
    this.scopes.set(key, held);
    held.scopes.add(type === null ? id : `${type}/${id}`);
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
