import type { MemoryGraph } from '../../memory/memory-graph.js';
import { accountMarks } from './account-marks.js';
import type { Interrupt } from '../interrupt.js';
import { NodeGroups } from './node-groups.js';

/** Numbers of edges by kind. */
export interface EdgeCounts {
  readonly version: number;
  readonly byKind: ReadonlyMap<number, number>;
}

interface SummaryArguments {
  /** Ids. */
  readonly tierZero: readonly number[];
  /** Of some version, if they were counted before. */
  readonly known: EdgeCounts | null;
}

/** The nodes of one kind in one environment. */
interface SummaryGroup {
  readonly kind: number;
  /** Object id of the domain or tenant; null: none. */
  readonly environment: string | null;
  readonly nodes: number;
  /** Accounts that are not known to be disabled. */
  readonly accounts: number;
  readonly tierZero: number;
}

interface Summary {
  /** The nodes of the environments that the graph has. */
  readonly ids: readonly number[];
  /** Those with the most nodes first. */
  readonly groups: readonly SummaryGroup[];
  readonly edgeCounts: EdgeCounts;
}

/** Counts nodes and edges. */
export function summary(graph: MemoryGraph, { tierZero, known }: SummaryArguments, interrupt: Interrupt): Summary {
  const isAccount = accountMarks(graph);
  const groups = new NodeGroups(graph, { nodes: 0, accounts: 0, tierZero: 0 });
  for (let node = 0; node < graph.size; node++) {
    if (!graph.exists(node)) continue;
    const group = groups.of(node);
    group.nodes++;
    if (isAccount[node] !== 0) group.accounts++;
  }
  for (const node of graph.nodesOf(tierZero)) groups.of(node).tierZero++;
  return {
    ids: groups.environmentIds(),
    groups: groups.sortedBy((group) => group.nodes),
    edgeCounts: known?.version === graph.version ? known : countEdges(graph, interrupt),
  };
}

function countEdges(graph: MemoryGraph, interrupt: Interrupt): EdgeCounts {
  const counts = new Map<number, number>();
  for (let node = 0; node < graph.size; node++) {
    interrupt.check();
    graph.edgesFrom(node, (kind) => {
      counts.set(kind, (counts.get(kind) ?? 0) + 1);
      return false;
    });
  }
  return { version: graph.version, byKind: counts };
}
