import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';
import { type DetailedNode, detailedNodes } from './answer-nodes.js';
import { readEdgeFacts } from './edge-facts.js';
import { GraphReader, type NodeReference, type UnknownNodes } from './graph-reader.js';
import { KindNames } from './kinds/kind-names.js';
import type { PathPicture } from './questions/paths/path-picture.js';
import type { NodeSelection } from './questions/paths/shortest-paths.js';

/** Where paths start or end. Every object id must be that of a node; ids of nodes that are gone are ignored. */
export type PathEnds = { readonly objectids: readonly string[] } | NodeSelection;

export interface PathsRequest {
  readonly starts: PathEnds;
  readonly ends: PathEnds;
  /** Null: all. */
  readonly kinds: readonly number[] | null;
  readonly maxNodes: number;
}

export interface PictureEdge {
  readonly source: number;
  readonly target: number;
  readonly kind: string;
  /** Day (UTC): `2026-01-31`; null: the edge is derived. */
  readonly lastSeen: string | null;
  readonly properties: Readonly<Record<string, unknown>>;
}

/** Paths with what is known of their nodes and edges. */
export interface Picture {
  readonly version: number;
  readonly nodes: ReadonlyMap<number, DetailedNode>;
  readonly edges: readonly PictureEdge[];
  readonly truncated: boolean;
}

/** Answers questions about paths. */
@Injectable()
export class PathReader {
  constructor(
    private readonly reader: GraphReader,
    private readonly database: Database,
    private readonly kindNames: KindNames,
  ) {}

  /** All shortest paths from each start to the ends that are nearest to it. Without any path, the picture has no nodes. */
  async shortestPaths({ starts, ends, kinds, maxNodes }: PathsRequest): Promise<Picture | UnknownNodes> {
    const [startNodes, endNodes] = [referencesOf(starts), referencesOf(ends)];
    const asked = await this.reader.ask(
      {
        name: 'shortestPaths',
        about: [...startNodes, ...endNodes],
        args: (ids) => ({
          starts: 'objectids' in starts ? { ids: ids.slice(0, startNodes.length) } : starts,
          ends: 'objectids' in ends ? { ids: ids.slice(startNodes.length) } : ends,
          kinds,
          maxNodes,
        }),
      },
      detailedNodes,
    );
    return 'unknown' in asked ? asked : this.pictureOf(asked.version, asked.answer, asked.nodes);
  }

  private async pictureOf(
    version: number,
    { edges, truncated }: PathPicture,
    nodes: ReadonlyMap<number, DetailedNode>,
  ): Promise<Picture> {
    const facts = await readEdgeFacts(this.database, edges);
    const nameOf = await this.kindNames.of(edges.map(([, kind]) => kind));
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
