import { Kind } from '../../../graph/kinds/kind-catalogue.js';
import { type GraphFacts, type RuleGraph, Trait } from '../../facts/graph-facts.js';
import type { CloudRole, ScopedRole } from '../../facts/role-facts.js';
import type { Rule } from '../rule.js';
import { DirectoryRole } from './directory-roles.js';
import { privilegedUsers } from './password-resets.js';
import { restrictedMembers, restrictedUnits } from './restricted-units.js';
import { actingHolders } from './role-holders.js';
import { type UnitPower, unitPowers } from './unit-powers.js';

/** By template: the right over one application, if a scope of unknown type turns out to be one. */
export const applicationRights: Readonly<Record<string, number>> = {
  [DirectoryRole.ApplicationAdministrator]: Kind.AZAppAdmin,
  [DirectoryRole.CloudApplicationAdministrator]: Kind.AZCloudAppAdmin,
};

const applications: readonly number[] = [Kind.AZApp, Kind.AZServicePrincipal];

/** Rights of roles for a part of the tenant. They start at the holder, because others have the role elsewhere. */
export const unitRoles: Rule = {
  kinds: [Kind.AZResetPassword, Kind.AZAddMembers, Kind.AZAppAdmin, Kind.AZCloudAppAdmin],
  derive: ({ graph, facts, emit }) => {
    const roles = new Map(facts.roles.map((role) => [role.id, role]));
    const targets = new UnitTargets(graph, facts);
    for (const scoped of facts.scopedRoles) {
      const role = roles.get(scoped.role);
      if (!role) continue;
      const rights = scoped.isUnit ? targets.of(scoped, role) : rightsOverApplication(graph, scoped, role);
      if (rights.length === 0) continue;
      for (const holder of actingHolders(graph, facts, scoped.holder))
        for (const [kind, target] of rights) if (holder !== target) emit(holder, kind, target);
    }
  },
};

type Right = readonly [kind: number, target: number];

function rightsOverApplication(graph: RuleGraph, { node }: ScopedRole, { template }: CloudRole): Right[] {
  const kind = applicationRights[template];
  return kind !== undefined && node !== null && applications.includes(graph.kindOf(node)) ? [[kind, node]] : [];
}

/** Finds the direct members of a unit over which a role in it has power. A group brings itself, not its members. */
class UnitTargets {
  private readonly restricted: ReadonlySet<number>;
  private readonly restrictedUnits: ReadonlySet<number>;
  private readonly privileged = new Map<number, ReadonlySet<number>>();

  constructor(
    private readonly graph: RuleGraph,
    private readonly facts: GraphFacts,
  ) {
    this.restricted = restrictedMembers(graph, facts);
    this.restrictedUnits = restrictedUnits(facts);
  }

  of({ node: unit }: ScopedRole, role: CloudRole): Right[] {
    const found: Right[] = [];
    if (unit === null) return found;
    const tenant = this.graph.environmentOf(role.id);
    for (const power of unitPowers(role.template, role.actions))
      this.graph.targets(unit, Kind.AZUnitMember, (member) => {
        if (this.restricted.has(member) && !this.restrictedUnits.has(unit)) return;
        const kind = this.rightOver(member, power, tenant);
        if (kind !== null) found.push([kind, member]);
      });
    return found;
  }

  private rightOver(member: number, power: UnitPower, tenant: number): number | null {
    const { graph, facts } = this;
    const kind = graph.kindOf(member);
    const isReset = power === 'resetPasswords' || power === 'resetAllPasswords';
    if (isReset) {
      if (kind !== Kind.AZUser || facts.has(member, Trait.IsExternal)) return null;
      return power === 'resetAllPasswords' || !this.privilegedIn(tenant).has(member) ? Kind.AZResetPassword : null;
    }
    if (kind !== Kind.AZGroup || facts.has(member, Trait.IsRoleAssignable)) return null;
    return power === 'addMembers' || facts.has(member, Trait.IsUnified) ? Kind.AZAddMembers : null;
  }

  private privilegedIn(tenant: number): ReadonlySet<number> {
    let users = this.privileged.get(tenant);
    if (!users) this.privileged.set(tenant, (users = privilegedUsers(this.graph, this.facts, tenant)));
    return users;
  }
}
