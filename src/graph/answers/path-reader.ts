import { Injectable } from '@nestjs/common';
import { addNote } from '../../base/scope/request-scope.js';
import { Database } from '../../database/database.js';
import { type DetailedNode, detailedNodes, type NodeForm } from './answer-nodes.js';
import { inParts } from './answer-parts.js';
import { readEdgeFacts } from './edge-facts.js';
import type { NodeReference } from './node-reference.js';
import { type Excluded, type GraphQuestion, GraphReader } from './graph-reader.js';
import { KindNames } from '../store/kind-names.js';
import { stepReason } from '../reach/step-reason.js';
import { edgeId } from '../store/edge-id.js';
import type { HiddenWays } from '../questions/paths/hidden-ways.js';
import type { PathEdge } from '../questions/paths/path-subgraph.js';
import type { Rows } from '../threads/packed-rows.js';
import type { NodeSelection } from '../questions/nodes/node-selection.js';
import type { Needs, Supplies } from '../questions/needs.js';

/** The starts or ends of paths. There must be a node for each reference; ids of nodes that are gone are ignored. */
export type PathEnds = { readonly nodes: readonly NodeReference[] } | NodeSelection;

/** The edges that a question follows. */
export interface View {
  /** Null: all. */
  readonly kinds: readonly number[] | null;
  /** Whether containers lead on as they are held (src/graph/reach). */
  readonly held?: boolean | undefined;
  /** Of the numbers of kinds; absent: there are none. */
  readonly kindsVersion?: number | undefined;
  /** Absent: nothing. */
  readonly without?: Excluded | undefined;
  /** Reads what tells whether derived edges still follow, and properties for conditions. */
  readonly supply?: (needs: Needs) => Promise<Supplies>;
}

interface PathsRequest {
  readonly starts: PathEnds;
  readonly ends: PathEnds;
  readonly view: View;
  readonly maxNodes: number;
  /** Also paths of one step more than the shortest. */
  readonly longer?: boolean;
  /** This many simple paths between two nodes. */
  readonly count?: number | undefined;
}

export interface SubgraphEdge {
  readonly id: number;
  readonly source: number;
  readonly target: number;
  readonly kind: string;
  /** Day (UTC): `2026-01-31`; null: the edge is derived. */
  readonly lastSeen: string | null;
  readonly properties: Readonly<Record<string, unknown>>;
  /** Why a walk leads out of a container over it; null for other edges. */
  readonly reason: string | null;
}

/** Paths with their nodes and edges, as objects with their details or in another shape. */
export interface Subgraph<Node = DetailedNode, Edge = SubgraphEdge> {
  readonly version: number;
  readonly nodes: ReadonlyMap<number, Node>;
  readonly edges: readonly Edge[];
  readonly truncated: boolean;
  /** The nodes of each path, if their number was given. */
  readonly paths?: readonly (readonly number[])[];
  readonly stub?: HiddenWays;
}

/** How the nodes and edges of a subgraph are returned. */
export interface SubgraphShape<Node, Edge> {
  readonly nodes: NodeForm<Node>;
  /** Called with some edges at a time. */
  readonly edges: (edges: readonly SubgraphEdge[]) => readonly Edge[];
  /** The bytes of edges. */
  readonly sizeOf?: (edges: readonly Edge[]) => number;
  /** Called with the bytes of the edges so far. */
  readonly requireFits?: (bytes: number) => void;
}

/** Objects with all details. */
export const detailedSubgraph: SubgraphShape<DetailedNode, SubgraphEdge> = { nodes: detailedNodes, edges: (it) => it };

const heldBack =
  'over all stored edges there is a path (reach=stored), but a container on it does not lead on as it is held: a policy ends at units that block inheritance, rights at objects that are protected and inherit no permissions';

/** Edges of one part of a large answer. */
const edgesAtOnce = 1000;

/** Answers questions about paths. */
@Injectable()
export class PathReader {
  constructor(
    private readonly reader: GraphReader,
    private readonly database: Database,
    private readonly kindNames: KindNames,
  ) {}

  /** All shortest paths from each start to the ends that are nearest to it. Without any path, the subgraph has no nodes. */
  async shortestPaths<Node, Edge>(
    { starts, ends, view, maxNodes, longer = false, count }: PathsRequest,
    shape: SubgraphShape<Node, Edge>,
  ): Promise<Subgraph<Node, Edge>> {
    const [startNodes, endNodes] = [referencesOf(starts), referencesOf(ends)];
    const asked = await this.ask(
      {
        name: 'shortestPaths',
        about: [...startNodes, ...endNodes],
        ...questionIn(view),
        args: (ids, without) => ({
          starts: selectionOf(starts, ids.slice(0, startNodes.length)),
          ends: selectionOf(ends, ids.slice(startNodes.length)),
          kinds: view.kinds,
          held: view.held,
          maxNodes,
          longer,
          count,
          without,
        }),
      },
      shape,
    );
    const { truncated, paths, isHeldBack, stub } = asked.answer;
    if (isHeldBack) addNote(heldBack);
    return { ...asked, truncated, ...(paths && { paths }), ...(stub && { stub }) };
  }

  /** Asks a question whose answer has edges. Their days and properties are read while the nodes are. */
  async ask<N extends 'shortestPaths' | 'composition' | 'cypher' | 'edges' | 'edgeOfId' | 'neighbourhood', Node, Edge>(
    question: GraphQuestion<N>,
    shape: SubgraphShape<Node, Edge>,
  ) {
    const { besides: edges, ...others } = await this.reader.ask(question, shape.nodes, (answer, kindsVersion) =>
      this.shapedEdges(answer.edges, kindsVersion, shape),
    );
    return { ...others, edges };
  }

  private async shapedEdges<Edge>(
    edges: Rows<PathEdge>,
    kindsVersion: number,
    shape: Pick<SubgraphShape<unknown, Edge>, 'edges' | 'sizeOf' | 'requireFits'>,
  ): Promise<Edge[]> {
    const shaped: Edge[] = [];
    let bytes = 0;
    await inParts(edges, edgesAtOnce, async (part) => {
      const facts = await readEdgeFacts(this.database, part, kindsVersion);
      const edgeKinds = part.map(([, kind]) => kind);
      const nameOf = await this.kindNames.of(edgeKinds, kindsVersion);
      const details = part.map(([source, kind, target, flags], index) => ({
        id: edgeId(source, kind, target),
        source,
        target,
        kind: nameOf(kind),
        reason: stepReason(flags),
        ...facts[index]!,
      }));
      const made = shape.edges(details);
      bytes += shape.sizeOf?.(made) ?? 0;
      shape.requireFits?.(bytes);
      shaped.push(...made);
    });
    return shaped;
  }
}

/** The parts of a question that depend on its view. */
export function questionIn({ without, supply, kindsVersion }: View): Omit<View, 'kinds' | 'held'> {
  return { kindsVersion, without, ...(supply && { supply }) };
}

/** @param ids of the {@link referencesOf} the ends */
export function selectionOf(ends: PathEnds, ids: readonly number[]): NodeSelection {
  return 'nodes' in ends ? { ids } : ends;
}

export function referencesOf(ends: PathEnds): readonly NodeReference[] {
  return 'nodes' in ends ? ends.nodes : [];
}
