import type { PassedRoles } from '../../base/scope/request-scope.js';
import type { UnknownReach } from '../../base/scope/unknown-reach.js';
import type { SqlRunner } from '../../database/database.js';
import {
  type CloudRole,
  inUnknownUnits,
  rolesSql,
  type ScopedRole,
  scopedRolesSql,
  type Unit,
  unitsSql,
} from '../facts/role-facts.js';
import { unitPowers } from '../rules/cloud/unit-powers.js';

const scopedRoles = scopedRolesSql('l.owner = ANY ($1::int[]) AND ($2::int[] IS NULL OR p.peer = ANY ($2::int[]))');
const names = 'SELECT id, objectid, name FROM node WHERE id = ANY ($1::int[])';

/**
 * The roles in units whose members are not known, if they have power over members. Of a scope without a node, the name is its id.
 * @param passed ids of holders and roles; null: all
 */
export async function readUnknownReach(database: SqlRunner, passed: PassedRoles | null): Promise<UnknownReach[]> {
  if (passed?.length === 0) return [];
  const wanted = passed && new Set(passed.map((pair) => pair.join()));
  const [holders = null, roleIds = null] = [passed?.map(([holder]) => holder), passed?.map(([, role]) => role)];
  const roles = await database.prepared<CloudRole>(`${rolesSql} AND ($1::int[] IS NULL OR id = ANY ($1::int[]))`, [
    roleIds,
  ]);
  const powerful = roles
    .filter(({ template, actions }) => unitPowers(template, actions).length > 0)
    .map(({ id }) => id);
  if (powerful.length === 0) return [];
  const scoped = await database.prepared<ScopedRole>(scopedRoles, [powerful, holders]);
  if (scoped.length === 0) return [];
  const units = await database.prepared<Unit>(unitsSql, []);
  const found = inUnknownUnits(scoped, units).filter(({ holder, role }) => wanted?.has(`${holder},${role}`) ?? true);
  const nodes = await database.prepared<{ id: number; objectid: string; name: string }>(names, [
    found.flatMap(({ holder, role, node }) => [holder, role, ...(node === null ? [] : [node])]),
  ]);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  return found.flatMap(({ holder, role, node, scope }) => {
    const [ofHolder, ofRole] = [byId.get(holder), byId.get(role)];
    if (!ofHolder || !ofRole) return [];
    const id = scope.replace(/^.*\//, '');
    return {
      holder: ofHolder.objectid,
      holderName: ofHolder.name,
      role: ofRole.objectid,
      roleName: ofRole.name,
      scope: id,
      scopeName: (node === null ? undefined : byId.get(node)?.name) ?? id,
    };
  });
}
