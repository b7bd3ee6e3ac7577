import type { EdgeKinds, QueryGraph } from '../data/query-graph.js';
import { EdgeValue } from '../data/values.js';
import type { Direction } from '../syntax/tree.js';
import { edgesAt } from './edges-at.js';

/** A relationship, and the place to which it leads. */
interface PlacedStep {
  readonly edge: EdgeValue;
  readonly to: number;
}

/** Where a walk stands: at nodes, or at containers as it holds them if it follows attack paths in one direction (src/graph/reach). */
export class Places {
  private readonly held: QueryGraph['held'];

  constructor(
    private readonly graph: QueryGraph,
    private readonly direction: Direction,
    private readonly kinds: EdgeKinds,
  ) {
    if (kinds.isHeld === true && direction !== 'both') this.held = graph.held;
  }

  get size(): number {
    return this.held?.size ?? this.graph.size;
  }

  nodeOf(place: number): number {
    return this.held?.nodeOf(place) ?? place;
  }

  /** The places at which walks from a node begin. */
  originsOf(node: number): readonly number[] {
    if (!this.held) return [node];
    return this.direction === 'out' ? [this.held.startOf(node)] : this.held.placesOf(node);
  }

  /** The places at which walks to a node end. */
  endsAt(node: number): readonly number[] {
    if (!this.held) return [node];
    return this.direction === 'out' ? this.held.placesOf(node) : [this.held.startOf(node)];
  }

  stepsAt(place: number): PlacedStep[] {
    const { graph, direction, kinds, held } = this;
    if (!held || direction === 'both')
      return edgesAt(graph, place, direction, kinds).map((edge) => ({ edge, to: edge.otherEnd(place) }));
    const steps: PlacedStep[] = [];
    held.edgesOf(direction, place, kinds.set, (to, kind) => {
      const [source, target] = direction === 'out' ? [place, to] : [to, place];
      steps.push({ edge: new EdgeValue(held.nodeOf(source), kind, held.nodeOf(target), 0), to });
      return false;
    });
    return steps;
  }
}
