import { addToGroup } from '../../../base/group-by.js';
import type { KnownEndpoint, Properties, RecordPart } from '../../../graph/records.js';
import type { Fields } from '../../records/fields.js';
import { link } from '../../records/record-parts.js';
import { typedPrincipal } from './ad-node.js';

/** Rights that become an edge, of the same name if not of {@link rawRights}. The names are case-sensitive. */
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
  'OwnsRaw',
  'ReadGMSAPassword',
  'ReadLAPSPassword',
  'SyncLAPSPassword',
  'WriteAccountRestrictions',
  'WriteAltSecurityIdentities',
  'WriteDacl',
  'WriteGPLink',
  'WriteOwner',
  'WriteOwnerLimitedRights',
  'WriteOwnerRaw',
  'WritePKIEnrollmentFlag',
  'WritePKINameFlag',
  'WritePublicInformation',
  'WriteSPN',
]);

/** Rights that the analysis derives from these edges, because a setting of the domain may take them away. */
const rawRights: ReadonlyMap<string, string> = new Map([
  ['Owns', 'OwnsRaw'],
  ['WriteOwner', 'WriteOwnerRaw'],
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

/**
 * The rights on `target`: one edge for each principal and right. Rights of an object on itself are ignored.
 * @param bag properties of the target
 */
export function* accessEdges(
  entries: readonly Fields[],
  target: KnownEndpoint,
  bag: Properties,
): Generator<RecordPart> {
  const granted = grantedRights(entries, target);
  const limits = ownerLimits(granted, bag);
  for (const entry of granted) {
    if (isOwnerRights(entry)) continue;
    const right = limited(entry, limits);
    if (right) yield* link(entry.principal, right.name, target, right.properties);
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
  const right = rawRights.get(given) ?? given;
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

/** The rights that replace the implicit ones; none if they are rights that are no edge; null if not limited. */
type Limit = readonly string[] | null;

interface OwnerLimits {
  readonly owner: Limit;
  /** Of a future owner: inherited entries survive a change of the owner. */
  readonly newOwner: Limit;
}

/** The properties say whether OWNER RIGHTS has entries, including those that the collector does not list. */
function ownerLimits(granted: readonly AccessEntry[], bag: Properties): OwnerLimits {
  const entries = granted.filter(isOwnerRights);
  const inherited = entries.filter((entry) => entry.inherited);
  return {
    owner: limitBy(entries, bag['doesanyacegrantownerrights'] === true),
    newOwner: limitBy(inherited, bag['doesanyinheritedacegrantownerrights'] === true),
  };
}

function limitBy(entries: readonly AccessEntry[], hasOthers: boolean): Limit {
  return entries.length === 0 && !hasOthers ? null : entries.map(({ right }) => right).toSorted();
}

/** @returns null if the right is replaced by none */
function limited(
  { right, inherited }: AccessEntry,
  { owner, newOwner }: OwnerLimits,
): { readonly name: string; readonly properties: Properties } | null {
  const properties = inherited ? inheritedRight : explicitRight;
  const limit = right === 'OwnsRaw' ? owner : right === 'WriteOwnerRaw' ? newOwner : null;
  if (!limit) return { name: right, properties };
  if (limit.length === 0) return null;
  const name = right === 'OwnsRaw' ? 'OwnsLimitedRights' : 'WriteOwnerLimitedRights';
  return { name, properties: { privileges: limit, ...properties } };
}
