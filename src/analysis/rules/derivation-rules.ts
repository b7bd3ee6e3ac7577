import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { certificateAuthorities } from './certificate-authorities.js';
import { cloudRoles } from './cloud-roles.js';
import type { DerivationRule } from './derivation-rule.js';
import { graphPermissions } from './graph-permissions.js';
import { hybridIdentities } from './hybrid-identities.js';
import { localGroupRights } from './local-group-rights.js';
import { replicationRights } from './replication-rights.js';
import { wellKnownMemberships } from './well-known-groups.js';

/** Rules that account for certain kinds of derived edges: one that they give no longer goes. */
export interface DerivationStage {
  readonly rules: readonly DerivationRule[];
  /** SQL condition on `kind`. */
  readonly scope: string;
}

/** In order, for the rights build on the memberships. */
export const derivationStages: readonly DerivationStage[] = [
  { rules: [wellKnownMemberships], scope: `kind = ${Kind.MemberOf}` },
  {
    rules: [
      localGroupRights,
      replicationRights,
      certificateAuthorities,
      cloudRoles,
      graphPermissions,
      hybridIdentities,
    ],
    scope: `kind <> ${Kind.MemberOf}`,
  },
];
