import type { FixSort } from '../../kinds/descriptions/edge-fixes.js';
import type { MemoryGraph } from '../../memory/memory-graph.js';
import { placeOfObject } from '../../memory/place-of-object.js';
import type { FixTable } from './fix-table.js';

/** A fix by object ids, which outlive a version of the graph. */
export interface NamedFix {
  readonly sort: FixSort;
  readonly at: string;
  readonly by: string | null;
}

/** The numbers of the fixes that the graph knows, and that somebody may make. */
export function numbersOf(fixes: readonly NamedFix[], graph: MemoryGraph, table: FixTable): number[] {
  return fixes.flatMap(({ sort, at, by }) => {
    const [place, trustee] = [placeOfObject(graph, at), by === null ? noTrustee : placeOfObject(graph, by)];
    return place < 0 || (by !== null && trustee < 0) ? [] : table.of(sort, place, trustee);
  });
}

const noTrustee = -1;
