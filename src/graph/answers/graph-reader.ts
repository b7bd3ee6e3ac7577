import { Injectable } from '@nestjs/common';
import { GraphNotReadyError, InvalidInputError, NotFoundError } from '../../base/errors.js';
import { addNote, currentScope, currentVisibility, tellPassed } from '../../base/scope/request-scope.js';
import { limitedNote } from '../../base/scope/visibility.js';
import { Database } from '../../database/database.js';
import type { NodeForm } from './answer-nodes.js';
import type { Condition } from '../conditions/condition.js';
import { KindNames, requireSameKinds } from '../store/kind-names.js';
import { GraphKeeper } from '../memory/graph-keeper.js';
import type { GraphData } from '../memory/graph-data.js';
import { placeOfObject } from '../memory/place-of-object.js';
import { MemoryGraph } from '../memory/memory-graph.js';
import { visibleGraph } from '../memory/visible-graph.js';
import { ambiguityOf, findNodesInAnyCase, type NodesOfIds } from '../store/nodes-of-ids.js';
import type { NodeReference } from './node-reference.js';
import { unknownNodes } from './unknown-nodes.js';
import { QueryThreads } from '../threads/query-threads.js';
import type { AnswerTo, Arguments, QuestionName, Supplier } from '../threads/questions.js';
import type { Without } from '../questions/paths/in-view.js';
import { currentVersion } from '../store/graph-version.js';

/** An answer and the version of the graph that it is from. */
export interface Versioned<T> {
  readonly version: number;
  readonly answer: T;
}

/** The parts of the graph that a view leaves out. */
export interface Excluded {
  readonly nodes: readonly NodeReference[];
  readonly edges: readonly {
    /** As the request has it, for errors. */
    readonly text: string;
    readonly source: NodeReference;
    readonly kind: number;
    readonly target: NodeReference;
  }[];
  /** Nodes that meet one of these conditions. */
  readonly where: readonly Condition[];
}

export interface GraphQuestion<N extends QuestionName> {
  readonly name: N;
  /** The nodes that the question is about; none for a question about the whole graph. */
  readonly about: readonly NodeReference[];
  /** Absent: nothing. */
  readonly without?: Excluded | undefined;
  /**
   * @param nodes their ids, in the same order
   * @param without ids of nodes and edges that are left out
   */
  readonly args: (nodes: readonly number[], without: Without | undefined) => Arguments<N>;
  /** Reads what the answer needs, if its question asks. @param kindsVersion of the numbers of kinds */
  readonly supply?: (needs: Parameters<Supplier<N>>[0], kindsVersion: number) => ReturnType<Supplier<N>>;
  /** Of the numbers of kinds in the arguments; absent: all are of the catalogue, or there are none. */
  readonly kindsVersion?: number | undefined;
  readonly readsDays?: boolean;
}

export interface Answered<A, Node, Besides = undefined> extends Versioned<A> {
  /** Of the numbers of kinds in the answer. */
  readonly kindsVersion: number;
  /** By id, all nodes in the `ids` of the answer. */
  readonly nodes: ReadonlyMap<number, Node>;
  readonly besides: Besides;
}

/** The committed version, and nodes by object id, as of one moment. */
const findNodes = `
  SELECT s.version::float8 AS version, n.id, n.objectid FROM graph_state s
    LEFT JOIN node n ON n.objectid = ANY ($1::text[])`;

interface FoundNode {
  readonly version: number;
  readonly id: number | null;
  readonly objectid: string | null;
}

/** Nodes of an answer have no rows if a large deletion is committed and not read yet. Half an answer would be a wrong one. */
const removedMeanwhile = 'nodes of the answer were removed, and the graph without them is being read';
interface AskedGraph {
  readonly data: GraphData;
  readonly ids: readonly number[];
  readonly committed: number;
}

const noId = -1;

/** How often a question is asked if changes are committed meanwhile. The last answer is of an earlier version. */
const maxRounds = 3;

/**
 * Answers questions about the graph from memory. An answer is of the version that was committed when its rows were read, unless a large change is
 * being read into memory: then it is of the former version.
 */
@Injectable()
export class GraphReader {
  private readonly graphs = new WeakMap<GraphData, MemoryGraph>();

  constructor(
    private readonly database: Database,
    private readonly kindNames: KindNames,
    private readonly keeper: GraphKeeper,
    private readonly threads: QueryThreads,
  ) {
    keeper.onReadWhole((graph) => threads.releaseFormer(graph));
  }

  /**
   * The answer with the nodes that it names, read in one form.
   * @throws InvalidInputError if an object id is ambiguous
   * @throws NotFoundError if a node that it is about is unknown, or a node or an edge that is left out
   */
  ask<N extends QuestionName, Node>(
    question: GraphQuestion<N>,
    form: NodeForm<Node>,
  ): Promise<Answered<AnswerTo<N>, Node>>;
  /** @param besides reads what else the answer names, while its nodes are read; the kinds in the answer are of `kindsVersion` */
  ask<N extends QuestionName, Node, Besides>(
    question: GraphQuestion<N>,
    form: NodeForm<Node>,
    besides: (answer: AnswerTo<N>, kindsVersion: number) => Promise<Besides>,
  ): Promise<Answered<AnswerTo<N>, Node, Besides>>;
  async ask<N extends QuestionName, Node>(
    { name, about: subjects, without, args, kindsVersion, readsDays, supply }: GraphQuestion<N>,
    form: NodeForm<Node>,
    besides?: (answer: AnswerTo<N>, kindsVersion: number) => Promise<unknown>,
  ): Promise<Answered<AnswerTo<N>, Node, unknown>> {
    if (currentVisibility()) addNote(limitedNote);
    const about = [...subjects, ...excludedNodes(without)];
    let known: number | null = null;
    for (let round = 1; ; round++) {
      const { data, ids, committed } = await this.graphAbout(about, known, { kindsVersion, readsDays });
      requireSameKinds(kindsVersion ?? data.kindsVersion, data.kindsVersion);
      const graph = this.graphOf(data);
      await this.requireNodes(graph, subjects, without, ids);
      const answer = await this.threads.ask(
        data,
        name,
        args(ids.slice(0, subjects.length), idsWithout(graph, without, ids.slice(subjects.length))),
        supply && ((needs) => supply(needs, data.kindsVersion)),
      );
      const begin = () => {
        const others = besides?.(answer, data.kindsVersion);
        // It is not awaited if the nodes are of another version, or are not read.
        others?.catch(() => {});
        return { others, nodes: form.read(this.database, this.kindNames, answer.ids) };
      };
      let reading = begin();
      let read = await reading.nodes;
      if (read.committed < data.version) {
        // The graph follows the primary, and the replica of this request may be from before its last change.
        currentScope()?.replica?.usePrimary();
        reading = begin();
        read = await reading.nodes;
      }
      const isStale = read.committed !== data.version && read.committed !== committed;
      if (!isStale || round === maxRounds) {
        requireSameKinds(data.kindsVersion, read.kindsVersion);
        if (answer.ids.some((id) => !read.nodes.has(id))) throw new GraphNotReadyError(removedMeanwhile, 2);
        const { version, kindsVersion: kinds } = data;
        await tellPassed(answer);
        return { version, kindsVersion: kinds, answer, nodes: read.nodes, besides: await reading.others };
      }
      known = read.committed;
    }
  }

  /**
   * The graph to ask, with the ids of the nodes that a question is about (`noId`: there is none), and the version that was committed. If all
   * are in memory, the database is not asked: the version that was committed comes with the rows of the answer.
   * @param version that was committed; null: not known
   * @param kindsVersion undefined: any
   */
  private async graphAbout(
    about: readonly NodeReference[],
    version: number | null,
    { kindsVersion, readsDays = false }: Pick<GraphQuestion<QuestionName>, 'kindsVersion' | 'readsDays'>,
  ): Promise<AskedGraph> {
    const dated = (graph: GraphData) => (readsDays ? this.keeper.withDays(graph) : graph);
    const data = version === null ? this.keeper.present : await this.keeper.at(version);
    const ids = data && this.idsIn(this.graphOf(data), about);
    if (ids && (kindsVersion ?? data.kindsVersion) === data.kindsVersion)
      return { data: await dated(data), ids, committed: version ?? data.version };
    const found = await this.find(about);
    return { ...found, data: await dated(await this.graphWith(about, found.ids, found.committed)) };
  }

  /** @returns null if memory lacks one of the nodes */
  private idsIn(graph: MemoryGraph, about: readonly NodeReference[]): number[] | null {
    const ids: number[] = [];
    for (const it of about) {
      const node = 'id' in it ? graph.placeOf(it.id) : placeOfObject(graph, it.objectid);
      if (!isNode(graph, node, it)) return null;
      ids.push(graph.idOf(node));
    }
    return ids;
  }

  /**
   * @param ids of the subjects, then of the nodes that are left out
   * @throws NotFoundError
   */
  private async requireNodes(
    graph: MemoryGraph,
    subjects: readonly NodeReference[],
    without: Excluded | undefined,
    ids: readonly number[],
  ): Promise<void> {
    const nodes = [...subjects, ...(without?.nodes ?? [])];
    const [first, ...others] = nodes.filter((it, index) => !isNode(graph, graph.placeOf(ids[index]!), it));
    if (first) throw await unknownNodes(this.database, this.threads, graph.data, [first, ...others]);
  }

  /** @returns `noId` for an object id that no node has */
  private async find(about: readonly NodeReference[]): Promise<{ committed: number; ids: number[] }> {
    const objectids = about.flatMap((it) => ('objectid' in it ? [it.objectid] : []));
    const rows = await this.database.prepared<FoundNode>(findNodes, [objectids]);
    const [first] = rows;
    if (!first) throw new Error('the graph has no state');
    const byObjectid = new Map(rows.map(({ objectid, id }) => [objectid, id]));
    const missing = objectids.filter((objectid) => !byObjectid.has(objectid));
    const others = await findNodesInAnyCase(this.database, missing);
    requireUnambiguous(about, others);
    const ids = about.map((it) =>
      'id' in it ? it.id : (byObjectid.get(it.objectid) ?? others.get(it.objectid)?.[0]?.id ?? noId),
    );
    return { committed: others.size > 0 ? await currentVersion(this.database) : first.version, ids };
  }

  /** Waits for a graph that has the objects, if they were committed a moment ago. @throws GraphNotReadyError if that takes too long */
  private async graphWith(
    about: readonly NodeReference[],
    ids: readonly number[],
    version: number,
  ): Promise<GraphData> {
    const data = await this.keeper.at(version);
    if (data.version >= version || !this.lacksFound(data, about, ids)) return data;
    return this.keeper.reached(version);
  }

  /** Whether the database has an object that the graph has not, or has as another kind: it was committed a moment ago. */
  private lacksFound(data: GraphData, about: readonly NodeReference[], ids: readonly number[]): boolean {
    const graph = this.graphOf(data);
    return about.some((it, index) => {
      const id = ids[index]!;
      return 'objectid' in it && id !== noId && !isNode(graph, graph.placeOf(id), it);
    });
  }

  /** As the caller of the request sees it. */
  private graphOf(whole: GraphData): MemoryGraph {
    const data = visibleGraph(whole, currentVisibility());
    let graph = this.graphs.get(data);
    if (!graph) this.graphs.set(data, (graph = new MemoryGraph(data)));
    return graph;
  }
}

function excludedNodes(without: Excluded | undefined): NodeReference[] {
  if (!without) return [];
  return [...without.nodes, ...without.edges.flatMap(({ source, target }) => [source, target])];
}

/**
 * @param ids of the nodes, then of both ends of the edges
 * @throws NotFoundError if there is no such edge
 */
function idsWithout(graph: MemoryGraph, without: Excluded | undefined, ids: readonly number[]): Without | undefined {
  if (!without) return undefined;
  const { nodes, edges, where } = without;
  return {
    where,
    nodes: ids.slice(0, nodes.length),
    edges: edges.map(({ text, kind }, index) => {
      const first = nodes.length + 2 * index;
      const [source, target] = [ids[first]!, ids[first + 1]!];
      if (graph.flagsOf(graph.placeOf(source), kind, graph.placeOf(target)) === undefined)
        throw new NotFoundError('query.exclude_edge', `there is no edge ${JSON.stringify(text)}`);
      return [source, kind, target] as const;
    }),
  };
}

function requireUnambiguous(about: readonly NodeReference[], nodes: NodesOfIds): void {
  const faults = about.flatMap((it) =>
    'id' in it ? [] : ambiguityOf(it.objectid, nodes.get(it.objectid) ?? [], it.place ?? 'object_id'),
  );
  if (faults.length > 0) throw new InvalidInputError(faults);
}

function isNode(graph: MemoryGraph, node: number, { kinds }: NodeReference): boolean {
  return graph.exists(node) && (!kinds || kinds.some((kind) => graph.hasKind(node, kind)));
}
