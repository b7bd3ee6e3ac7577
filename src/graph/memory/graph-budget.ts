import { totalmem } from 'node:os';
import type { GraphData, Layer } from './graph-data.js';
import { bytesOfParts } from './visible-graph.js';

const mebibyte = 1024 * 1024;

/** Bytes of a finished graph: of each edge with its day, and of each node: 53, and 190 of its texts (measured at 100,000 users). */
const bytesAnEdge = 14 + 2;
const bytesANode = 53 + 190;

/** Bytes of an edge while a graph is read, besides: 11 as it is read, 8 to sort it, and garbage that is not collected yet. Measured at 18 million. */
const scratchAnEdge = 24;

/** The graph, or its successor, does not fit into GRAPH_MEMORY. */
export class GraphTooLargeError extends Error {
  constructor(
    readonly bytes: number,
    readonly version: number,
  ) {
    super(`the graph needs ${Math.ceil(bytes / mebibyte)} MiB; set GRAPH_MEMORY to at least that`);
    this.name = 'GraphTooLargeError';
  }
}

/** How large a graph is at most. */
export interface GraphBounds {
  readonly edges: number;
  readonly nodes: number;
}

/** Bytes that a graph and its successor need: while the successor is read, the graph stays. */
export function bytesWithSuccessor({ edges, nodes }: GraphBounds): number {
  return edges * (2 * bytesAnEdge + scratchAnEdge) + 2 * nodes * bytesANode;
}

/** Bytes of a graph, with the parts of it that limited accounts see. */
export function bytesOf(graph: GraphData): number {
  const { base, overlay, state, addedIds, days } = graph;
  const ofOverlay = overlay ? state.byteLength + addedIds.byteLength + bytesOfLayer(overlay) : 0;
  const ofDays = days ? [days.nodes, ...days.edges].reduce((sum, { byteLength }) => sum + byteLength, 0) : 0;
  return base.state.byteLength + base.ids.byteLength + bytesOfLayer(base) + ofOverlay + ofDays + bytesOfParts(graph);
}

function bytesOfLayer({ places, nodes, out, in: incoming, index }: Layer): number {
  const texts = [index.names, index.objectids, index.distinguishedNames].flatMap((it) => Object.values(it));
  const columns = [
    ...Object.values(nodes),
    ...Object.values(out),
    ...Object.values(incoming),
    index.nodes,
    index.idTable,
    ...texts,
  ];
  return columns.reduce((sum, { byteLength }) => sum + byteLength, places?.byteLength ?? 0);
}

/** GRAPH_MEMORY in bytes. @param mebibytes 0: half of the memory that the process may use */
export function graphMemory(mebibytes: number): number {
  const available = process.constrainedMemory();
  // Without a limit, Node reports 0 or a number beyond all memory.
  const memory = available > 0 ? Math.min(available, totalmem()) : totalmem();
  return mebibytes > 0 ? mebibytes * mebibyte : Math.floor(memory / 2);
}
