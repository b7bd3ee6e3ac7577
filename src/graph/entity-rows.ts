import type { GraphEntity } from './graph-entity.js';
import type { KindNames } from './kinds/kind-names.js';

/** A node as statements of the graph select it. */
export interface EntityRow {
  readonly objectid: string;
  readonly name: string;
  readonly kind: number;
  readonly kinds: readonly number[];
}

export async function entitiesOf(rows: readonly EntityRow[], kindNames: KindNames): Promise<GraphEntity[]> {
  const nameOf = await kindNames.of(rows.flatMap(({ kind, kinds }) => [kind, ...kinds]));
  return rows.map(({ objectid, name, kind, kinds }) => ({
    objectid,
    name,
    label: nameOf(kind),
    kinds: kinds.map(nameOf),
  }));
}
