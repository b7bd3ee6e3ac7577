import { type FixSort, sortsOfDomain } from '../../kinds/descriptions/edge-fixes.js';
import { Kind } from '../../kinds/kind-catalogue.js';
import type { MemoryGraph } from '../../memory/memory-graph.js';

/** The nodes whose properties a fix changes. */
export function fixedNodes(graph: MemoryGraph, sort: FixSort, at: number): number[] {
  if (!sortsOfDomain.has(sort)) return [at];
  const environment = graph.environmentOf(at);
  if (sort === 'smb_domain')
    return Array.from({ length: graph.size }, (_, node) => node).filter(
      (node) => graph.environmentOf(node) === environment && graph.exists(node) && graph.hasKind(node, Kind.Computer),
    );
  const controllers: number[] = [];
  graph.sources(at, Kind.DCFor, (controller) => controllers.push(controller));
  return controllers;
}
