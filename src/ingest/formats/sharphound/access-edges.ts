import type { KnownEndpoint, Properties } from '../../../graph/records.js';
import type { Fields } from '../../records/fields.js';
import { type GraphPart, link } from '../../records/graph-parts.js';
import { accessRights, renamedRights } from './access-rights.js';
import { typedPrincipal } from './ad-node.js';

interface AccessEntry {
  readonly principal: KnownEndpoint;
  readonly right: string;
  /** False as soon as one entry grants the right on the object itself. */
  inherited: boolean;
}

/** Whatever this principal (OWNER RIGHTS) is granted takes the place of what an owner may do by being the owner. */
const OWNER_RIGHTS = 'S-1-3-4';

/** Who may do what with `target`: one edge for each principal and right. An object's rights on itself say nothing. */
export function* accessEdges(entries: readonly Fields[], target: KnownEndpoint): Generator<GraphPart> {
  const granted = new Map<string, AccessEntry>();
  for (const entry of entries.flatMap((fields) => readEntry(fields) ?? [])) {
    if (entry.principal.objectid !== target.objectid) {
      merge(granted, entry);
    }
  }
  const limits = ownerLimits(granted);
  for (const entry of granted.values()) {
    if (!isOwnerRights(entry)) {
      const { right, properties } = limited(entry, limits);
      yield* link(entry.principal, right, target, { ...properties, isacl: true, isinherited: entry.inherited });
    }
  }
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

function merge(granted: Map<string, AccessEntry>, entry: AccessEntry): void {
  const key = `${entry.right} ${entry.principal.objectid}`;
  const known = granted.get(key);
  if (known) {
    known.inherited &&= entry.inherited;
  } else {
    granted.set(key, entry);
  }
}

function isOwnerRights({ principal }: AccessEntry): boolean {
  return principal.objectid.endsWith(OWNER_RIGHTS);
}

interface OwnerLimits {
  /** What the present owner is limited to; null: not limited. */
  readonly owner: readonly string[] | null;
  /** What whoever makes himself the owner is limited to: inherited entries survive the change of the owner. */
  readonly newOwner: readonly string[] | null;
}

function ownerLimits(granted: ReadonlyMap<string, AccessEntry>): OwnerLimits {
  const entries = [...granted.values()].filter(isOwnerRights);
  const inherited = entries.filter((entry) => entry.inherited);
  return { owner: rightsOf(entries), newOwner: rightsOf(inherited) };
}

function rightsOf(entries: readonly AccessEntry[]): readonly string[] | null {
  return entries.length === 0 ? null : entries.map(({ right }) => right).toSorted();
}

function limited({ right }: AccessEntry, { owner, newOwner }: OwnerLimits): { right: string; properties: Properties } {
  if (right === 'Owns' && owner) {
    return { right: 'OwnsLimitedRights', properties: { privileges: owner } };
  }
  if (right === 'WriteOwner' && newOwner) {
    return { right: 'WriteOwnerLimitedRights', properties: { privileges: newOwner } };
  }
  return { right, properties: {} };
}
