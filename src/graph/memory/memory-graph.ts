import { Kind } from '../kinds/kind-catalogue.js';
import { outgoingKinds } from '../store/list-row.js';
import { firstFrom, indexOf } from './adjacency.js';
import { edgeKey, isOfSource, kindOfKey } from './edge-columns.js';
import type { Graph } from './graph.js';
import { type GraphData, type Layer, type NodeColumns, NodeState } from './graph-data.js';
import { firstNotBelow } from './sorted-ids.js';

type Direction = 'out' | 'in';

interface Entry {
  readonly node: number;
  readonly key: number;
  readonly peer: number;
}

type VisitEdge = (peer: number, key: number, flags: number) => void;

/** Walks a graph in shared memory. Cheap to make: one for each thread and version. */
export class MemoryGraph implements Graph {
  readonly version: number;
  readonly size: number;
  readonly nodeCount: number;
  readonly environments: readonly string[];
  private readonly kindSets: readonly ReadonlySet<number>[];
  private readonly layers: readonly Layer[];
  private counted: number | undefined;

  constructor(readonly data: GraphData) {
    this.version = data.version;
    this.size = data.size;
    this.nodeCount = data.nodeCount;
    this.environments = data.environments;
    this.layers = data.overlay ? [data.base, data.overlay] : [data.base];
    this.kindSets = data.kindSets.map((kinds) => new Set(kinds));
  }

  /** Counted when it is first asked for. */
  get edgeCount(): number {
    if (this.counted === undefined) {
      this.counted = 0;
      this.edges(() => this.counted!++);
    }
    return this.counted;
  }

  exists(node: number): boolean {
    return this.is(node, NodeState.Exists);
  }

  isDescribed(node: number): boolean {
    return this.is(node, NodeState.Described);
  }

  kindOf(node: number): number {
    return this.columnOf(node, 'kind') ?? 0;
  }

  hasKind(node: number, kind: number): boolean {
    const set = this.columnOf(node, 'kindSet');
    return set !== undefined && this.kindSets[set]!.has(kind);
  }

  environmentOf(node: number): number {
    return this.columnOf(node, 'environment') ?? -1;
  }

  /** The place of a node among all in an order. Nodes with the same name have the same place. */
  rankOf(node: number, by: 'nameRank' | 'objectidRank'): number {
    return this.columnOf(node, by) ?? 0;
  }

  targets(node: number, kind: number, visit: (target: number) => void): void {
    this.walk('out', node, edgeKey(kind, false), edgeKey(kind, true), visit);
  }

  sources(node: number, kind: number, visit: (source: number) => void): void {
    this.walk('in', node, edgeKey(kind, false), edgeKey(kind, true), visit);
  }

  edges(visit: (source: number, kind: number, target: number, flags: number) => void): void {
    for (let source = 0; source < this.size; source++)
      this.walk('out', source, 0, lastKey, (target, key, flags) => {
        const others = isOfSource(key) ? (this.find('out', { node: source, key: key - 1, peer: target }) ?? 0) : 0;
        visit(source, kindOfKey(key), target, flags | others);
      });
  }

  /** Visits each edge of a node whose key is in the range once. */
  private walk(direction: Direction, node: number, first: number, last: number, visit: VisitEdge): void {
    if (!this.exists(node)) return;
    for (const layer of this.layers) {
      const slot = this.slotIn(layer, node);
      if (slot < 0) continue;
      const { start, key: keys, peer: peers } = layer[direction];
      for (let at = firstFrom(layer[direction], slot, first, 0); at < start[slot + 1]!; at++) {
        const key = keys[at]!;
        const peer = peers[at]!;
        if (key > last) break;
        if (!this.isCurrent(layer, direction, { node, key, peer })) continue;
        // An edge that lists of both ends hold is visited as that of its source.
        if (mayBeOfBoth(key) && this.find(direction, { node, key: key + 1, peer }) !== undefined) continue;
        visit(peer, key, direction === 'out' ? layer.flags[at]! : 0);
      }
    }
  }

  /** Whether an edge that a layer has still holds. */
  private isCurrent(layer: Layer, direction: Direction, { node, key, peer }: Entry): boolean {
    if (layer === this.data.overlay || !this.data.overlay) return true;
    const isOwn = (direction === 'out') === isOfSource(key);
    return !this.is(isOwn ? node : peer, NodeState.Replaced) && this.exists(peer);
  }

  /** @returns the flags of an edge if it holds; 0 for incoming edges */
  private find(direction: Direction, entry: Entry): number | undefined {
    for (const layer of this.layers) {
      const slot = this.slotIn(layer, entry.node);
      const at = slot < 0 ? -1 : indexOf(layer[direction], slot, entry.key, entry.peer);
      if (at >= 0 && this.isCurrent(layer, direction, entry)) return direction === 'out' ? layer.flags[at] : 0;
    }
    return undefined;
  }

  /** @returns -1 if the layer has no edges of the node */
  private slotIn(layer: Layer, node: number): number {
    if (!layer.ids) return node < layer.slots ? node : -1;
    return this.is(node, NodeState.Overlaid) ? firstNotBelow(layer.ids, node) : -1;
  }

  private is(node: number, state: number): boolean {
    return (this.data.state[node]! & state) !== 0;
  }

  /** @returns undefined if there is no such node */
  private columnOf(node: number, column: keyof NodeColumns): number | undefined {
    const { base, overlay } = this.data;
    if (!this.exists(node)) return undefined;
    return overlay && this.is(node, NodeState.Changed)
      ? overlay.nodes[column][firstNotBelow(overlay.ids!, node)]
      : base.nodes[column][node];
  }
}

const lastKey = 0xffff;

/** Kinds of which a list of the source may hold edges. Rights of these kinds are in a list of the target. */
const ofSources = new Set([Kind.MemberOf, ...outgoingKinds]);

/** Whether a list of the target holds the edge, and one of the source may hold it, too. */
function mayBeOfBoth(key: number): boolean {
  return !isOfSource(key) && ofSources.has(kindOfKey(key));
}
