import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { certificateEscalations } from './certificates/certificate-escalations.js';
import { enrollmentAgents } from './certificates/enrollment-agents.js';
import { goldenCertificates } from './certificates/golden-certificates.js';
import { cloudRoles } from './cloud-roles.js';
import { graphPermissions } from './graph-permissions.js';
import { localGroupRights } from './local-group-rights.js';
import { ownerRights } from './owner-rights.js';
import { protectedAdmins } from './protected-admins.js';
import { relays } from './relays.js';
import { replicationRights } from './replication-rights.js';
import type { Rule } from './rule.js';
import { trustKeys } from './trust-keys.js';

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
  graphPermissions,
];

/** The rules that see the edges of the other rules, too. */
export const laterRules: readonly Rule[] = [certificateEscalations, enrollmentAgents, relays];
