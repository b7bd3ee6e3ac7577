import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { certificateEscalations } from './certificates/certificate-escalations.js';
import { enrollmentAgents } from './certificates/enrollment-agents.js';
import { goldenCertificates } from './certificates/golden-certificates.js';
import { cloudRoles } from './cloud/cloud-roles.js';
import { graphPermissions } from './cloud/graph-permissions.js';
import { passwordResets } from './cloud/password-resets.js';
import { rolesOverApps } from './cloud/rights-over-apps.js';
import { localGroupRights } from './directory/local-group-rights.js';
import { ownerRights } from './directory/owner-rights.js';
import { protectedAdmins } from './directory/protected-admins.js';
import { relays } from './directory/relays.js';
import { replicationRights } from './directory/replication-rights.js';
import type { Rule } from './rule.js';
import { trustKeys } from './directory/trust-keys.js';

/** The edges that follow from the properties of two nodes alone, and that rules follow. */
export const linkedKinds: readonly number[] = [
  Kind.MemberOf,
  Kind.TrustedForNTAuth,
  Kind.IssuedSignedBy,
  Kind.EnterpriseCAFor,
  Kind.ExtendedByPolicy,
];

/** The edges of {@link rules} that {@link laterRules} follow. */
export const followedKinds: readonly number[] = [Kind.AdminTo, Kind.Owns, Kind.WriteOwner];

/** The rules that see the edges that follow from properties. */
export const rules: readonly Rule[] = [
  localGroupRights,
  ownerRights,
  replicationRights,
  goldenCertificates,
  trustKeys,
  protectedAdmins,
  cloudRoles,
  rolesOverApps,
  passwordResets,
  graphPermissions,
];

/** The rules that see the edges of the other rules, too. */
export const laterRules: readonly Rule[] = [certificateEscalations, enrollmentAgents, relays];
