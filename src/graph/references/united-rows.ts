import { type Entries, entriesOf, type Entry, entryKey, rowOf } from '../store/list-entries.js';
import type { ListRow } from '../store/list-row.js';

/**
 * Unites the rows of nodes that become one.
 * @param rows of the node that remains first: its properties of an edge count
 * @param nodes the new ids of peers that become other nodes
 */
export function unitedRows(rows: readonly ListRow[], nodes: ReadonlyMap<number, number>): ListRow[] {
  const united = new Map<string, { readonly first: ListRow; readonly entries: Entries }>();
  for (const row of rows) {
    const key = `${row.list} ${row.origin}`;
    let list = united.get(key);
    if (!list) united.set(key, (list = { first: row, entries: new Map() }));
    const entries = [...entriesOf(row).values()];
    for (const entry of entries) if (!nodes.has(entry.peer)) unite(list.entries, entry);
    for (const entry of entries) {
      const peer = nodes.get(entry.peer);
      if (peer !== undefined) unite(list.entries, { ...entry, peer });
    }
  }
  return [...united.values()].map(({ first, entries }) => rowOf(first.list, first.origin, entries, first.record));
}

function unite(entries: Entries, entry: Entry): void {
  const key = entryKey(entry.peer, entry.kind);
  const known = entries.get(key);
  if (!known) entries.set(key, entry);
  else
    entries.set(key, {
      ...known,
      flags: known.flags | entry.flags,
      day: known.day === null || entry.day === null ? null : Math.max(known.day, entry.day),
      details: known.details || entry.details ? { ...entry.details, ...known.details } : null,
    });
}
