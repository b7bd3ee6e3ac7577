import { LRUCache } from 'lru-cache';
import type { EntityPageRequest, PrincipalKind } from '../graph-reader.js';
import { Kind } from '../kinds/kind-catalogue.js';
import { Adjacency, type Links } from './adjacency.js';
import { Computers, type ComputersData } from './computers.js';
import { HeldComputers } from './held-computers.js';
import { NodeIndex } from './node-index.js';
import { OrderedBits } from './ordered-bits.js';
import { RankBits, type RankSet, sortedRanks } from './rank-set.js';
import type { Ranking } from './ranking.js';

/** What a snapshot is made from, read as of one version. Transferable between threads. */
export interface SnapshotData {
  /** Of all nodes, ascending. */
  readonly nodeIds: Int32Array;
  /** By place in `nodeIds`. */
  readonly memberOf: Links;
  readonly adminTo: Links;
  readonly computers: ComputersData;
}

export interface EdgeChange {
  readonly op: 1 | -1;
  readonly source: number;
  readonly target: number;
  readonly kind: number;
}

export interface ComputerIds {
  /** Exact size of the whole result. */
  readonly count: number;
  /** Node ids of the page, in its order. */
  readonly ids: readonly number[];
}

const none: ComputerIds = { count: 0, ids: [] };

const lastEpoch = 0x7fffffff;

/** So many of those that were asked for are known by their object id: some megabytes. */
const mostPrincipals = 20_000;

/** So many large results are kept for whoever turns their pages: one bit of each takes 64 KB for half a million computers. */
const mostLargeResults = 64;

/** The graph of admin rights as of one version, in memory. All of it is synchronous, so that nobody sees it half changed. */
export class GraphSnapshot {
  private readonly nodes: NodeIndex;
  private readonly memberOf: Adjacency;
  private readonly held: HeldComputers;
  private computers: Computers;
  private current: number;
  private changed = 0;
  /** By index of the node: the question that last came across it. */
  private seen: Int32Array;
  private epoch = 0;
  private readonly principals = new LRUCache<string, number>({ max: mostPrincipals });
  /** As of the current version, by the principal's index, of computers by number. */
  private readonly largeResults = new LRUCache<number, RankBits>({ max: mostLargeResults });

  /** How many edges were read. */
  readonly edges: number;

  constructor({ nodeIds, memberOf, adminTo, computers }: SnapshotData) {
    this.nodes = new NodeIndex(nodeIds);
    this.memberOf = new Adjacency(memberOf);
    this.computers = new Computers(computers, this.nodes);
    this.held = new HeldComputers(adminTo, this.computers);
    this.current = computers.version;
    this.seen = new Int32Array(this.nodes.size);
    this.edges = memberOf.targets.length + adminTo.targets.length;
  }

  get version(): number {
    return this.current;
  }

  /** How many changes of edges were laid over those that were read. */
  get changes(): number {
    return this.changed;
  }

  isComputer(id: number): boolean {
    return this.computers.hasId(id);
  }

  /** Id of a principal as of this version, where {@link noteId} told it. */
  idOf(kind: PrincipalKind, objectid: string): number | undefined {
    return this.principals.get(`${kind} ${objectid}`);
  }

  noteId(kind: PrincipalKind, objectid: string, id: number): void {
    this.principals.set(`${kind} ${objectid}`, id);
  }

  /**
   * Becomes `version`.
   * @param edges all changes since the version it has, oldest first
   * @param hasOtherNodes whether any node came, went, or changed its name or kind
   * @param computers as of `version`, where any of those is a computer
   */
  apply(version: number, edges: readonly EdgeChange[], hasOtherNodes: boolean, computers: ComputersData | null): void {
    this.largeResults.clear();
    if (hasOtherNodes) this.principals.clear();
    for (const { op, source, target, kind } of edges) {
      const [from, to] = [this.nodes.ensure(source), this.nodes.ensure(target)];
      if (kind === Kind.AdminTo) this.held.change(from, to, op > 0);
      else if (op > 0) this.memberOf.add(from, to);
      else this.memberOf.remove(from, to);
    }
    if (computers) {
      this.computers = new Computers(computers, this.nodes);
      this.held.renumber(this.computers);
    }
    this.changed += edges.length;
    this.current = version;
  }

  /** As `GraphReader.adminRights`, for the node with that id. */
  adminRights(principal: number, { skip, limit, order }: EntityPageRequest): ComputerIds {
    const start = this.nodes.indexOf(principal);
    if (start === undefined) return none;
    const { ranking, descending } = this.computers.rankingFor(order);
    const ranks = this.ranksOf(start, ranking);
    const { size } = ranks;
    const page = descending
      ? ranks.slice(Math.max(size - skip - limit, 0), Math.max(size - skip, 0)).toReversed()
      : ranks.slice(skip, skip + limit);
    const numbers = ranking ? page.map((rank) => ranking.atRank[rank] ?? 0) : page;
    return { count: size, ids: Array.from(numbers, (number) => this.computers.idOf(number)) };
  }

  /** The start and every group it is in, at any depth. */
  private reachedFrom(start: number): readonly number[] {
    const epoch = this.nextEpoch();
    const { seen } = this;
    const reached = [start];
    seen[start] = epoch;
    // Goes on with what is found meanwhile.
    for (const node of reached) {
      const { targets, from, to } = this.memberOf.targetsOf(node);
      for (let at = from; at < to; at++) {
        const group = targets[at] ?? 0;
        if (seen[group] === epoch) continue;
        seen[group] = epoch;
        reached.push(group);
      }
    }
    return reached;
  }

  private nextEpoch(): number {
    if (this.seen.length < this.nodes.size || this.epoch === lastEpoch) {
      this.seen = new Int32Array(this.nodes.size);
      this.epoch = 0;
    }
    return ++this.epoch;
  }

  private ranksOf(start: number, ranking: Ranking | null): RankSet {
    const found = this.largeResults.get(start) ?? this.held.of(this.reachedFrom(start));
    if (!(found instanceof RankBits))
      return sortedRanks(ranking ? found.map((number) => ranking.rankOf[number] ?? 0) : found);
    this.largeResults.set(start, found);
    return ranking ? new OrderedBits(found, ranking) : found;
  }
}
