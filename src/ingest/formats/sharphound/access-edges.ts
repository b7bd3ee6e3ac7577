import { addToGroup } from '../../../base/group-by.js';
import type { KnownEndpoint, Properties, RecordPart } from '../../../graph/records.js';
import type { Fields } from '../../records/fields.js';
import { link } from '../../records/record-parts.js';
import { typedPrincipal } from './ad-node.js';

/** Rights that become an edge of the same name. The names are case-sensitive. */
export const accessRights: ReadonlySet<string> = new Set([
  'AddAllowedToAct',
  'AddKeyCredentialLink',
  'AddMember',
  'AddSelf',
  'AllExtendedRights',
  'DCSync',
  'Enroll',
  'ForceChangePassword',
  'GenericAll',
  'GenericWrite',
  'GetChanges',
  'GetChangesAll',
  'GetChangesInFilteredSet',
  'ManageCA',
  'ManageCertificates',
  'Owns',
  'OwnsLimitedRights',
  'ReadGMSAPassword',
  'ReadLAPSPassword',
  'SyncLAPSPassword',
  'WriteAccountRestrictions',
  'WriteAltSecurityIdentities',
  'WriteDacl',
  'WriteGPLink',
  'WriteOwner',
  'WriteOwnerLimitedRights',
  'WritePKIEnrollmentFlag',
  'WritePKINameFlag',
  'WritePublicInformation',
  'WriteSPN',
]);

/** Names that other importers write. */
const renamedRights: ReadonlyMap<string, string> = new Map([
  ['OwnsRaw', 'Owns'],
  ['WriteOwnerRaw', 'WriteOwner'],
]);

interface AccessEntry {
  readonly principal: KnownEndpoint;
  readonly right: string;
  /** False if one entry grants the right on the object itself. */
  inherited: boolean;
}

const explicitRight: Properties = { isacl: true, isinherited: false };
const inheritedRight: Properties = { isacl: true, isinherited: true };

/** The principal OWNER RIGHTS. The rights that it has replace the implicit rights of the owner. */
const OWNER_RIGHTS = 'S-1-3-4';

/** The rights on `target`: one edge for each principal and right. Rights of an object on itself are ignored. */
export function* accessEdges(entries: readonly Fields[], target: KnownEndpoint): Generator<RecordPart> {
  const granted = grantedRights(entries, target);
  const limits = ownerLimits(granted);
  for (const entry of granted) {
    if (isOwnerRights(entry)) continue;
    const { right, properties } = limited(entry, limits);
    yield* link(entry.principal, right, target, properties);
  }
}

function grantedRights(entries: readonly Fields[], target: KnownEndpoint): AccessEntry[] {
  const granted: AccessEntry[] = [];
  const byPrincipal = new Map<string, AccessEntry[]>();
  for (const fields of entries) {
    const entry = readEntry(fields);
    if (!entry || entry.principal.objectid === target.objectid) continue;
    const known = byPrincipal.get(entry.principal.objectid)?.find(({ right }) => right === entry.right);
    if (known) {
      known.inherited &&= entry.inherited;
      continue;
    }
    granted.push(entry);
    addToGroup(byPrincipal, entry.principal.objectid, entry);
  }
  return granted;
}

function readEntry(fields: Fields): AccessEntry | null {
  const given = fields.text('RightName') ?? '';
  const right = renamedRights.get(given) ?? given;
  const principal = typedPrincipal(fields, 'PrincipalSID', 'PrincipalType');
  if (!principal) {
    return null;
  }
  if (!accessRights.has(right)) {
    fields.fault('RightName', given ? `"${given}" is no right that is known` : 'is missing');
    return null;
  }
  return { principal, right, inherited: fields.flag('IsInherited') ?? false };
}

function isOwnerRights({ principal }: AccessEntry): boolean {
  return principal.objectid.endsWith(OWNER_RIGHTS);
}

interface OwnerLimits {
  /** The rights of the present owner; null if not limited. */
  readonly owner: readonly string[] | null;
  /** The rights of a future owner, because inherited entries survive a change of the owner; null if not limited. */
  readonly newOwner: readonly string[] | null;
}

function ownerLimits(granted: readonly AccessEntry[]): OwnerLimits {
  const entries = granted.filter(isOwnerRights);
  const inherited = entries.filter((entry) => entry.inherited);
  return { owner: rightsOf(entries), newOwner: rightsOf(inherited) };
}

function rightsOf(entries: readonly AccessEntry[]): readonly string[] | null {
  return entries.length === 0 ? null : entries.map(({ right }) => right).toSorted();
}

function limited(
  { right, inherited }: AccessEntry,
  { owner, newOwner }: OwnerLimits,
): { right: string; properties: Properties } {
  const properties = inherited ? inheritedRight : explicitRight;
  if (right === 'Owns' && owner) {
    return { right: 'OwnsLimitedRights', properties: { privileges: owner, ...properties } };
  }
  if (right === 'WriteOwner' && newOwner) {
    return { right: 'WriteOwnerLimitedRights', properties: { privileges: newOwner, ...properties } };
  }
  return { right, properties };
}
