import { certificateAuthorities } from './certificate-authorities.js';
import { cloudRoles } from './cloud-roles.js';
import { graphPermissions } from './graph-permissions.js';
import { hybridIdentities } from './hybrid-identities.js';
import { localGroupRights } from './local-group-rights.js';
import { replicationRights } from './replication-rights.js';
import type { Rule } from './rule.js';

/** The rules of all rights. They see the memberships that {@link wellKnownMemberships} derives. */
export const rightRules: readonly Rule[] = [
  localGroupRights,
  replicationRights,
  certificateAuthorities,
  cloudRoles,
  graphPermissions,
  hybridIdentities,
];
