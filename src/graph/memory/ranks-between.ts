import type { SqlRunner } from '../../database/database.js';

/** The nodes that did not change since the names were read, by places in the order of these names. */
interface NamesInOrder {
  readonly length: number;
  /** Whether the node at a place still has its name. */
  isUnchanged(at: number): boolean;
  idAt(at: number): number;
  /** A whole number from 1, the same for equal names. */
  rankAt(at: number): number;
}

/** The search for the place of a name. */
interface Search {
  readonly id: number;
  readonly name: Buffer;
  low: number;
  high: number;
  /** The last place with a smaller name. */
  before: number;
  /** A place with the same name; -1: none. */
  same: number;
}

interface NamedNode {
  readonly id: number;
  readonly name: string;
}

const namesOf = 'SELECT id, name FROM node WHERE id = ANY ($1::int[])';
const namesInOrder = `${namesOf} ORDER BY name`;

/**
 * Ranks by name of nodes that changed among those that did not, by node id. A node between two that did not change has a rank between theirs.
 * No index has the names: each step of the binary search reads the names in the middle of what remains, for all nodes at once.
 */
export async function ranksByName(
  tx: SqlRunner,
  changed: readonly number[],
  order: NamesInOrder,
): Promise<Map<number, number>> {
  const rows = await tx.prepared<NamedNode>(namesInOrder, [changed]);
  const searches = rows.map(({ id, name }): Search => ({
    id,
    name: Buffer.from(name),
    low: 0,
    high: order.length,
    before: -1,
    same: -1,
  }));
  for (let open = searches; open.length > 0; open = open.filter(({ low, high }) => low < high))
    await narrow(tx, open, order);
  const ranks = new Map<number, number>();
  for (const [index, { id, name, before, same }] of searches.entries()) {
    const former = searches[index - 1];
    if (same >= 0) ranks.set(id, order.rankAt(same));
    else if (former?.name.equals(name)) ranks.set(id, ranks.get(former.id) ?? 0);
    else ranks.set(id, rankAfter(before < 0 ? 0 : order.rankAt(before), index, searches.length));
  }
  return ranks;
}

/** Halves what remains of each search. */
async function narrow(tx: SqlRunner, searches: readonly Search[], order: NamesInOrder): Promise<void> {
  const probes = searches.map(({ low, high }) => {
    let at = (low + high) >>> 1;
    while (at < high && !order.isUnchanged(at)) at++;
    return at;
  });
  const ids = new Set(searches.flatMap(({ high }, index) => (probes[index]! < high ? order.idAt(probes[index]!) : [])));
  const rows = await tx.prepared<NamedNode>(namesOf, [[...ids]]);
  const names = new Map(rows.map(({ id, name }) => [id, Buffer.from(name)]));
  for (const [index, search] of searches.entries()) {
    const at = probes[index]!;
    const name = at < search.high ? names.get(order.idAt(at)) : undefined;
    const difference = name ? name.compare(search.name) : 1;
    if (difference === 0) search.same = at;
    if (difference < 0) [search.before, search.low] = [at, at + 1];
    else search.high = (search.low + search.high) >>> 1;
  }
}

/** Finds the neighbour by the index on object ids. */
const objectidsBefore = `
  SELECT c.id, (SELECT n.id FROM node n WHERE n.objectid < c.objectid ORDER BY n.objectid DESC LIMIT 1) AS before
  FROM node c WHERE c.id = ANY ($1::int[]) ORDER BY c.objectid`;

/**
 * As {@link ranksByName}, by object id.
 * @param rankOf rank of a node that did not change: a whole number from 1
 */
export async function ranksByObjectid(
  tx: SqlRunner,
  changed: readonly number[],
  rankOf: (node: number) => number,
): Promise<Map<number, number>> {
  const rows = await tx.prepared<{ id: number; before: number | null }>(objectidsBefore, [changed]);
  const ranks = new Map<number, number>();
  for (const [index, { id, before }] of rows.entries()) {
    const floor = before === null ? 0 : Math.floor(ranks.get(before) ?? rankOf(before));
    ranks.set(id, rankAfter(floor, index, rows.length));
  }
  return ranks;
}

/** @param index in the order of the nodes that changed */
function rankAfter(floor: number, index: number, count: number): number {
  return floor + (index + 1) / (count + 1);
}
