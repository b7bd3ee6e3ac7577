import type { MemoryGraph } from '../../memory/memory-graph.js';
import type { Interrupt } from '../interrupt.js';
import { orderedResults } from './entity-list.js';
import { LeadingNodes } from './leading-nodes.js';
import { reversed, somePeer, type WalkFrom } from './walk.js';
import { resultTest, WalkedNodes } from './walked-nodes.js';

type Edge = readonly [source: number, kind: number, target: number];

/** The paths of a walk as nodes and edges. */
export interface EntityPicture {
  readonly ids: readonly number[];
  readonly edges: readonly Edge[];
  /** Whether there are more nodes. */
  readonly truncated: boolean;
}

const byName = { by: [{ rank: 'nameRank', descending: false }], idDescending: false } as const;

/**
 * The node and all edges on walks from it to the results. The nodes on the way come nearest first, then the other results by name, until
 * there are `maxNodes`.
 */
export function entityPicture(
  graph: MemoryGraph,
  { maxNodes, ...from }: WalkFrom & { readonly maxNodes: number },
  interrupt: Interrupt,
): EntityPicture {
  const walked = new WalkedNodes(graph, from, interrupt);
  const isResult = resultTest(graph, from);
  const leading = new LeadingNodes(graph, walked, isResult, interrupt);
  const onTheWay = nodesOnTheWay(walked, leading);
  const way = [...onTheWay].slice(0, maxNodes);
  const room = maxNodes - way.length;
  const ends = orderedResults(graph, from, byName, interrupt, walked)
    // One more than there is room for, even if all nodes on the way are among them.
    .page({ skip: 0, limit: maxNodes + 1 })
    .filter((node) => !onTheWay.has(node));
  const ids = [...way, ...ends.slice(0, room)];
  return {
    ids,
    edges: edgesAmong(new Set(ids), graph, walked, leading, isResult, interrupt),
    truncated: onTheWay.size > way.length || ends.length > room,
  };
}

/** The node itself, and all from which a step leads towards a result, nearest first. */
function nodesOnTheWay({ nodes, states, from }: WalkedNodes, leading: LeadingNodes): Set<number> {
  const way = new Set([from.start]);
  for (const [at, node] of nodes.entries())
    if (leading.has(node, states[at]!) && leading.leadsOn(node, states[at]!)) way.add(node);
  return way;
}

function edgesAmong(
  shown: ReadonlySet<number>,
  graph: MemoryGraph,
  walked: WalkedNodes,
  leading: LeadingNodes,
  isResult: (node: number) => boolean,
  interrupt: Interrupt,
): Edge[] {
  const edges = new Map<string, Edge>();
  const add = (node: number, kind: number, peer: number, direction: 'out' | 'in') => {
    const edge = direction === 'out' ? ([node, kind, peer] as const) : ([peer, kind, node] as const);
    edges.set(edge.join(' '), edge);
    return false;
  };
  for (const [at, node] of walked.nodes.entries()) {
    if (!shown.has(node)) continue;
    interrupt.check();
    for (const step of walked.steps[walked.states[at]!]!)
      somePeer(graph, step, node, (peer, kind) =>
        shown.has(peer) && leading.has(peer, step.to) ? add(node, kind, peer, step.direction) : false,
      );
  }
  // From the results back, because few of the results of a node may be shown.
  for (const [state, steps] of walked.lastSteps.entries())
    for (const node of steps.length > 0 ? shown : []) {
      if (!isResult(node)) continue;
      interrupt.check();
      for (const step of steps.map(reversed))
        somePeer(graph, step, node, (peer, kind) =>
          shown.has(peer) && walked.has(peer, state) ? add(node, kind, peer, step.direction) : false,
        );
    }
  return [...edges.values()];
}
