import type { GraphState } from '../store/graph-version.js';
import type { Adjacencies } from './adjacency.js';
import type { PropertyColumns } from './property-columns.js';
import type { NameIndex } from './read-names.js';

/** Bits of {@link GraphData.state}. */
export const NodeFlag = {
  Exists: 1,
  /** The edges that the node owns are in the overlay, and its edges in the base no longer hold. */
  Replaced: 1 << 1,
  /** Its data are in the overlay. */
  Changed: 1 << 2,
  /** It has a slot in the overlay. */
  Overlaid: 1 << 3,
  /** A domain or unit to which policies that are linked above it do not apply, unless the link is enforced. */
  BlocksInheritance: 1 << 4,
  /** It is an end of an edge that a view leaves out (HiddenParts). Never stored. */
  HasHiddenEdges: 1 << 5,
  /** Rights on the containers above it are not inherited. */
  Protected: 1 << 6,
} as const;

/** Data of nodes by slot, the index of a node in the arrays of a layer; 38 bytes each. Parallel arrays. */
export interface NodeColumns extends PropertyColumns {
  /** The kind that is shown; 0: no node. */
  readonly kind: Uint16Array;
  /** Index in {@link GraphData.kindSets}. */
  readonly kindSet: Uint16Array;
  /** Index in {@link GraphData.environments}; -1: none. */
  readonly environment: Int32Array;
  /** Place in the order by name, the same for equal names. Whole numbers in the base; in the overlay, between the places of its neighbours. */
  readonly nameRank: Float64Array | Uint32Array;
  /** Place in the order by object id. */
  readonly objectidRank: Float64Array | Uint32Array;
}

/** Nodes and edges that were read together. */
export interface Layer extends Adjacencies {
  /** Places of nodes by slot, ascending; null: slots are places. */
  readonly places: Int32Array | null;
  readonly slots: number;
  readonly nodes: NodeColumns;
  /** In the overlay, of the nodes that changed. */
  readonly index: NameIndex;
}

/** The layer of the whole graph as it was at one time. */
export interface BaseLayer extends Layer {
  readonly version: number;
  /** Node ids by place, ascending. */
  readonly ids: Int32Array;
  readonly nodeCount: number;
  /** As {@link GraphData.state} of that version. */
  readonly state: Uint8Array;
}

/** Days on which sources last stated nodes and edges: two bytes each (graph-days.ts). */
export interface GraphDays {
  /** As `lastWrite`: what was committed when the days were read. */
  readonly written: string;
  /** By place. */
  readonly nodes: Uint16Array;
  /** By layer, the base first: by index of the edges into nodes. */
  readonly edges: readonly Uint16Array[];
}

/**
 * A graph as of one version, in memory that threads share: plain data that a message can carry. Nothing changes after it is made. A later
 * version has the same base and another overlay. Each node has a place: its index in these arrays ({@link NodePlaces}).
 */
export interface GraphData extends GraphState {
  /** The number of places. */
  readonly size: number;
  readonly nodeCount: number;
  readonly base: BaseLayer;
  /** The nodes and edges that changed since the base was read. */
  readonly overlay: Layer | null;
  /** Ids of the nodes that the base lacks, ascending. Their places follow all places of the base. */
  readonly addedIds: Int32Array;
  /** By place, bits of {@link NodeFlag}. */
  readonly state: Uint8Array;
  /** Every set of kinds that nodes have. */
  readonly kindSets: readonly (readonly number[])[];
  readonly environments: readonly string[];
  /** Texts of properties that memory keeps. */
  readonly texts: readonly string[];
  /** Of the part that an account sees: {@link Visibility.key}. Absent: all of the graph. */
  readonly visibleTo?: string;
  /** The graph of which this is that part. */
  readonly whole?: GraphData;
  /** Absent until a question asks for them. */
  readonly days?: GraphDays;
}

/** An overlay whose edges and nodes are more than this share of the edges of its base slows questions: the whole graph is read again. */
const largestOverlay = 0.02;
const alwaysSmall = 1000;

export function hasLargeOverlay({ base, overlay }: GraphData): boolean {
  if (!overlay) return false;
  return overlay.out.peer.length + overlay.slots > Math.max(base.out.peer.length * largestOverlay, alwaysSmall);
}
