import { Kind } from '../../graph/kinds/kind-catalogue.js';
import type { NodeTest, Step } from '../../graph/questions/paths/reason.js';
import { Trait } from '../facts/graph-facts.js';
import { out } from './certificate-steps.js';
import { hasTrait, isRole } from './node-tests.js';

/** A role in the tenant of the target is held directly, or by a group that roles may be assigned to. @param next steps from the role */
export function waysToRole(roles: readonly string[], next: readonly Step[] = []): readonly Step[] {
  const role = out([Kind.AZHasRole], { inEnvironmentOf: 'target', test: isRole(roles), next });
  const group = out([Kind.AZMemberOf], {
    shownAs: [Kind.AZGroup],
    test: hasTrait(Trait.IsRoleAssignable),
    next: [role],
  });
  return [role, group];
}

/** A role for the part of the tenant that steps from `scope` reach, held directly or by a group that roles may be assigned to: one step list each. */
export function waysToScopedRole(role: NodeTest, scope: Partial<Step>): readonly (readonly Step[])[] {
  const held = [out([Kind.AZHasScopedRole], { inEnvironmentOf: 'target', test: role }), out([Kind.AZScopedTo], scope)];
  return [
    held,
    [out([Kind.AZMemberOf], { shownAs: [Kind.AZGroup], test: hasTrait(Trait.IsRoleAssignable), next: held })],
  ];
}
