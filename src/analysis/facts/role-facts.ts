import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { isTrue, roleTemplate } from './node-conditions.js';

/** A role of Entra ID. */
export interface CloudRole {
  /** Its place in the graph; of a row, the id of its node. */
  readonly id: number;
  /** Upper-cased. */
  readonly template: string;
  /** What a custom role allows; empty for others. */
  readonly actions: readonly string[];
}

/** A part of a tenant in which a principal has a role. */
export interface ScopedRole {
  readonly holder: number;
  readonly role: number;
  /** As the edge has it. */
  readonly scope: string;
  /** The node of the scope; null: there is none. */
  readonly node: number | null;
  /** Whether the scope is an administrative unit. One of unknown type is, unless its node is of another kind. */
  readonly isUnit: boolean;
}

/** An administrative unit. */
export interface Unit {
  readonly id: number;
  /** Only roles in such a unit give rights over its members. */
  readonly isRestricted: boolean;
  /** Whether its members are known. */
  readonly isKnown: boolean;
}

/** The roles in units whose members are not known. */
export function inUnknownUnits(roles: readonly ScopedRole[], units: readonly Unit[]): ScopedRole[] {
  const known = new Set(units.filter(({ isKnown }) => isKnown).map(({ id }) => id));
  return roles.filter(({ isUnit, node }) => isUnit && (node === null || !known.has(node)));
}

/** SQL: an array of JSON; empty if the value is none. */
const list = (value: string) => `CASE jsonb_typeof(${value}) WHEN 'array' THEN ${value} ELSE '[]' END`;

export const rolesSql = `
  SELECT id, ${roleTemplate} AS template, ${list(`props -> 'allowedresourceactions'`)} AS actions
  FROM node WHERE kind = ${Kind.AZRole}`;

/** A unit says whether its list of members was collected. If it does not, any member tells so. */
const areMembersKnown = `CASE jsonb_typeof(props -> 'memberscollected') WHEN 'boolean' THEN (props -> 'memberscollected')::boolean
  ELSE id IN (SELECT owner FROM edge_list WHERE list = ${Kind.AZUnitMember} AND peers <> '{}') END`;

export const unitsSql = `
  SELECT id, coalesce(${isTrue('ismembermanagementrestricted')}, false) AS "isRestricted", ${areMembersKnown} AS "isKnown"
  FROM node WHERE kind = ${Kind.AZAdministrativeUnit}`;

const unitKinds = [Kind.AZAdministrativeUnit, Kind.AZBase, Kind.Unknown].join(', ');

/** SQL: rows of {@link ScopedRole}. @param condition on the role `l.owner` and the holder `p.peer` */
export const scopedRolesSql = (condition: string) => `
  SELECT DISTINCT p.peer AS holder, l.owner AS role, s.scope, u.id AS node,
    CASE split_part(s.scope, '/', 2) WHEN '' THEN coalesce(u.kind IN (${unitKinds}), true)
      ELSE s.scope LIKE 'ADMINISTRATIVEUNITS/%' END AS "isUnit"
  FROM edge_list l CROSS JOIN LATERAL unnest(l.peers) WITH ORDINALITY p(peer, place)
    CROSS JOIN LATERAL (SELECT l.details -> (p.place - 1)::text -> 'scopes' AS scopes) d
    CROSS JOIN LATERAL jsonb_array_elements_text(${list('d.scopes')}) s(scope)
    LEFT JOIN node u ON u.objectid = regexp_replace(s.scope, '^.*/', '')
  WHERE l.list = ${Kind.AZHasScopedRole} AND ${condition}`;
