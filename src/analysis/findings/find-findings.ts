import { addToGroup } from '../../base/values/group-by.js';
import { firstForeignKind } from '../../graph/kinds/kind-catalogue.js';
import type { Graph } from '../../graph/memory/graph.js';
import { kindSetOf } from '../../graph/memory/kind-set.js';
import type { MemoryGraph } from '../../graph/memory/memory-graph.js';
import { heldKinds } from '../../graph/reach/container-states.js';
import { HeldGraph } from '../../graph/reach/held-graph.js';
import { CondensedGraph, edgesByStart } from '../../graph/questions/reachability/condensed-graph.js';
import { countReach, reachCounts } from '../../graph/questions/reachability/count-reach.js';
import { statedFlags } from '../../graph/store/edge-flag.js';
import type { EdgeLists } from '../facts/edge-lists.js';
import { isStated } from '../facts/graph-facts.js';
import type { Weakness } from '../weaknesses/weakness.js';
import { type LossOfWays, lossOfWays } from './loss-of-ways.js';
import type { FindingRules } from './relationship-findings.js';
import { riskOf, type Shares } from './severity.js';

/** An edge from outside into tier zero, or a node that has a weakness. */
interface FoundWeakness {
  readonly finding: string;
  /** Place of the start of the edge; null for a list finding. */
  readonly source: number | null;
  readonly target: number;
}

export interface Finding extends FoundWeakness {
  readonly isTierZero: boolean;
  /** Index in the environments of the graph; -1: none. */
  readonly environment: number;
  /** Accounts that reach the source, or the target of a list finding. A node reaches itself. */
  readonly exposure: number;
  /** Nodes that the target reaches. */
  readonly impact: number;
  /** The counts as shares of the environment, 1 at most. */
  readonly shares: Shares;
  /** What happens if its source loses all rights on its target; null for a list finding. */
  readonly loss: LossOfWays | null;
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

type TestNode = (node: number) => boolean;

export interface FoundFindings {
  readonly findings: readonly Finding[];
  readonly postures: readonly EnvironmentPosture[];
  /** The findings whose ends are seen. Ways lead over all nodes; those that are seen count. */
  readonly findingsFor: (sees: TestNode) => readonly Finding[];
}

/** What properties of nodes say. */
export interface WeakNodes {
  /** By place: 1 if it is known to be disabled. */
  readonly isDisabled: Uint8Array;
  /** The nodes that meet the conditions of weaknesses. */
  readonly lists: readonly {
    readonly name: string;
    readonly type: Pick<Weakness, 'isOfTierZero'>;
    readonly nodes: readonly number[];
  }[];
}

type FindingGraph = Pick<Graph, 'size' | 'exists' | 'kindOf' | 'environments' | 'environmentOf'>;

/**
 * @param traversable the kinds whose edges give control
 * @param derived the edges that the analysis derives; the graph has those that sources state
 */
export function findFindings(
  graph: MemoryGraph,
  traversable: readonly number[],
  derived: EdgeLists,
  tierZero: ReadonlySet<number>,
  { isDisabled, lists }: WeakNodes,
  { ofEdges, accounts, environments }: FindingRules,
): FoundFindings {
  // There are millions of edges.
  const followed = kindSetOf([...traversable, ...heldKinds])!;
  const held = new HeldGraph(graph);
  /** By place. */
  const isTierZero = new Uint8Array(held.size);
  for (const node of tierZero) for (const place of held.placesOf(node)) isTierZero[place] = 1;
  const isAccount = (node: number) => accounts.has(graph.kindOf(node)) && isDisabled[node] === 0;
  const weaknesses: FoundWeakness[] = lists.flatMap(({ name, type, nodes }) =>
    nodes
      .filter((node) => !type.isOfTierZero || isTierZero[node] === 1)
      .map((target) => ({ finding: name, source: null, target })),
  );
  const addRelationship = (source: number, kind: number, target: number) => {
    for (const { name, environments: own } of ofEdges.get(kind) ?? [])
      if (!own || own.has(graph.environmentOf(target))) weaknesses.push({ finding: name, source, target });
  };
  const edges = edgesByStart(held.size, (visit) => {
    // A node is reached in any state.
    held.copies(visit);
    const follow = (source: number, kind: number, flags: number, target: number, isNew: boolean) => {
      const start = held.startOf(source);
      let leads = false;
      held.steps(source, kind, flags, target, (from, to) => {
        leads ||= from === start;
        visit(from, to);
      });
      if (leads && isNew && isTierZero[target] === 1 && isTierZero[source] === 0) addRelationship(source, kind, target);
    };
    graph.edges((source, kind, target, flags) => {
      if (followed[kind] === 1 && (flags & statedFlags) !== 0) follow(source, kind, flags, target, true);
    });
    derived.edges((source, kind, target) => {
      if (followed[kind] === 1) follow(source, kind, 0, target, !isStated(graph, source, kind, target));
    });
  });
  const reach = CondensedGraph.of(edges);
  const isOutsider: TestNode = (node) => isAccount(node) && isTierZero[node] === 0;
  const findingsFor = (sees: TestNode): Finding[] => {
    const seen = weaknesses.filter(({ source, target }) => sees(target) && (source === null || sees(source)));
    const isSeenAccount: TestNode = (node) => sees(node) && isAccount(node);
    const isEnd = isTierZero.map((is, place) => (sees(held.nodeOf(place)) ? is : 0));
    const isSeenOutsider: TestNode = (node) => sees(node) && isOutsider(node);
    const sources = seen.flatMap(({ source }) => (source === null ? [] : held.startOf(source)));
    const lossOf = lossOfWays(edges, isEnd, isSeenOutsider, sources, (place) => held.nodeOf(place));
    const sizes = new EnvironmentSizes(graph, sees, isSeenAccount);
    const exposureOf = reachCounts(reach, 'in', seen.map(exposedNode), isSeenAccount);
    const targets = seen.map(({ target }) => held.startOf(target));
    // Copies of containers are no nodes.
    const impactOf = reachCounts(reach, 'out', targets, (node) => graph.exists(node) && sees(node));
    return seen.map((weakness) => {
      const environment = graph.environmentOf(weakness.target);
      const [exposure, impact] = [exposureOf(exposedNode(weakness)), impactOf(held.startOf(weakness.target))];
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
        loss: weakness.source === null ? null : lossOf(held.startOf(weakness.source)),
        risk: riskOf(weakness.source === null ? 'list' : 'relationship', shares),
      };
    });
  };
  return {
    findings: findingsFor((node) => graph.exists(node)),
    postures: posturesOf(graph, reach, tierZero, isOutsider, environments),
    findingsFor,
  };
}

function exposedNode({ source, target }: FoundWeakness): number {
  return source ?? target;
}

function posturesOf(
  graph: FindingGraph,
  reach: CondensedGraph,
  tierZero: ReadonlySet<number>,
  isOutsider: TestNode,
  ofExtensions: ReadonlySet<number>,
): EnvironmentPosture[] {
  const members = new Map<number, number[]>();
  for (const node of tierZero) addToGroup(members, graph.environmentOf(node), node);
  members.delete(-1);
  // Nodes of OpenGraph may name anything as their environment.
  for (const [environment, nodes] of members)
    if (!ofExtensions.has(environment) && nodes.every((node) => graph.kindOf(node) >= firstForeignKind))
      members.delete(environment);
  const sizes = new EnvironmentSizes(graph, (node) => graph.exists(node), isOutsider);
  return [...members].map(([environment, nodes]) => {
    const isCounted: TestNode = (node) => graph.environmentOf(node) === environment && isOutsider(node);
    const [exposed] = countReach(reach, { direction: 'in', sets: [nodes], isCounted });
    return { environment, tierZero: nodes.length, exposure: sizes.shareOfAccounts(environment, exposed!) };
  });
}

/** The numbers of nodes that are seen, and of accounts, by environment; of all for nodes without one. */
class EnvironmentSizes {
  private readonly nodes: Uint32Array;
  private readonly accounts: Uint32Array;

  constructor(graph: FindingGraph, sees: TestNode, isAccount: TestNode) {
    const all = graph.environments.length;
    this.nodes = new Uint32Array(all + 1);
    this.accounts = new Uint32Array(all + 1);
    for (let node = 0; node < graph.size; node++) {
      if (!sees(node)) continue;
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
