import type { Direction, MemoryGraph } from '../../memory/memory-graph.js';
import type { Interrupt } from '../interrupt.js';
import { kindSetOf } from '../../memory/kind-set.js';
import type { AnswerWithNeeds } from '../needs.js';
import { type NodeSelection, selectedNodes } from '../nodes/node-selection.js';
import { inIds, type PathEdge } from './path-subgraph.js';
import { edgeBetween } from './shortest-ways.js';
import { isDerivedOnly } from './derived-in-view.js';
import { inView, type Without } from './in-view.js';

/** The nodes at one end of edges. */
interface EdgeEnd {
  /** Null: any node. */
  readonly nodes: NodeSelection | null;
  /** Ids. Null: any. */
  readonly among: readonly number[] | null;
  readonly except: readonly number[];
}

interface EdgesArguments {
  readonly starts: EdgeEnd;
  readonly ends: EdgeEnd;
  /** Null: all. */
  readonly kinds: readonly number[] | null;
  readonly skip: number;
  readonly limit: number;
}

interface EdgePage {
  /** Exact number of all edges. */
  readonly count: number;
  /** The ends of the edges of the page. */
  readonly ids: readonly number[];
  readonly edges: readonly PathEdge[];
}

/** A page of the edges from some nodes to others, in the order of their starts; of their ends, if any node may be the start. */
export function matchingEdges(
  graph: MemoryGraph,
  { without, ...args }: EdgesArguments & { readonly without?: Without | undefined },
  interrupt: Interrupt,
): EdgePage | AnswerWithNeeds<EdgePage> {
  if (!without) return matches(graph, args, interrupt, null).page;
  return inView(graph, without, interrupt, (view, affected) => {
    const { page, derived } = matches(view, args, interrupt, affected);
    return [page, derived];
  });
}

function matches(
  graph: MemoryGraph,
  { starts, ends, kinds, skip, limit }: EdgesArguments,
  interrupt: Interrupt,
  affected: Uint8Array | null,
): { page: EdgePage; derived: PathEdge[] } {
  const direction: Direction = starts.nodes ? 'out' : 'in';
  const [near, far] = starts.nodes ? [starts, ends] : [ends, starts];
  const isFar = testOf(graph, far);
  const followed = kindSetOf(kinds);
  const edges: PathEdge[] = [];
  const derived: PathEdge[] = [];
  let count = 0;
  for (const node of nodesOf(graph, near)) {
    interrupt.check();
    graph.edgesOf(direction, node, followed, (peer, kind) => {
      if (!isFar(peer)) return false;
      const place = count++;
      if (affected?.[kind] === 1) derived.push(edgeBetween(graph, direction, node, kind, peer));
      if (place >= skip && place < skip + limit) edges.push(edgeBetween(graph, direction, node, kind, peer));
      return false;
    });
  }
  const ids = [...new Set(edges.flatMap(([source, , target]) => [source, target]))];
  const page = { count, ...inIds(graph, { ids, edges, truncated: false }) };
  return { page, derived: derived.filter(([, , , flags]) => isDerivedOnly(flags)) };
}

function* nodesOf(graph: MemoryGraph, end: EdgeEnd): Iterable<number> {
  const isOf = testOf(graph, { ...end, nodes: null });
  if (end.nodes) yield* selectedNodes(graph, end.nodes).filter(isOf);
  else for (let node = 0; node < graph.size; node++) if (graph.exists(node) && isOf(node)) yield node;
}

function testOf(graph: MemoryGraph, { nodes, among, except }: EdgeEnd): (node: number) => boolean {
  const selected = nodes && new Set(selectedNodes(graph, nodes));
  const members = among && new Set(graph.nodesOf(among));
  const others = new Set(graph.nodesOf(except));
  return (node) => (selected?.has(node) ?? true) && (members?.has(node) ?? true) && !others.has(node);
}
