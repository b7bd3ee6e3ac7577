import type { Context } from './context.js';
import { edgesAt } from './expand.js';
import { size, weights } from './budget.js';
import type { EdgeKinds } from '../data/query-graph.js';
import type { EdgePattern } from '../syntax/tree.js';
import type { EdgeValue } from '../data/values.js';

export interface SearchOptions {
  readonly direction: EdgePattern['direction'];
  readonly kinds: EdgeKinds;
  readonly max: number;
  readonly allowsNode: (node: number) => boolean;
  readonly allowsEdge: (edge: EdgeValue) => boolean;
}

const unknown = 0;
const mostLevels = 0xffff - 1;

/** A breadth-first search from one node, which goes on as far as it is asked. */
export class BreadthFirstSearch {
  /** By node, one more than its distance. */
  private readonly levels: Uint16Array;
  /** By node, the relationships over which it is reached by the fewest steps. */
  private readonly ways = new Map<number, EdgeValue[]>();
  private front: number[];
  private level = 1;
  private kept = 0;
  private readonly most: number;

  /** @param all whether all ways are kept, not only the first */
  constructor(
    private readonly context: Context,
    readonly root: number,
    private readonly all: boolean,
    private readonly options: SearchOptions,
  ) {
    this.keep(2 * context.graph.size);
    this.levels = new Uint16Array(context.graph.size);
    this.levels[root] = 1;
    this.most = Math.min(options.max, mostLevels);
    this.front = options.allowsNode(root) ? [root] : [];
  }

  /** The shortest ways to a node, each from the root on. */
  waysTo(node: number): Iterable<EdgeValue[]> {
    while (this.levels[node] === unknown && this.front.length > 0 && this.level <= this.most) this.goOn();
    return this.levels[node] === unknown || !this.options.allowsNode(this.root) ? [] : this.back(node);
  }

  /** Call it when no more ways are sought. */
  release(): void {
    this.context.budget.keep(-this.kept);
  }

  private keep(bytes: number): void {
    this.kept += bytes;
    this.context.budget.keep(bytes);
  }

  private goOn(): void {
    const { direction, kinds, allowsNode, allowsEdge } = this.options;
    const next: number[] = [];
    const level = ++this.level;
    for (const node of this.front) {
      const edges = edgesAt(this.context.graph, node, direction, kinds);
      this.context.budget.step((edges.length + 1) * weights.edge);
      for (const edge of edges) {
        const peer = edge.otherEnd(node);
        const known = this.levels[peer];
        if (known !== unknown && (known !== level || !this.all)) continue;
        if (!allowsEdge(edge)) continue;
        if (known === level) {
          this.ways.get(peer)!.push(edge);
          this.keep(size.edge);
          continue;
        }
        if (!allowsNode(peer)) continue;
        this.levels[peer] = level;
        this.ways.set(peer, [edge]);
        this.keep(size.entry + size.edge);
        next.push(peer);
      }
    }
    this.front = next;
  }

  private *back(node: number): Iterable<EdgeValue[]> {
    if (node === this.root) {
      yield [];
      return;
    }
    for (const edge of this.ways.get(node) ?? [])
      for (const way of this.back(edge.otherEnd(node))) {
        this.context.budget.step(weights.row + way.length);
        yield [...way, edge];
      }
  }
}
