import type { MemoryGraph } from '../memory/memory-graph.js';
import { placeOfObject } from '../memory/place-of-object.js';
import { accountMarks } from './account-marks.js';
import type { Interrupt } from './interrupt.js';

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
  /** Accounts that are enabled, or of which that is not known. */
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
  const groups = new Map<number, { -readonly [Name in keyof SummaryGroup]: SummaryGroup[Name] }>();
  const groupOf = (node: number) => {
    const [kind, environment] = [graph.kindOf(node), graph.environmentOf(node)];
    const key = (environment + 1) * kindNumbers + kind;
    let group = groups.get(key);
    if (!group) {
      group = { kind, environment: graph.environments[environment] ?? null, nodes: 0, accounts: 0, tierZero: 0 };
      groups.set(key, group);
    }
    return group;
  };
  for (let node = 0; node < graph.size; node++) {
    if (!graph.exists(node)) continue;
    const group = groupOf(node);
    group.nodes++;
    if (isAccount[node] !== 0) group.accounts++;
  }
  for (const node of graph.nodesOf(tierZero)) groupOf(node).tierZero++;
  const environments = [...new Set([...groups.values()].flatMap(({ environment }) => environment ?? []))]
    .map((objectid) => placeOfObject(graph, objectid))
    .filter((node) => node >= 0);
  return {
    ids: graph.idsOf(environments),
    groups: [...groups.values()].toSorted((one, other) => other.nodes - one.nodes),
    edgeCounts: known?.version === graph.version ? known : countEdges(graph, interrupt),
  };
}

/** Kinds have 16 bits. */
const kindNumbers = 2 ** 16;

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
