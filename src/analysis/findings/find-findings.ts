import { addToGroup } from '../../base/values/group-by.js';
import { lastKind } from '../../graph/kinds/kind-catalogue.js';
import { accountKinds } from '../../graph/kinds/kind-definitions.js';
import type { Graph } from '../../graph/memory/graph.js';
import type { Direction } from '../../graph/memory/memory-graph.js';
import { CondensedGraph } from '../../graph/questions/reachability/condensed-graph.js';
import { countReach } from '../../graph/questions/reachability/count-reach.js';
import { statedFlags } from '../../graph/store/edge-flag.js';
import type { EdgeLists } from '../facts/edge-lists.js';
import { isStated } from '../facts/graph-facts.js';
import { findingOfKind } from './finding-types.js';
import type { ListFindingType } from './list-findings.js';
import { riskOf, type Shares } from './severity.js';

/** An edge from outside into tier zero, or a node for which the condition of a list finding holds. */
interface Weakness {
  readonly finding: string;
  /** Place of the start of the edge; null for a list finding. */
  readonly source: number | null;
  readonly target: number;
}

export interface Finding extends Weakness {
  readonly isTierZero: boolean;
  /** Index in the environments of the graph; -1: none. */
  readonly environment: number;
  /** Accounts that reach the source, or the target of a list finding. A node reaches itself. */
  readonly exposure: number;
  /** Nodes that the target reaches. */
  readonly impact: number;
  /** The counts as shares of the environment, 1 at most. */
  readonly shares: Shares;
  /** 0 to 100. */
  readonly risk: number;
}

/** The state of one environment with members of tier zero. */
interface EnvironmentPosture {
  readonly environment: number;
  /** Members of tier zero. */
  readonly tierZero: number;
  /** Share of its accounts outside of tier zero that reach such a member. */
  readonly exposure: number;
}

export interface FoundFindings {
  readonly findings: readonly Finding[];
  readonly postures: readonly EnvironmentPosture[];
}

/** What properties of nodes say. */
export interface WeakNodes {
  /** By place: 1 if it is known to be disabled. */
  readonly isDisabled: Uint8Array;
  /** The nodes for which the condition of a list finding holds. */
  readonly lists: readonly {
    readonly name: string;
    readonly type: ListFindingType;
    readonly nodes: readonly number[];
  }[];
}

type FindingGraph = Pick<Graph, 'size' | 'exists' | 'kindOf' | 'environments' | 'environmentOf' | 'edges' | 'flagsOf'>;
type TestNode = (node: number) => boolean;

/** By kind: 1 if an edge of it gives control. There are millions of edges. */
const isTraversable = new Uint8Array(lastKind + 1);
for (const kind of findingOfKind.keys()) isTraversable[kind] = 1;

const ofAccounts: ReadonlySet<number> = new Set(accountKinds);

/** @param derived the edges that the analysis derives; the graph has those that sources state */
export function findFindings(
  graph: FindingGraph,
  derived: EdgeLists,
  tierZero: ReadonlySet<number>,
  { isDisabled, lists }: WeakNodes,
): FoundFindings {
  const isTierZero = new Uint8Array(graph.size);
  for (const node of tierZero) isTierZero[node] = 1;
  const isAccount = (node: number) => ofAccounts.has(graph.kindOf(node)) && isDisabled[node] === 0;
  const weaknesses: Weakness[] = lists.flatMap(({ name, type, nodes }) =>
    nodes
      .filter((node) => type.scope === 'all' || isTierZero[node] === 1)
      .map((target) => ({ finding: name, source: null, target })),
  );
  const addRelationship = (source: number, kind: number, target: number) => {
    const finding = findingOfKind.get(kind);
    if (finding !== undefined) weaknesses.push({ finding, source, target });
  };
  const leadsInto = (source: number, target: number) => isTierZero[target] === 1 && isTierZero[source] === 0;
  const reach = CondensedGraph.of(graph.size, (visit) => {
    graph.edges((source, kind, target, flags) => {
      if (isTraversable[kind] === 0 || (flags & statedFlags) === 0) return;
      visit(source, target);
      if (leadsInto(source, target)) addRelationship(source, kind, target);
    });
    derived.edges((source, kind, target) => {
      if (isTraversable[kind] === 0) return;
      visit(source, target);
      if (leadsInto(source, target) && !isStated(graph, source, kind, target)) addRelationship(source, kind, target);
    });
  });
  const sizes = new EnvironmentSizes(graph, isAccount);
  const exposureOf = countsOf(reach, 'in', weaknesses.map(exposedNode), isAccount);
  const impactOf = countsOf(
    reach,
    'out',
    weaknesses.map(({ target }) => target),
    (node) => graph.exists(node),
  );
  const findings = weaknesses.map((weakness) => {
    const environment = graph.environmentOf(weakness.target);
    const [exposure, impact] = [exposureOf(exposedNode(weakness)), impactOf(weakness.target)];
    const shares = {
      exposure: sizes.shareOfAccounts(environment, exposure),
      impact: sizes.shareOfNodes(environment, impact),
    };
    return {
      ...weakness,
      isTierZero: isTierZero[weakness.target] === 1,
      environment,
      exposure,
      impact,
      shares,
      risk: riskOf(weakness.source === null ? 'list' : 'relationship', shares),
    };
  });
  const isOutsider: TestNode = (node) => isAccount(node) && isTierZero[node] === 0;
  return { findings, postures: posturesOf(graph, reach, tierZero, isOutsider) };
}

function exposedNode({ source, target }: Weakness): number {
  return source ?? target;
}

/** Counts for nodes, computed once for each component. */
function countsOf(
  reach: CondensedGraph,
  direction: Direction,
  nodes: readonly number[],
  isCounted: TestNode,
): (node: number) => number {
  const sets = new Map<number, readonly number[]>();
  for (const node of nodes) sets.set(reach.componentOf[node] ?? -1, [node]);
  const counts = countReach(reach, { direction, sets: [...sets.values()], isCounted });
  const byComponent = new Map([...sets.keys()].map((component, index) => [component, counts[index] ?? 0]));
  return (node) => byComponent.get(reach.componentOf[node] ?? -1) ?? 0;
}

function posturesOf(
  graph: FindingGraph,
  reach: CondensedGraph,
  tierZero: ReadonlySet<number>,
  isOutsider: TestNode,
): EnvironmentPosture[] {
  const members = new Map<number, number[]>();
  for (const node of tierZero) addToGroup(members, graph.environmentOf(node), node);
  members.delete(-1);
  const sizes = new EnvironmentSizes(graph, isOutsider);
  return [...members].map(([environment, nodes]) => {
    const isCounted: TestNode = (node) => graph.environmentOf(node) === environment && isOutsider(node);
    const [exposed] = countReach(reach, { direction: 'in', sets: [nodes], isCounted });
    return { environment, tierZero: nodes.length, exposure: sizes.shareOfAccounts(environment, exposed!) };
  });
}

/** The numbers of nodes and of accounts by environment; of the whole graph for nodes without one. */
class EnvironmentSizes {
  private readonly nodes: Uint32Array;
  private readonly accounts: Uint32Array;

  constructor(graph: FindingGraph, isAccount: TestNode) {
    const all = graph.environments.length;
    this.nodes = new Uint32Array(all + 1);
    this.accounts = new Uint32Array(all + 1);
    for (let node = 0; node < graph.size; node++) {
      if (!graph.exists(node)) continue;
      const environment = graph.environmentOf(node);
      const account = isAccount(node) ? 1 : 0;
      this.nodes[all]!++;
      this.accounts[all]! += account;
      if (environment < 0) continue;
      this.nodes[environment]!++;
      this.accounts[environment]! += account;
    }
  }

  /** @param environment -1: the whole graph */
  shareOfAccounts(environment: number, count: number): number {
    return shareOf(count, this.accounts.at(environment));
  }

  shareOfNodes(environment: number, count: number): number {
    return shareOf(count, this.nodes.at(environment));
  }
}

function shareOf(count: number, all = 0): number {
  return count === 0 ? 0 : Math.min(1, count / all);
}
