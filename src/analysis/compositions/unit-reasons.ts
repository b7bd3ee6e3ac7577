import { Kind } from '../../graph/kinds/kind-catalogue.js';
import type { Reason } from '../../graph/questions/paths/reason.js';
import { applicationRights } from '../rules/cloud/unit-roles.js';
import type { UnitPower } from '../rules/cloud/unit-powers.js';
import { out } from './certificate-steps.js';
import { hasUnitPower, isRole } from './node-tests.js';
import { waysToScopedRole } from './role-steps.js';

function overMembers(powers: readonly UnitPower[], target: number): Reason[] {
  const scope = { next: [out([Kind.AZUnitMember], { at: 'target' as const })] };
  return waysToScopedRole(hasUnitPower(powers), scope).map((steps) => ({
    from: 'source',
    targetKinds: [target],
    steps,
  }));
}

/** Reasons for rights that follow from roles for a part of the tenant. */
export const unitReasons: Readonly<Record<number, readonly Reason[]>> = {
  [Kind.AZResetPassword]: overMembers(['resetPasswords', 'resetAllPasswords'], Kind.AZUser),
  [Kind.AZAddMembers]: overMembers(['addMembers', 'addMembersOfUnified'], Kind.AZGroup),
  ...Object.fromEntries(
    Object.entries(applicationRights).map(([role, kind]) => [
      kind,
      waysToScopedRole(isRole([role]), { at: 'target' }).map((steps): Reason => ({ from: 'source', steps })),
    ]),
  ),
};
