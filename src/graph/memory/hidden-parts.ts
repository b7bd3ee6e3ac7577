import { type GraphData, NodeFlag } from './graph-data.js';

/** Nodes and edges that a view of a graph leaves out. Nodes are places. */
export class HiddenParts {
  /** As {@link GraphData.state}: hidden nodes do not exist. */
  readonly state: Uint8Array;
  private readonly edges: Set<string>;
  /** Whether containers lead on to less than in the graph. */
  changesReach: boolean;

  /** @param others are hidden, too */
  constructor(data: GraphData, others?: HiddenParts) {
    this.state = (others?.state ?? data.state).slice();
    this.edges = new Set(others?.edges);
    this.changesReach = others?.changesReach ?? false;
  }

  addNode(node: number): void {
    this.state[node]! &= ~NodeFlag.Exists;
  }

  /** @param flag by which containers lead on to less: {@link NodeFlag.Protected} or {@link NodeFlag.BlocksInheritance} */
  addFlag(node: number, flag: number): void {
    this.state[node]! |= flag;
    this.changesReach = true;
  }

  addEdge(source: number, kind: number, target: number): void {
    this.edges.add(edgeKey(source, kind, target));
    this.state[source]! |= NodeFlag.HasHiddenEdges;
    this.state[target]! |= NodeFlag.HasHiddenEdges;
  }

  hasEdge(source: number, kind: number, target: number): boolean {
    if ((this.state[source]! & this.state[target]! & NodeFlag.HasHiddenEdges) === 0) return false;
    return this.edges.has(edgeKey(source, kind, target));
  }
}

function edgeKey(source: number, kind: number, target: number): string {
  return `${source} ${kind} ${target}`;
}
