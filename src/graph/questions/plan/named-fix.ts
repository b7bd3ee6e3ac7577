import type { FixSort } from '../../kinds/descriptions/edge-fixes.js';
import type { MemoryGraph } from '../../memory/memory-graph.js';
import { placeOfObject } from '../../memory/place-of-object.js';
import type { FixTable } from './fix-table.js';

/** An object id, which outlives a version of the graph, or the id of a node. */
type NamedObject = string | number;

/** A fix whose objects are named. */
export interface NamedFix {
  readonly sort: FixSort;
  readonly at: NamedObject;
  readonly by: NamedObject | null;
}

/** @returns -1 if there is no such node */
export function placeNamed(graph: MemoryGraph, object: NamedObject): number {
  return typeof object === 'number' ? graph.placeOf(object) : placeOfObject(graph, object);
}

/** The numbers of the fixes that the graph knows, and that somebody may make. */
export function numbersOf(fixes: readonly NamedFix[], graph: MemoryGraph, table: FixTable): number[] {
  return fixes.flatMap(({ sort, at, by }) => {
    const [place, trustee] = [placeNamed(graph, at), by === null ? noTrustee : placeNamed(graph, by)];
    return place < 0 || (by !== null && trustee < 0) ? [] : table.of(sort, place, trustee);
  });
}

const noTrustee = -1;
