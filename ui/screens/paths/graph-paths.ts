import { addTo, byEnds, byName, type Graph, type GraphEdge, type GraphNode } from '../../picture/graph.js';

/** One step: a node, and the edges that lead to it from the node before. */
export interface PathStep {
  /** Parallel edges are alternatives. */
  readonly edges: readonly GraphEdge[];
  readonly node: GraphNode;
}

export interface GraphPath {
  readonly start: GraphNode;
  readonly steps: readonly PathStep[];
}

/** The paths of an answer, in the order of the names of their nodes. They end at the nodes that no edge leaves. */
export class GraphPaths {
  readonly count: number;
  private readonly steps = new Map<string, PathStep[]>();
  private readonly counts = new Map<string, number>();
  private readonly starts: readonly GraphNode[];

  /** @param starts object ids; a node that no edge enters is a start, too */
  constructor({ nodes, edges }: Graph, starts: readonly string[]) {
    const nodeOf = new Map(nodes.map((node) => [node.id, node]));
    const entered = new Set(edges.map(({ target }) => target));
    const between = new Map<string, GraphEdge[]>();
    for (const edge of edges.toSorted(byEnds)) addTo(between, JSON.stringify([edge.source, edge.target]), edge);
    for (const parallel of between.values()) {
      const [first] = parallel;
      const node = nodeOf.get(first?.target ?? '');
      if (first && node) addTo(this.steps, first.source, { edges: parallel, node });
    }
    for (const steps of this.steps.values()) steps.sort((one, other) => byName(one.node, other.node));
    const isStart = ({ id, objectId }: GraphNode) =>
      this.steps.has(id) && (!entered.has(id) || starts.includes(objectId));
    this.starts = nodes.filter(isStart).toSorted(byName);
    this.count = this.starts.reduce((sum, { id }) => sum + this.countFrom(id), 0);
  }

  /** @param index from 0 to `count` - 1 */
  at(index: number): GraphPath | null {
    let before = index;
    const pick = <Item>(items: readonly Item[], idOf: (item: Item) => string): Item | undefined =>
      items.find((item) => {
        const count = this.countFrom(idOf(item));
        if (before < count) return true;
        before -= count;
        return false;
      });
    const start = pick(this.starts, ({ id }) => id);
    if (!start) return null;
    const steps: PathStep[] = [];
    const passed = new Set<string>();
    for (let step: PathStep | undefined = { edges: [], node: start }; step;) {
      passed.add(step.node.id);
      const nexts: readonly PathStep[] = this.stepsFrom(step.node.id).filter(({ node: { id } }) => !passed.has(id));
      step = pick(nexts, ({ node }) => node.id);
      if (step) steps.push(step);
    }
    return { start, steps };
  }

  private stepsFrom(id: string): readonly PathStep[] {
    return this.steps.get(id) ?? [];
  }

  private countFrom(id: string): number {
    const known = this.counts.get(id);
    if (known !== undefined) return known;
    // Shortest paths have no circles. A graph that has some has no path through them.
    this.counts.set(id, 0);
    const steps = this.stepsFrom(id);
    const count = steps.length === 0 ? 1 : steps.reduce((sum, { node }) => sum + this.countFrom(node.id), 0);
    this.counts.set(id, count);
    return count;
  }
}
