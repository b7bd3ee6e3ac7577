import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { CoalescedWork } from '../../base/scope/coalesced-work.js';
import { collectGarbage } from '../../base/threads/collect-garbage.js';
import { Settings } from '../../base/config/settings.js';
import { errorMessage } from '../../base/error-message.js';
import { GraphNotReadyError } from '../../base/errors.js';
import { currentScope, runWithoutScope, type Snapshot } from '../../base/scope/request-scope.js';
import { Database } from '../../database/database.js';
import { Replicas } from '../../database/replicas/replicas.js';
import { currentVersion } from '../store/graph-version.js';
import { DaysReader } from './days-reader.js';
import { bytesOf, graphMemory, GraphTooLargeError } from './graph-budget.js';
import { type GraphData, hasLargeOverlay } from './graph-data.js';
import { GraphThread } from './graph-thread.js';

/** Questions find changes by themselves; this finds them earlier. */
const pollMs = 1000;

/** How long a question waits for a graph with the objects that it names, and `Retry-After` until the whole graph is read. */
const readSeconds = 5;

/** After a failure (no connection, no memory), the graph is not read again for a while. */
const retryMs = 5000;

/** How long a reading of the whole graph waits for a replica that lags, because it would be the largest load of the primary. */
const wholePatienceMs = 5000;

/** The pause after the graph was read as a whole, as a multiple of the time that it took, so that a load keeps most of the processors. */
const pauseFactor = 2;

/** Former graphs of this size are released at once. Smaller ones are not worth the pause of a collection. */
const worthCollecting = 32 * 2 ** 20;

/** {@link GraphKeeper.shown} */
export type ShownGraph = readonly [version: number, obstacle: string];

export interface GraphStatus {
  readonly graph: GraphData | null;
  readonly bytes: number;
  /** Seconds that it took to read the whole graph last. */
  readonly seconds: number;
  /** Why the graph is not there, or stays behind. */
  readonly failure: string | undefined;
  readonly isKeptLoaded: boolean;
}

/**
 * Keeps the one graph of this process near the committed version: applies changes to it, and reads it as a whole if they are many. A process
 * that answers questions keeps the graph loaded from its start; others read it for a task and release it (docs/adr/0036-graph-in-memory.md).
 */
@Injectable()
export class GraphKeeper implements OnApplicationShutdown {
  private readonly logger = new Logger('Graph');
  private readonly follower: GraphThread;
  private readonly maxBytes: number;
  private graph: GraphData | null = null;
  private reader: GraphThread | undefined;
  private readonly days: DaysReader;
  private reading: Promise<void> | null = null;
  private poll: NodeJS.Timeout | undefined;
  private pausedUntil = 0;
  /** Whether the committed version is worth reading as a whole: somebody asks, or nothing was committed for a while. */
  private isWanted = false;
  private committed = -1;
  private seconds = 0;
  private failure: Error | undefined;
  private users = 0;
  private isClosed = false;
  private readonly onRead: ((graph: GraphData) => void)[] = [];
  /** Applies the changes that were committed before the call, or begins to read the whole graph. */
  private readonly changes = new CoalescedWork(() => runWithoutScope(() => this.applyChanges()));
  private readonly newThread = () => new GraphThread(this.database, this.replicas, this.logger);
  private readonly ofSnapshots = new WeakMap<Snapshot, GraphData>();

  constructor(
    private readonly database: Database,
    settings: Settings,
    private readonly replicas?: Replicas,
  ) {
    this.follower = this.newThread();
    this.days = new DaysReader(database, this.newThread());
    this.maxBytes = graphMemory(settings.graphMemory);
  }

  get status(): GraphStatus {
    const { graph, seconds, failure, isKeptLoaded } = this;
    return { graph, bytes: graph ? bytesOf(graph) : 0, seconds, failure: failure?.message, isKeptLoaded };
  }

  /** Keeps the graph loaded until the process ends. Resolves after the first attempt to read it. */
  keepLoaded(): Promise<void> {
    if (!this.isKeptLoaded && !this.isClosed)
      this.poll = runWithoutScope(() => setInterval(() => void this.followCommitted(), pollMs).unref());
    return this.followCommitted();
  }

  /** Calls a listener with each graph that was read as a whole. It must not keep a former one any more. */
  onReadWhole(listener: (graph: GraphData) => void): void {
    this.onRead.push(listener);
  }

  /** The graph if it is of the committed version as far as this process knows. Null in a snapshot, whose answers are of one version ({@link at}). */
  get present(): GraphData | null {
    return this.isAt(this.committed) && !currentScope()?.snapshot ? this.graph : null;
  }

  /**
   * The graph that answers a question after `version` was committed: of that version or a later one, or a former one while a large
   * change is read.
   * @throws GraphNotReadyError if no graph is there yet
   */
  async at(version: number): Promise<GraphData> {
    const snapshot = currentScope()?.snapshot;
    const known = snapshot && this.ofSnapshots.get(snapshot);
    if (known) return known;
    if (this.graph && this.graph.version !== version) {
      this.isWanted = true;
      await this.changes.run();
    }
    return this.seen(this.graph);
  }

  /**
   * As {@link at}, but of this version or a later one: waits until it is read.
   * @throws GraphNotReadyError if that takes too long, or if the graph cannot be read
   */
  async reached(version: number): Promise<GraphData> {
    const read = this.isTooLarge ? null : runWithoutScope(() => this.loadVersion(version)).catch(() => null);
    const graph = await Promise.race([read, sleep(readSeconds * 1000, null, { ref: false })]);
    return this.seen(graph);
  }

  /** A graph with the days that were committed before the call. */
  async withDays(graph: GraphData): Promise<GraphData> {
    const dated = await runWithoutScope(() => this.days.of(graph));
    if (this.graph === graph) this.replace(dated);
    return dated;
  }

  private seen(graph: GraphData | null): GraphData {
    if (!graph) throw new GraphNotReadyError(this.failure?.message ?? 'the graph is being read', readSeconds);
    const snapshot = currentScope()?.snapshot;
    if (snapshot) this.ofSnapshots.set(snapshot, graph);
    return graph;
  }

  /**
   * The version that answers questions (0 before the first), and the reason why no later one will, else ''. Uploads and jobs do not wait for a
   * process that answers no questions.
   */
  get shown(): ShownGraph {
    const obstacle = this.failure instanceof GraphTooLargeError ? this.failure.message : '';
    return this.isKeptLoaded ? [this.graph?.version ?? 0, obstacle] : [Number.MAX_SAFE_INTEGER, ''];
  }

  /**
   * Runs work on the graph of at least this version. A process that does not keep the graph loaded releases it afterwards.
   * @throws GraphTooLargeError if it does not fit into GRAPH_MEMORY
   */
  async withGraph<T>(version: number, work: (graph: GraphData) => Promise<T>): Promise<T> {
    this.users++;
    try {
      return await work(await runWithoutScope(() => this.loadVersion(version)));
    } finally {
      this.users--;
      if (!this.isKeptLoaded && this.users === 0) await this.release();
    }
  }

  async onApplicationShutdown(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.poll);
    await this.release();
  }

  private get isKeptLoaded(): boolean {
    return this.poll !== undefined;
  }

  private async release(): Promise<void> {
    this.graph = null;
    await Promise.all([this.follower.end(), this.days.end(), this.reader?.end()]);
  }

  private async loadVersion(version: number): Promise<GraphData> {
    if (this.graph && this.graph.version < version) await this.changes.run();
    // A reading that runs at this moment may be of an older version.
    for (let tries = 0; tries < 2 && !this.isAt(version); tries++) await this.read();
    if (!this.graph || !this.isAt(version)) throw new Error(`the graph has no version ${version}`);
    return this.graph;
  }

  private isAt(version: number): boolean {
    return this.graph !== null && this.graph.version >= version;
  }

  private async followCommitted(): Promise<void> {
    try {
      const version = await currentVersion(this.database);
      // A second without a new version: the load is over, and its last version is read without a pause.
      if (version === this.committed) this.isWanted = true;
      if (version === this.committed && !this.failure) this.pausedUntil = 0;
      this.committed = version;
      // The database was away, and the graph had nothing to miss.
      if (this.isAt(version) && !this.isTooLarge) this.failure = undefined;
      if (this.graph && this.graph.version !== version) await this.changes.run();
      else await this.readIfDue(!this.graph);
    } catch (error) {
      this.failed(error);
    }
  }

  private async applyChanges(): Promise<void> {
    const { graph } = this;
    if (!graph) return;
    try {
      const next = await this.follower.run({ name: 'changes', since: graph });
      // The whole graph was read meanwhile, perhaps without the last changes.
      if (this.graph !== graph) return await this.applyChanges();
      // A copy of the same version may lack the days that were read meanwhile.
      if (next && next.version !== graph.version) this.replace(next);
      void this.readIfDue(next === null);
    } catch (error) {
      this.failed(error);
    }
  }

  /** Begins to read the whole graph if it must be, or if its overlay has become large. Never rejects. */
  private async readIfDue(isNeeded: boolean): Promise<void> {
    if (this.isClosed || Date.now() < this.pausedUntil || this.isTooLarge) return;
    if (this.graph && !this.isWanted) return;
    if (!isNeeded && !(this.graph && hasLargeOverlay(this.graph))) return;
    await this.read().catch((error: unknown) => this.failed(error));
  }

  /** The committed version does not fit, so that only another one is worth reading. */
  private get isTooLarge(): boolean {
    return this.failure instanceof GraphTooLargeError && this.failure.version === this.committed;
  }

  /** Reads the whole graph; one at a time. */
  private read(): Promise<void> {
    this.reading ??= runWithoutScope(() => this.readWhole()).finally(() => {
      this.reading = null;
    });
    return this.reading;
  }

  private async readWhole(): Promise<void> {
    const start = performance.now();
    const { bytes } = this.status;
    // A thread of its own: small changes are applied to the former graph meanwhile, and its memory is released at the end.
    const reader = (this.reader = this.newThread());
    let graph: GraphData | null;
    try {
      const whole = await reader.run({ name: 'whole', maxBytes: this.maxBytes }, wholePatienceMs);
      graph = whole && (await this.catchUp(whole, reader));
    } finally {
      await reader.end();
    }
    const ms = performance.now() - start;
    this.pausedUntil = Date.now() + ms * pauseFactor;
    // A later look reads again.
    if (!graph || this.isClosed) return;
    this.isWanted = false;
    this.replace(graph);
    for (const listener of this.onRead) listener(graph);
    if (bytes >= worthCollecting) setImmediate(collectGarbage);
    this.seconds = ms / 1000;
    const { version, nodeCount, base } = graph;
    this.logger.log(
      `read version ${version} of the graph in ${this.seconds.toFixed(1)} s: ${nodeCount} nodes, ${base.out.peer.length} edges, ${Math.ceil(bytesOf(graph) / 2 ** 20)} MiB`,
    );
  }

  /** Applies to a graph the changes that were applied to the present one while it was read, so that versions do not go back. */
  private async catchUp(graph: GraphData, reader: GraphThread): Promise<GraphData | null> {
    if (!this.graph || graph.version >= this.graph.version) return graph;
    const next = await reader.run({ name: 'changes', since: graph });
    // A database that was restored to an earlier version has nothing newer.
    if (!next || next.version === graph.version) return next;
    return this.catchUp(next, reader);
  }

  private replace(graph: GraphData): void {
    if (this.isClosed) return;
    this.graph = graph;
    this.failure = undefined;
  }

  private failed(error: unknown): void {
    if (this.isClosed) return;
    this.failure = error instanceof GraphTooLargeError ? error : new Error(errorMessage(error));
    this.pausedUntil = Date.now() + retryMs;
    this.logger.warn(`the graph is not read: ${this.failure.message}`);
  }
}
