import { cloudRoles } from './cloud-roles.js';
import { graphPermissions } from './graph-permissions.js';
import { goldenCertificates } from './golden-certificates.js';
import { localGroupRights } from './local-group-rights.js';
import { ownerRights } from './owner-rights.js';
import { replicationRights } from './replication-rights.js';
import type { Rule } from './rule.js';

/** The rules that follow edges. They see the memberships that follow from properties. */
export const rules: readonly Rule[] = [
  localGroupRights,
  ownerRights,
  replicationRights,
  goldenCertificates,
  cloudRoles,
  graphPermissions,
];
