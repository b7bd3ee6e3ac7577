import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { certificateEscalations } from './certificates/certificate-escalations.js';
import { enrollmentAgents } from './certificates/enrollment-agents.js';
import { goldenCertificates } from './certificates/golden-certificates.js';
import { cloudRoles } from './cloud/cloud-roles.js';
import { entraDomainServices } from './cloud/entra-domain-services.js';
import { graphPermissions } from './cloud/graph-permissions.js';
import { kerberoasting } from './directory/kerberoasting.js';
import { owners } from './cloud/owners.js';
import { passwordResets } from './cloud/password-resets.js';
import { rolesOverApps } from './cloud/rights-over-apps.js';
import { localGroupRights } from './directory/local-group-rights.js';
import { ownerRights } from './directory/owner-rights.js';
import { protectedAdmins } from './directory/protected-admins.js';
import { relays } from './directory/relays.js';
import { replicationRights } from './directory/replication-rights.js';
import type { Rule } from './rule.js';
import type { RuleSettings } from '../facts/rule-settings.js';
import { unitRoles } from './cloud/unit-roles.js';
import { trustKeys } from './directory/trust-keys.js';

/** The edges that follow from the properties of two nodes alone, and that rules follow. */
export const linkedKinds: readonly number[] = [
  Kind.MemberOf,
  Kind.TrustedForNTAuth,
  Kind.IssuedSignedBy,
  Kind.EnterpriseCAFor,
  Kind.ExtendedByPolicy,
  Kind.SyncedToEntraDSUser,
  Kind.SyncedToEntraDSGroup,
];

/** The edges of {@link rules} that {@link laterRules} follow. */
export function followedKinds({ withNewer }: RuleSettings): readonly number[] {
  const newer = withNewer ? [Kind.AZOwns, Kind.AZAddMembers] : [];
  return [Kind.AdminTo, Kind.Owns, Kind.WriteOwner, ...newer];
}

/** The rules that see the edges that follow from properties. */
export const rules: readonly Rule[] = [
  localGroupRights,
  ownerRights,
  replicationRights,
  goldenCertificates,
  trustKeys,
  protectedAdmins,
  kerberoasting,
  cloudRoles,
  owners,
  rolesOverApps,
  passwordResets,
  unitRoles,
  graphPermissions,
];

/** The rules that see the edges of the other rules, too. */
export const laterRules: readonly Rule[] = [certificateEscalations, enrollmentAgents, relays, entraDomainServices];
