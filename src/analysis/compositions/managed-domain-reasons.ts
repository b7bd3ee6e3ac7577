import { Kind } from '../../graph/kinds/kind-catalogue.js';
import type { Reason, Step } from '../../graph/questions/paths/reason.js';
import { Trait } from '../facts/graph-facts.js';
import { managingKinds, managingRoles, memberChanges } from '../rules/cloud/entra-domain-services.js';
import { out } from './certificate-steps.js';
import { hasTrait, isRole } from './node-tests.js';

/** A role on the managed domain or on what contains it, of the principal or of a group that it is in at any depth. */
const manages: Step = out([Kind.AZMemberOf], {
  repeats: true,
  next: [out(managingKinds, { next: [out([Kind.AZContains], { repeats: true, at: 'target' })] })],
});

/** A role is held directly, or by a group that roles may be assigned to. */
function waysToRole(template: string): readonly Step[] {
  const role = out([Kind.AZHasRole], { inEnvironmentOf: 'target', test: isRole([template]) });
  return [role, out([Kind.AZMemberOf], { test: hasTrait(Trait.IsRoleAssignable), next: [role] })];
}

const [applications, groups] = managingRoles.map(waysToRole);

export const managedDomainReasons: Readonly<Record<number, readonly Reason[]>> = {
  [Kind.AZManageEntraDS]: (applications ?? []).flatMap((one) =>
    (groups ?? []).map((other): Reason => ({ from: 'source', steps: [manages, one, other] })),
  ),
  [Kind.AZAddEntraDSGroupMember]: [
    {
      from: 'source',
      steps: [
        out([Kind.SyncedToEntraDSUser]),
        out(memberChanges, { next: [out([Kind.SyncedToEntraDSGroup], { at: 'target' })] }),
      ],
    },
  ],
};
