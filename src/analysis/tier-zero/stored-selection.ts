import type { SqlRunner } from '../../database/database.js';
import type { SelectedNodes } from './select-nodes.js';

interface Row {
  readonly selector: number;
  readonly node: number;
  readonly source: number;
}

/**
 * Makes the stored nodes of selectors equal to these.
 * @param stillStored the ids of the nodes that exist; null if all of these do
 * @returns the ids of the nodes that changed
 */
export async function writeSelected(
  tx: SqlRunner,
  selected: SelectedNodes,
  idOf: (node: number) => number,
  stillStored: ReadonlySet<number> | null,
): Promise<Set<number>> {
  const stored = await tx.query<Row>('SELECT selector_id AS selector, node_id AS node, source FROM selected_node');
  const former = new Map<number, Map<number, number>>();
  for (const { selector, node, source } of stored) {
    const its = former.get(selector);
    if (its) its.set(node, source);
    else former.set(selector, new Map([[node, source]]));
  }
  const written: Row[] = [];
  for (const [selector, nodes] of selected)
    for (const [place, source] of nodes) {
      const node = idOf(place);
      if (stillStored && !stillStored.has(node)) continue;
      const its = former.get(selector);
      if (its?.get(node) !== source) written.push({ selector, node, source });
      its?.delete(node);
    }
  const removed = [...former].flatMap(([selector, nodes]) => Array.from(nodes.keys(), (node) => ({ selector, node })));
  await tx.query(
    `DELETE FROM selected_node USING unnest($1::int[], $2::int[]) removed (selector, node)
     WHERE selector_id = removed.selector AND node_id = removed.node`,
    [removed.map(({ selector }) => selector), removed.map(({ node }) => node)],
  );
  await tx.query(
    `INSERT INTO selected_node (selector_id, node_id, source) SELECT * FROM unnest($1::int[], $2::int[], $3::smallint[])
     ON CONFLICT ON CONSTRAINT selected_node_pkey DO UPDATE SET source = excluded.source`,
    [written.map(({ selector }) => selector), written.map(({ node }) => node), written.map(({ source }) => source)],
  );
  return new Set([...removed, ...written].map(({ node }) => node));
}
