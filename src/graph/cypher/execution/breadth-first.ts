import type { Context } from './context.js';
import { Places } from './places.js';
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
  private readonly places: Places;
  /** By place, one more than its distance. */
  private readonly levels: Uint16Array;
  /** By place, the relationships over which it is reached by the fewest steps, and the places from which they lead. */
  private readonly ways = new Map<number, (readonly [from: number, edge: EdgeValue])[]>();
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
    this.places = new Places(context.graph, options.direction, options.kinds);
    this.keep(2 * this.places.size);
    this.levels = new Uint16Array(this.places.size);
    const origins = this.places.originsOf(root);
    for (const origin of origins) this.levels[origin] = 1;
    this.most = Math.min(options.max, mostLevels);
    this.front = options.allowsNode(root) ? [...origins] : [];
  }

  /** The shortest ways to a node, each from the root on. */
  waysTo(node: number): Iterable<EdgeValue[]> {
    const ends = this.places.endsAt(node);
    const found = () => ends.filter((end) => this.levels[end] !== unknown);
    while (found().length === 0 && this.front.length > 0 && this.level <= this.most) this.goOn();
    if (found().length === 0 || !this.options.allowsNode(this.root)) return [];
    const least = Math.min(...found().map((end) => this.levels[end]!));
    return this.backFrom(ends.filter((end) => this.levels[end] === least));
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
    const { allowsNode, allowsEdge } = this.options;
    const next: number[] = [];
    const level = ++this.level;
    for (const place of this.front) {
      const steps = this.places.stepsAt(place);
      this.context.budget.step((steps.length + 1) * weights.edge);
      for (const { edge, to: peer } of steps) {
        const known = this.levels[peer];
        if (known !== unknown && (known !== level || !this.all)) continue;
        if (!allowsEdge(edge)) continue;
        if (known === level) {
          this.ways.get(peer)!.push([place, edge]);
          this.keep(size.edge);
          continue;
        }
        if (!allowsNode(this.places.nodeOf(peer))) continue;
        this.levels[peer] = level;
        this.ways.set(peer, [[place, edge]]);
        this.keep(size.entry + size.edge);
        next.push(peer);
      }
    }
    this.front = next;
  }

  private *backFrom(ends: readonly number[]): Iterable<EdgeValue[]> {
    for (const end of ends) yield* this.back(end);
  }

  private *back(place: number): Iterable<EdgeValue[]> {
    if (this.levels[place] === 1) {
      yield [];
      return;
    }
    for (const [from, edge] of this.ways.get(place) ?? [])
      for (const way of this.back(from)) {
        this.context.budget.step(weights.row + way.length);
        yield [...way, edge];
      }
  }
}
