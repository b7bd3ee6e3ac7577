import type { SqlRunner } from '../../database/database.js';
import { Kind } from '../kinds/kind-catalogue.js';
import { lockableKinds } from '../kinds/kind-definitions.js';
import { foreignPrincipals } from '../lookups/foreign-principals.js';
import { requireSameKinds } from '../store/kind-names.js';
import type { PathEdge } from '../questions/paths/path-subgraph.js';
import { dayOfList, listsWithDays } from '../store/days.js';
import { firstStoredDay } from '../store/renewed-days.js';
import { PropertyFlag, propertyFlags } from '../store/edge-flag.js';
import { kindsVersion } from '../store/graph-version.js';
import { ACL_LIST, type Details, isOutgoing, Origin, PRIMARY_GROUP_LIST } from '../store/list-row.js';

/** Details of an edge, which memory does not have. */
interface EdgeFacts {
  /** Day (UTC) on which a source last stated it: `2026-01-31`; null: it is derived, or resolved without regard to case. */
  readonly lastSeen: string | null;
  readonly properties: Readonly<Record<string, unknown>>;
}

/**
 * Finds entries of lists by binary search, because peers are sorted; a list of several kinds may have a peer more than once. Large arrays are stored compressed (TOAST). A concatenation with an
 * empty array decompresses each once a list; otherwise each use would.
 */
const find = `
  SELECT ${kindsVersion} AS "kindsVersion", w.place, x.details -> (f.index - 1)::text AS details,
    CASE x.origin WHEN ${Origin.Whole} THEN x.day WHEN ${Origin.Added} THEN ${firstStoredDay} + x.days[f.index] END::text AS day
  FROM (SELECT g.first, g.last, l.list, l.origin, ${dayOfList} AS day, l.kinds IS NULL AS "isOfOneKind",
      l.peers || '{}'::int[] AS peers, l.kinds || '{}'::smallint[] AS kinds, l.days || '{}'::smallint[] AS days, l.details || '{}'::jsonb AS details
    FROM ${listsWithDays} JOIN unnest($1::int[], $2::smallint[], $3::int[], $4::int[]) g(owner, list, first, last)
      ON l.owner = g.owner AND l.list = g.list OFFSET 0) x
    CROSS JOIN LATERAL unnest(($5::int[])[x.first:x.last], ($6::smallint[])[x.first:x.last], ($7::int[])[x.first:x.last]) w(peer, kind, place)
    CROSS JOIN LATERAL (
      SELECT index FROM generate_series(width_bucket(w.peer - 1, x.peers) + 1, width_bucket(w.peer, x.peers)) index
      WHERE x."isOfOneKind" OR x.kinds[index] = w.kind LIMIT 1) f
  ORDER BY w.place, x.origin, x.list`;

interface Found {
  readonly kindsVersion: number;
  readonly place: number;
  readonly details: Details | null;
  readonly day: string | null;
}

interface Entry {
  readonly peer: number;
  readonly kind: number;
  /** Index of the edge. */
  readonly place: number;
}

/**
 * Reads days and properties of edges, in the order of the edges.
 * @param version of the numbers of their kinds
 * @throws GraphNotReadyError if the kinds are of another version by now
 */
export async function readEdgeFacts(
  database: SqlRunner,
  edges: readonly PathEdge[],
  version: number,
): Promise<EdgeFacts[]> {
  const lists = new Map<string, { owner: number; list: number; entries: Entry[] }>();
  for (const [place, [source, kind, target]] of edges.entries())
    for (const list of listsThatMayHold(kind)) {
      const [owner, peer] = isOutgoing(list) ? [source, target] : [target, source];
      const key = `${owner} ${list}`;
      const known = lists.get(key);
      if (known) known.entries.push({ peer, kind, place });
      else lists.set(key, { owner, list, entries: [{ peer, kind, place }] });
    }
  const days: (string | null)[] = edges.map(() => null);
  const details: Details[] = edges.map(() => ({}));
  for (const found of await database.prepared<Found>(find, valuesOf([...lists.values()]))) {
    const { place, day } = found;
    requireSameKinds(version, found.kindsVersion);
    if (found.details) details[place] = { ...details[place], ...found.details };
    if (day !== null && (days[place] ?? '') < day) days[place] = day;
  }
  const lockable = edges.filter(([, kind]) => lockableKinds.includes(kind)).map(([, , target]) => target);
  const foreign = await foreignPrincipals(database, lockable);
  return edges.map(([, kind, target, flags], place) => {
    const lock = foreign.has(target) && lockableKinds.includes(kind) && { lock: 'unknown' };
    return { lastSeen: days[place]!, properties: { ...flagProperties(kind, flags), ...details[place], ...lock } };
  });
}

/** Lists have one or several kinds; files of OpenGraph may mark any edge as a right. */
function listsThatMayHold(kind: number): number[] {
  if (kind === Kind.MemberOf) return [kind, PRIMARY_GROUP_LIST, ACL_LIST];
  return isOutgoing(kind) ? [kind] : [kind, ACL_LIST];
}

function valuesOf(lists: readonly { owner: number; list: number; entries: readonly Entry[] }[]): number[][] {
  const entries = lists.flatMap((list) => list.entries);
  const lasts: number[] = [];
  let last = 0;
  for (const list of lists) lasts.push((last += list.entries.length));
  return [
    lists.map(({ owner }) => owner),
    lists.map(({ list }) => list),
    lists.map((list, index) => lasts[index]! - list.entries.length + 1),
    lasts,
    entries.map(({ peer }) => peer),
    entries.map(({ kind }) => kind),
    entries.map(({ place }) => place),
  ];
}

/** Flags that are set; and those that collectors state of each such edge, as false. */
function flagProperties(kind: number, flags: number): Record<string, boolean> {
  const properties: Record<string, boolean> = {};
  for (const [name, flag] of propertyFlags) if (flags & flag) properties[name] = true;
  if (properties['isacl']) properties['isinherited'] = (flags & PropertyFlag.isinherited) !== 0;
  if (kind === Kind.GPLink) properties['enforced'] = (flags & PropertyFlag.enforced) !== 0;
  return properties;
}
