import type { EntityPageRequest } from '../graph-reader.js';

/** Computers in one order, both ways: the rank of each number, and the number at each rank. Transferable between threads. */
export interface Ranking {
  readonly rankOf: Int32Array;
  readonly atRank: Int32Array;
}

/**
 * The orders that lists of computers come in besides that by name and id, which their numbers have. Ties of names are broken by
 * the second word, downwards where it says so.
 */
export type RankingName = 'id' | 'objectid' | 'name-id-down' | 'name-objectid' | 'name-objectid-down';

export type Rankings = Readonly<Record<RankingName, Ranking>>;

/** What makes all of the orders: of each computer, by number, its place among the names (the same for equal ones), object ids and ids, from 1 on. */
export interface SortKeys {
  readonly name: Int32Array;
  readonly objectid: Int32Array;
  readonly id: Int32Array;
}

export function rankingsOf({ name, objectid, id }: SortKeys): Rankings {
  const byId = inverse(id.map((rank) => rank - 1));
  const byObjectid = inverse(objectid.map((rank) => rank - 1));
  return {
    id: rankingAs(byId),
    objectid: rankingAs(byObjectid),
    'name-id-down': rankingAs(byName(name, byId.toReversed())),
    'name-objectid': rankingAs(byName(name, byObjectid)),
    'name-objectid-down': rankingAs(byName(name, byObjectid.toReversed())),
  };
}

/**
 * Which ranking serves an order (null: the numbers themselves), from its first end or its last. As `entityOrder` says it in SQL: computers have the same label,
 * object ids have no ties, and the id that breaks those of names follows the direction of the last column.
 */
export function rankingFor(order: EntityPageRequest['order']): { name: RankingName | null; descending: boolean } {
  const [first, ...others] = order.filter(({ by }) => by !== 'label');
  const last = order.at(-1)?.descending ?? false;
  if (!first) return { name: 'id', descending: last };
  const { by, descending } = first;
  if (by !== 'name') return { name: 'objectid', descending };
  const tie = others.find((column) => column.by === 'objectid');
  const isOpposed = (tie?.descending ?? last) !== descending;
  if (tie) return { name: isOpposed ? 'name-objectid-down' : 'name-objectid', descending };
  return { name: isOpposed ? 'name-id-down' : null, descending };
}

function rankingAs(atRank: Int32Array): Ranking {
  return { rankOf: inverse(atRank), atRank };
}

function inverse(permutation: Int32Array): Int32Array {
  const result = new Int32Array(permutation.length);
  for (let at = 0; at < permutation.length; at++) result[permutation[at] ?? 0] = at;
  return result;
}

/** Sorts by name what is in the order that breaks ties, by counting. */
function byName(nameOf: Int32Array, ordered: Int32Array): Int32Array {
  const next = new Int32Array(nameOf.length + 2);
  for (const name of nameOf) next[name + 1] = (next[name + 1] ?? 0) + 1;
  for (let name = 1; name < next.length; name++) next[name] = (next[name] ?? 0) + (next[name - 1] ?? 0);
  const result = new Int32Array(ordered.length);
  for (const computer of ordered) {
    const name = nameOf[computer] ?? 0;
    const place = next[name] ?? 0;
    next[name] = place + 1;
    result[place] = computer;
  }
  return result;
}
