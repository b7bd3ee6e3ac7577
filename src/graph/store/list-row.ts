import { EdgeFlag, PropertyFlag } from './edge-flag.js';
import { Kind } from '../kinds/kind-catalogue.js';
import { storedJson } from './stored-json.js';

/** Properties of an edge that are no flags. */
export type Details = Readonly<Record<string, unknown>>;

/** The same text for the same properties, in whichever order PostgreSQL returns them. */
export function detailsText(details: Details | null | undefined): string {
  if (!details) return '';
  const sorted = Object.entries(details).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return storedJson(JSON.stringify(Object.fromEntries(sorted)));
}

/**
 * Who gave a row: a record gave the whole list, records added edges, or the analysis derived it, or resolved the ends of open edges without
 * regard to case.
 */
export const Origin = { Whole: 0, Added: 1, Derived: 2, Resolved: 3 } as const;
export type Origin = (typeof Origin)[keyof typeof Origin];

/** Flags that all edges of a row have by its origin. */
export function flagsOfOrigin(origin: number): number {
  if (origin === Origin.Whole) return EdgeFlag.Listed;
  return origin === Origin.Derived ? EdgeFlag.Derived : EdgeFlag.Collected;
}

/** Number of the list that holds all rights on an object, of any kind. Other lists have the number of their kind. */
export const ACL_LIST = 0;

/** Number of the list that holds the primary group of an object. */
export const PRIMARY_GROUP_LIST = 32_767;

/** A row of `edge_list` without its owner (EdgeListEntity). Entries are sorted by peer, then by kind. */
export interface ListRow {
  readonly list: number;
  readonly origin: Origin;
  /** Node ids of the other ends. */
  readonly peers: readonly number[];
  /** Parallel to `peers`; null if the list has one kind. */
  readonly kinds: readonly number[] | null;
  /** Parallel to `peers`, bits of {@link PropertyFlag} without {@link flagsOfList}; null if none is set. */
  readonly flags: readonly number[] | null;
  /** Parallel to `peers`, days since 2000-01-01, for an added list; else null, and the day of the record counts. */
  readonly days: readonly number[] | null;
  /** By index of the peer; null if no entry has any. */
  readonly details: Readonly<Record<number, Details>> | null;
  /** The record that last gave or changed the list; null: one that describes no object. */
  record: number | null;
}

/** Flags that all edges of a list have, so that its row does not store them. */
export function flagsOfList(list: number): number {
  if (list === ACL_LIST) return PropertyFlag.isacl;
  return list === PRIMARY_GROUP_LIST ? PropertyFlag.isprimarygroup : 0;
}

/**
 * Kinds whose edges belong to their source. Edges of all other kinds belong to their target. Converters give lists of a kind on one
 * side alone, so an edge has one owner, and its list follows from the edge.
 */
export const outgoingKinds: ReadonlySet<number> = new Set([
  Kind.AllowedToDelegate,
  Kind.AZManagedIdentity,
  Kind.AZNodeResourceGroup,
  Kind.AZUnitMember,
  Kind.CoerceToTGT,
  Kind.DCFor,
  Kind.DumpSMSAPassword,
  Kind.HasSession,
  Kind.HasSIDHistory,
  Kind.OIDGroupLink,
  Kind.SQLAdmin,
]);

/** The list that contains an edge. OpenGraph may set these flags on edges of any kind. */
export function listOf(kind: number, flags: number): number {
  if (flags & PropertyFlag.isprimarygroup && kind === Kind.MemberOf) return PRIMARY_GROUP_LIST;
  return flags & PropertyFlag.isacl && !outgoingKinds.has(kind) ? ACL_LIST : kind;
}

/** Whether edges of the list start at its owner. */
export function isOutgoing(list: number): boolean {
  return list === PRIMARY_GROUP_LIST || outgoingKinds.has(list);
}

/** The kind of one entry. */
export function kindAt({ list, kinds }: Pick<ListRow, 'list' | 'kinds'>, index: number): number {
  return kinds?.[index] ?? (list === PRIMARY_GROUP_LIST ? Kind.MemberOf : list);
}

const DAY_ZERO = Date.UTC(2000, 0, 1);

/** Days from 2000-01-01 to `day` (`2026-03-01`), as PostgreSQL stores a date. */
export function dayNumber(day: string): number {
  return Math.round((Date.parse(`${day}T00:00:00Z`) - DAY_ZERO) / 86_400_000);
}
