import { Kind, kindNames } from '../../../graph/kinds/kind-catalogue.js';
import { aclKinds } from '../../../graph/kinds/kind-definitions.js';
import type { Properties } from '../../../graph/records.js';
import type { Statements } from '../../../graph/statements.js';
import { propertyBits } from '../../../graph/writer/batch/property-bits.js';
import type { Fields } from '../../records/fields.js';
import { kindsOfType } from './ad-node.js';

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

interface Owner {
  readonly into: Statements;
  readonly objectid: string;
  /** The node in `into`. */
  readonly number: number;
  readonly properties: Properties;
}

/** The rights on an object: one edge for each principal and right. Rights of an object on itself are ignored. */
export function stateAccess(
  { into, objectid, number, properties }: Owner,
  eachEntry: (visit: (entry: Fields) => void) => void,
): void {
  const granted = grantedRights(eachEntry, objectid);
  const limits = ownerLimits(granted, properties);
  for (const { principal, kinds, right, inherited } of granted) {
    if (isOwnerRights(principal)) continue;
    const limit = right === Kind.OwnsRaw ? limits.owner : right === Kind.WriteOwnerRaw ? limits.newOwner : null;
    if (limit?.length === 0) continue;
    const stated = limit === null ? right : limitedRight(right);
    const bits = inherited ? inheritedRight : explicitRight;
    const all = limit === null ? bits : { ...bits, details: { privileges: limit } };
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
    const principal = fields.id('PrincipalSID');
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

function isOwnerRights(principal: string): boolean {
  return principal.endsWith(OWNER_RIGHTS);
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
  const entries = granted.filter(({ principal }) => isOwnerRights(principal));
  const inherited = entries.filter((entry) => entry.inherited);
  return {
    owner: limitBy(entries, bag['doesanyacegrantownerrights'] === true),
    newOwner: limitBy(inherited, bag['doesanyinheritedacegrantownerrights'] === true),
  };
}

function limitBy(entries: readonly AccessEntry[], hasOthers: boolean): Limit {
  return entries.length === 0 && !hasOthers ? null : entries.map(({ right }) => kindNames.get(right) ?? '').toSorted();
}
