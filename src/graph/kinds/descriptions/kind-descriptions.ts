import { accessEntries } from './access-entries.js';
import { accountRights } from './account-rights.js';
import { azureResources } from './azure-resources.js';
import { certificateEscalations } from './certificate-escalations.js';
import { certificateObjects } from './certificate-objects.js';
import { entraDomainServices } from './entra-domain-services.js';
import { entraRolesAndApplications } from './entra-roles.js';
import { graphPermissions } from './graph-permissions.js';
import { identitySync } from './identity-sync.js';
import type { KindDescription, KindFamily } from './kind-description.js';
import { localRights } from './local-rights.js';
import { memberships } from './memberships.js';
import { relay } from './relay.js';
import { trustsAndReplication } from './trusts-and-replication.js';

/** The texts of all kinds of edges in the catalogue, by families in the order of the document. */
export const kindFamilies: Readonly<Record<string, KindFamily>> = {
  'Memberships and containment': memberships,
  'Access control entries': accessEntries,
  'Rights on accounts and delegation': accountRights,
  'Sessions and local rights': localRights,
  'Trusts and replication': trustsAndReplication,
  'Certificate services': certificateObjects,
  'Escalation by certificates': certificateEscalations,
  'Coerced and relayed NTLM': relay,
  'Synchronized identities': identitySync,
  'Entra ID: roles, groups and applications': entraRolesAndApplications,
  'Entra Domain Services': entraDomainServices,
  'Azure resources': azureResources,
  'Permissions on MS Graph': graphPermissions,
};

export const kindDescriptions: Readonly<Record<string, KindDescription>> = Object.fromEntries(
  Object.values(kindFamilies).flatMap((family) =>
    Object.entries(family).map(([kind, text]) => [kind, { traversable: true, ...text }]),
  ),
);

const byName = new Map(Object.entries(kindDescriptions));

/** @returns undefined for kinds of nodes, and for kinds that files added */
export function descriptionOf(kind: string): KindDescription | undefined {
  return byName.get(kind);
}

const familyByName = new Map(
  Object.entries(kindFamilies).flatMap(([title, family]) => Object.keys(family).map((kind) => [kind, title] as const)),
);

/** The title of the family of a kind, such as `Trusts and replication`. */
export function familyOf(kind: string): string | undefined {
  return familyByName.get(kind);
}
