import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { type DetailedNode, detailedNodes, shownNodes } from './answer-nodes.js';
import { readEdgeFacts } from './edge-facts.js';
import { type Answered, GraphReader, type NodeReference, type UnknownNodes } from './graph-reader.js';
import { KindNames } from './kinds/kind-names.js';
import type { Direction } from './memory/memory-graph.js';
import type { PathSubgraph } from './questions/paths/path-subgraph.js';
import type { NodeSelection } from './questions/paths/shortest-paths.js';

/** The starts or ends of paths. There must be a node for each object id; ids of nodes that are gone are ignored. */
export type PathEnds = { readonly objectids: readonly string[] } | NodeSelection;

interface PathsRequest {
  readonly starts: PathEnds;
  readonly ends: PathEnds;
  /** Null: all. */
  readonly kinds: readonly number[] | null;
  /** Of the numbers of kinds; absent: there are none. */
  readonly kindsVersion?: number | undefined;
  readonly maxNodes: number;
}

export interface SubgraphEdge {
  readonly source: number;
  readonly target: number;
  readonly kind: string;
  /** Day (UTC): `2026-01-31`; null: the edge is derived. */
  readonly lastSeen: string | null;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Paths with the details of their nodes and edges. */
export interface Subgraph {
  readonly version: number;
  readonly nodes: ReadonlyMap<number, DetailedNode>;
  readonly edges: readonly SubgraphEdge[];
  readonly truncated: boolean;
}

interface ReachableRequest {
  readonly node: NodeReference;
  readonly direction: Direction;
  /** Null: all. */
  readonly kinds: readonly number[] | null;
  readonly kindsVersion?: number | undefined;
  readonly tierZero: readonly number[];
}

/** Numbers of nodes without the node itself. */
export interface Reachable {
  readonly version: number;
  readonly count: number;
  readonly tierZero: number;
  /** By kind that is shown, the largest number first. */
  readonly byKind: Readonly<Record<string, number>>;
}

/** Answers questions about paths. */
@Injectable()
export class PathReader {
  constructor(
    private readonly reader: GraphReader,
    private readonly database: Database,
    private readonly kindNames: KindNames,
  ) {}

  /** All shortest paths from each start to the ends that are nearest to it. Without any path, the subgraph has no nodes. */
  async shortestPaths({ starts, ends, kinds, kindsVersion, maxNodes }: PathsRequest): Promise<Subgraph | UnknownNodes> {
    const [startNodes, endNodes] = [referencesOf(starts), referencesOf(ends)];
    const asked = await this.reader.ask(
      {
        name: 'shortestPaths',
        about: [...startNodes, ...endNodes],
        kindsVersion,
        args: (ids) => ({
          starts: 'objectids' in starts ? { ids: ids.slice(0, startNodes.length) } : starts,
          ends: 'objectids' in ends ? { ids: ids.slice(startNodes.length) } : ends,
          kinds,
          maxNodes,
        }),
      },
      detailedNodes,
    );
    return 'unknown' in asked ? asked : this.subgraph(asked);
  }

  /** Counts the nodes that a node reaches over any number of edges, or that reach it. */
  async reachable({ node: reference, kindsVersion, ...request }: ReachableRequest): Promise<Reachable | UnknownNodes> {
    const asked = await this.reader.ask(
      { name: 'reachable', about: [reference], kindsVersion, args: ([node]) => ({ node: node!, ...request }) },
      shownNodes,
    );
    if ('unknown' in asked) return asked;
    const { count, tierZero, byKind } = asked.answer;
    const nodeKinds = byKind.map(([kind]) => kind);
    const nameOf = await this.kindNames.of(nodeKinds, asked.kindsVersion);
    const named = Object.fromEntries(byKind.map(([kind, nodes]) => [nameOf(kind), nodes]));
    return { version: asked.version, count, tierZero, byKind: named };
  }

  /** Adds days and properties of the edges. */
  async subgraph({ version, kindsVersion, answer, nodes }: Answered<PathSubgraph, DetailedNode>): Promise<Subgraph> {
    const { edges, truncated } = answer;
    const facts = await readEdgeFacts(this.database, edges, kindsVersion);
    const edgeKinds = edges.map(([, kind]) => kind);
    const nameOf = await this.kindNames.of(edgeKinds, kindsVersion);
    return {
      version,
      nodes,
      edges: edges.map(([source, kind, target], index) => ({ source, target, kind: nameOf(kind), ...facts[index]! })),
      truncated,
    };
  }
}

function referencesOf(ends: PathEnds): NodeReference[] {
  return 'objectids' in ends ? ends.objectids.map((objectid) => ({ objectid })) : [];
}
