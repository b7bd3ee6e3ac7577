import { Kind } from '../../graph/kinds/kind-catalogue.js';
import type { Reason, Step } from '../../graph/questions/paths/reason.js';
import { managingKinds, managingRoles, memberChanges } from '../rules/cloud/entra-domain-services.js';
import { out } from './certificate-steps.js';
import { waysToRole } from './role-steps.js';

/** A role on the managed domain or on what contains it, of the principal or of a group that it is in at any depth. */
const manages: Step = out([Kind.AZMemberOf], {
  repeats: true,
  next: [out(managingKinds, { next: [out([Kind.AZContains], { repeats: true, at: 'target' })] })],
});

export const managedDomainReasons: Readonly<Record<number, readonly Reason[]>> = {
  [Kind.AZManageEntraDS]: waysToRole([managingRoles[0]]).flatMap((one) =>
    waysToRole([managingRoles[1]]).map((other): Reason => ({ from: 'source', steps: [manages, one, other] })),
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
