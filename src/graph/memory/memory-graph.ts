import { Kind } from '../kinds/kind-catalogue.js';
import { outgoingKinds } from '../store/list-row.js';
import { firstFrom, indexOf } from './adjacency.js';
import { isOfSource, kindOfKey, lastKey, otherSide, sideKey } from './edge-columns.js';
import type { KindSet } from './kind-set.js';
import type { Graph } from './graph.js';
import { type GraphData, type Layer, type NodeColumns, NodeFlag } from './graph-data.js';
import type { HiddenParts } from './hidden-parts.js';
import { NodePlaces } from './node-places.js';
import { keptProperty, type KeptValue } from './property-columns.js';
import { firstNotBelow } from './sorted-numbers.js';

/** `out`: from the source of an edge to its target. */
export type Direction = 'out' | 'in';

/** @param kind or key of the edge @param flags from one list of the edge @returns true to end the walk */
export type VisitEdge = (peer: number, kind: number, flags: number) => boolean;
export type VisitOwnEdge = (peer: number, kind: number, flags: number, node: number) => boolean;

/** Walks a graph in shared memory. Cheap to make: one for each thread and version, or for a view of it. */
export class MemoryGraph implements Graph {
  readonly version: number;
  readonly size: number;
  readonly nodeCount: number;
  readonly environments: readonly string[];
  private readonly kindSets: readonly ReadonlySet<number>[];
  private readonly layers: readonly Layer[];
  private readonly kinds: Uint16Array;
  private readonly places: NodePlaces;
  private readonly state: Uint8Array;
  /** Whether some of the nodes in the layers are not there. */
  readonly isPart: boolean;
  /** Whether edges of the base may hold no longer, or are hidden. */
  private readonly isBaseChecked: boolean;

  /** @param hidden the nodes and edges that are not there */
  constructor(
    readonly data: GraphData,
    readonly hidden: HiddenParts | null = null,
  ) {
    this.version = data.version;
    this.size = data.size;
    this.nodeCount = data.nodeCount;
    this.environments = data.environments;
    this.layers = data.overlay ? [data.base, data.overlay] : [data.base];
    this.kinds = data.base.nodes.kind;
    this.places = new NodePlaces(data.base.ids, data.addedIds);
    this.kindSets = data.kindSets.map((kinds) => new Set(kinds));
    this.state = hidden?.state ?? data.state;
    this.isPart = hidden !== null || data.visibleTo !== undefined;
    this.isBaseChecked = this.isPart || data.overlay !== null;
  }

  placeOf(id: number): number {
    return this.places.of(id);
  }

  idOf(node: number): number {
    return this.places.idAt(node);
  }

  idsOf(nodes: readonly number[]): number[] {
    return nodes.map((node) => this.places.idAt(node));
  }

  /** Those that exist. */
  nodesOf(ids: ArrayLike<number>): number[] {
    return Array.from(ids, (id) => this.places.of(id)).filter((node) => this.exists(node));
  }

  exists(node: number): boolean {
    return this.hasFlag(node, NodeFlag.Exists);
  }

  /** Whether it exists and did not change since the base was read. */
  isOfBase(node: number): boolean {
    return this.exists(node) && !this.hasFlag(node, NodeFlag.Changed);
  }

  blocksInheritance(node: number): boolean {
    return this.hasFlag(node, NodeFlag.BlocksInheritance);
  }

  /** @param flag of {@link NodeFlag} */
  hasFlag(node: number, flag: number): boolean {
    return (this.state[node]! & flag) !== 0;
  }

  isProtected(node: number): boolean {
    return this.hasFlag(node, NodeFlag.Protected);
  }

  kindOf(node: number): number {
    // Lists of results ask this of each node.
    if (!this.isBaseChecked) return this.kinds[node] ?? 0;
    return this.columnOf(node, 'kind') ?? 0;
  }

  hasKind(node: number, kind: number): boolean {
    const set = this.columnOf(node, 'kindSet');
    return set !== undefined && this.kindSets[set]!.has(kind);
  }

  kindsOf(node: number): readonly number[] {
    return this.exists(node) ? this.data.kindSets[this.kindSetOf(node)]! : [];
  }

  /** Index in {@link GraphData.kindSets}. */
  kindSetOf(node: number): number {
    return this.columnOf(node, 'kindSet') ?? 0;
  }

  environmentOf(node: number): number {
    return this.columnOf(node, 'environment') ?? -1;
  }

  /** Returns the place of a node among all in an order. Nodes with the same name have the same place. */
  ranks(by: 'nameRank' | 'objectidRank'): (node: number) => number {
    const { base, overlay } = this.data;
    const ranks = base.nodes[by];
    return overlay ? (node) => this.columnOf(node, by) ?? 0 : (node) => ranks[node] ?? 0;
  }

  /**
   * Returns a property of existing nodes as it is stored; undefined if memory does not keep the value.
   * @returns null if memory does not keep the property
   */
  property(name: string): ((node: number) => KeptValue) | null {
    const { base, overlay, texts } = this.data;
    const valueIn = keptProperty(name, texts);
    if (!valueIn || !overlay) return valueIn && ((node) => valueIn(base.nodes, node));
    return (node) =>
      this.hasFlag(node, NodeFlag.Changed)
        ? valueIn(overlay.nodes, firstNotBelow(overlay.places!, node))
        : valueIn(base.nodes, node);
  }

  targets(node: number, kind: number, visit: (target: number) => void): void {
    this.somePeer('out', node, kind, (target) => {
      visit(target);
      return false;
    });
  }

  sources(node: number, kind: number, visit: (source: number, flags: number) => void): void {
    this.walk('in', node, sideKey(kind, false), sideKey(kind, true), (source, _key, flags) => {
      visit(source, flags);
      return false;
    });
  }

  /** Whether a test holds for the other end of any edge of a kind out of a node or into it. */
  somePeer(direction: Direction, node: number, kind: number, test: (peer: number) => boolean): boolean {
    return this.walk(direction, node, sideKey(kind, false), sideKey(kind, true), test);
  }

  /** The flags of an edge, united over the lists that hold it; undefined if there is no such edge. */
  flagsOf(source: number, kind: number, target: number): number | undefined {
    const key = sideKey(kind, false);
    const ofTarget = this.find('out', source, key, target);
    if (!mayBeOfBoth[key]) return ofTarget;
    const ofSource = this.find('out', source, sideKey(kind, true), target);
    return ofTarget === undefined ? ofSource : ofTarget | (ofSource ?? 0);
  }

  /** Visits each edge of a node in one direction once, by its kind, until the visitor returns true. @returns whether it did */
  edgesOf(direction: Direction, node: number, kinds: KindSet, visit: VisitOwnEdge): boolean {
    return this.walk(direction, node, 0, lastKey, (peer, key, flags) => {
      const kind = kindOfKey(key);
      return (kinds === null || kinds[kind] === 1) && visit(peer, kind, flags, node);
    });
  }

  edges(visit: (source: number, kind: number, target: number, flags: number) => void): void {
    for (let source = 0; source < this.size; source++)
      this.edgesFrom(source, (kind, target, flags) => {
        visit(source, kind, target, flags);
        return false;
      });
  }

  /** Visits every edge out of a node, until the visitor returns true. */
  edgesFrom(source: number, visit: (kind: number, target: number, flags: number) => boolean): void {
    this.walk('out', source, 0, lastKey, (target, key, flags) => {
      const others = isOfSource(key) ? (this.find('out', source, otherSide(key), target) ?? 0) : 0;
      return visit(kindOfKey(key), target, flags | others);
    });
  }

  /**
   * Visits the other ends of the edges of a node, by their keys, until the visitor returns true: a node as often as edges lead to it.
   * @param kinds by kind: 1 if `visit` is called with its edges, 2 if `other` is; null: 1 for all
   * @returns whether it did
   */
  neighbours(direction: Direction, node: number, kinds: KindSet, visit: VisitOwnEdge, other?: VisitOwnEdge): boolean {
    if (!this.exists(node)) return false;
    for (const layer of this.layers) {
      const slot = this.slotIn(layer, node);
      if (slot < 0) continue;
      const { start, key: keys, peer: peers, flags } = layer[direction];
      const isChecked = layer === this.data.base ? this.isBaseChecked : this.isPart;
      for (let at = start[slot]!, end = start[slot + 1]!; at < end; at++) {
        const key = keys[at]!;
        const visitor = kinds ? kinds[kindOfKey(key)]! : 1;
        if (visitor === 0) continue;
        const peer = peers[at]!;
        if (isChecked && !this.isCurrent(layer, direction, node, key, peer)) continue;
        if ((visitor === 2 ? other! : visit)(peer, key, flags[at]!, node)) return true;
      }
    }
    return false;
  }

  /** The number of edges that a walk over all edges of a node reads. */
  degree(direction: Direction, node: number): number {
    let sum = 0;
    for (const layer of this.layers) {
      const slot = this.slotIn(layer, node);
      if (slot >= 0) sum += layer[direction].start[slot + 1]! - layer[direction].start[slot]!;
    }
    return sum;
  }

  /** Visits each edge of a node whose key is in the range once. @returns whether the visitor ended the walk */
  private walk(direction: Direction, node: number, first: number, last: number, visit: VisitEdge): boolean {
    if (!this.exists(node)) return false;
    return this.layers.some((layer) => this.walkLayer(layer, direction, node, first, last, visit));
  }

  private walkLayer(
    layer: Layer,
    direction: Direction,
    node: number,
    first: number,
    last: number,
    visit: VisitEdge,
  ): boolean {
    const slot = this.slotIn(layer, node);
    if (slot < 0) return false;
    const adjacency = layer[direction];
    const { key: keys, peer: peers, flags } = adjacency;
    const end = adjacency.start[slot + 1]!;
    const isChecked = layer === this.data.base ? this.isBaseChecked : this.isPart;
    for (let at = firstFrom(adjacency, slot, first, 0); at < end; at++) {
      const key = keys[at]!;
      if (key > last) return false;
      const peer = peers[at]!;
      if (isChecked && !this.isCurrent(layer, direction, node, key, peer)) continue;
      // An edge that lists of both ends hold is visited in the list of its source.
      if (mayBeOfBoth[key] && this.find(direction, node, otherSide(key), peer) !== undefined) continue;
      if (visit(peer, key, flags[at]!)) return true;
    }
    return false;
  }

  /** Whether an edge that a layer has still holds. */
  private isCurrent(layer: Layer, direction: Direction, node: number, key: number, peer: number): boolean {
    if (this.isPart && !this.exists(peer)) return false;
    if (this.hidden) {
      const [source, target] = direction === 'out' ? [node, peer] : [peer, node];
      if (this.hidden.hasEdge(source, kindOfKey(key), target)) return false;
    }
    if (layer === this.data.overlay || !this.data.overlay) return true;
    const isOwn = (direction === 'out') === isOfSource(key);
    return !this.hasFlag(isOwn ? node : peer, NodeFlag.Replaced) && this.exists(peer);
  }

  /** @returns the flags of an edge if it holds */
  private find(direction: Direction, node: number, key: number, peer: number): number | undefined {
    for (const layer of this.layers) {
      const slot = this.slotIn(layer, node);
      const at = slot < 0 ? -1 : indexOf(layer[direction], slot, key, peer);
      if (at >= 0 && this.isCurrent(layer, direction, node, key, peer)) return layer[direction].flags[at];
    }
    return undefined;
  }

  /** @returns -1 if the layer has no edges of the node */
  private slotIn(layer: Layer, node: number): number {
    if (!layer.places) return node < layer.slots ? node : -1;
    return this.hasFlag(node, NodeFlag.Overlaid) ? firstNotBelow(layer.places, node) : -1;
  }

  /** @returns undefined if there is no such node */
  private columnOf(node: number, column: keyof NodeColumns): number | undefined {
    const { base, overlay } = this.data;
    if (!this.exists(node)) return undefined;
    return overlay && this.hasFlag(node, NodeFlag.Changed)
      ? overlay.nodes[column][firstNotBelow(overlay.places!, node)]
      : base.nodes[column][node];
  }
}

/** By key: 1 if a list of the target holds the edge, and one of the source may hold it, too. */
const mayBeOfBoth = new Uint8Array(lastKey + 1);
for (const kind of [Kind.MemberOf, ...outgoingKinds]) mayBeOfBoth[sideKey(kind, false)] = 1;
