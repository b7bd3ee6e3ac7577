import { Kind, kindNames } from '../../../graph/kinds/kind-catalogue.js';
import { aclKinds } from '../../../graph/kinds/kind-definitions.js';
import type { Properties } from '../../../graph/records.js';
import { propertyBits } from '../../../graph/writer/batch/property-bits.js';
import type { Fields } from '../../records/fields.js';
import { kindsOfType } from './ad-node.js';
import type { AdObject } from './ad-object.js';

/** The analysis derives Owns and WriteOwner from the raw edges, because a setting of the domain may take them away. */
const rawKinds: ReadonlyMap<number, number> = new Map([
  [Kind.Owns, Kind.OwnsRaw],
  [Kind.WriteOwner, Kind.WriteOwnerRaw],
]);

/** The edges of rights by their names, which are case-sensitive. */
export const accessRights: ReadonlyMap<string, number> = new Map([
  ...aclKinds.map((kind) => [kindNames.get(kind) ?? '', rawKinds.get(kind) ?? kind] as const),
  ...[...rawKinds.values()].map((kind) => [kindNames.get(kind) ?? '', kind] as const),
]);

interface AccessEntry {
  readonly principal: string;
  readonly kinds: readonly string[];
  readonly right: number;
  /** False if one entry grants the right on the object itself. */
  inherited: boolean;
  /** The former entry of the principal. */
  readonly former: AccessEntry | undefined;
}

const explicitRight = propertyBits({ isacl: true, isinherited: false });
const inheritedRight = propertyBits({ isacl: true, isinherited: true });

/** The principal OWNER RIGHTS. The rights that it has replace the implicit rights of the owner. */
const OWNER_RIGHTS = 'S-1-3-4';

/** The rights on an object: one edge for each principal and right. Rights of an object on itself are ignored. */
export function stateAccess(
  { into, objectid, number, properties }: AdObject,
  eachEntry: (visit: (entry: Fields) => void) => void,
): void {
  const granted = grantedRights(eachEntry, objectid);
  const limits = ownerLimits(granted, properties);
  for (const entry of granted) {
    if (isOfOwnerRights(entry)) continue;
    const { principal, kinds, right, inherited } = entry;
    const limit = limits.get(right);
    if (limit?.length === 0) continue;
    const stated = limit ? limitedRight(right) : right;
    const bits = inherited ? inheritedRight : explicitRight;
    const all = limit ? { ...bits, details: { privileges: limit } } : bits;
    into.edge(into.mention(principal, kinds), stated, number, all);
  }
}

function limitedRight(right: number): number {
  return right === Kind.OwnsRaw ? Kind.OwnsLimitedRights : Kind.WriteOwnerLimitedRights;
}

function grantedRights(eachEntry: (visit: (entry: Fields) => void) => void, objectid: string): AccessEntry[] {
  const granted: AccessEntry[] = [];
  const byPrincipal = new Map<string, AccessEntry>();
  eachEntry((fields) => {
    const given = fields.text('RightName') ?? '';
    const principal = fields.idOfPart('PrincipalSID');
    const kinds = kindsOfType(fields.text('PrincipalType'));
    if (principal === null) return;
    const right = accessRights.get(given);
    if (right === undefined) {
      fields.fault('RightName', given ? `"${given}" is no right that is known` : 'is missing');
      return;
    }
    const inherited = fields.flag('IsInherited') ?? false;
    if (principal === objectid) return;
    const former = byPrincipal.get(principal);
    let known = former;
    while (known && known.right !== right) known = known.former;
    if (known) known.inherited &&= inherited;
    else {
      const entry = { principal, kinds, right, inherited, former };
      granted.push(entry);
      byPrincipal.set(principal, entry);
    }
  });
  return granted;
}

function isOfOwnerRights({ principal }: AccessEntry): boolean {
  return principal.endsWith(OWNER_RIGHTS);
}

/** By implicit right that is limited: the rights that replace it; none if they are rights that are no edge. */
function ownerLimits(granted: readonly AccessEntry[], bag: Properties): ReadonlyMap<number, readonly string[]> {
  const entries = granted.filter(isOfOwnerRights);
  // They hold for a future owner, too.
  const inherited = entries.filter((entry) => entry.inherited);
  const limits = new Map<number, readonly string[]>();
  // The properties say whether there are entries, including those that the collector does not list.
  if (entries.length > 0 || bag['doesanyacegrantownerrights'] === true) limits.set(Kind.OwnsRaw, namesOf(entries));
  if (inherited.length > 0 || bag['doesanyinheritedacegrantownerrights'] === true)
    limits.set(Kind.WriteOwnerRaw, namesOf(inherited));
  return limits;
}

function namesOf(entries: readonly AccessEntry[]): readonly string[] {
  return entries.map(({ right }) => kindNames.get(right) ?? '').toSorted();
}
