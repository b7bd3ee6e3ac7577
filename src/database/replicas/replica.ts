import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { errorMessage } from '../../base/error-message.js';
import { type Connection, connect } from '../servers/connect.js';
import { Database } from '../database.js';
import { SharedReading } from './shared-reading.js';
import { identityOf, replayedBytes, type WalPosition } from './wal-position.js';

/** How often a replica is asked whether it has replayed a position. */
const askEveryMs = 2;

/** The time of a statement that asks a replica about itself; then it counts as away. */
export const probeMs = 2000;

/** `behind`: it lags more than DATABASE_REPLICA_MAX_LAG_MS. */
export type ReplicaState = 'up' | 'behind' | 'away';

export interface ReplicaStatus {
  /** Host and port. */
  readonly name: string;
  readonly state: ReplicaState;
  /** Why it is not up. */
  readonly reason: string | undefined;
  /** Seconds since it last showed all that was committed. */
  readonly lagSeconds: number;
  /** Bytes of the log that it had not replayed when it was last checked. */
  readonly lagBytes: number;
  /** Requests that have read from it. */
  readonly reads: number;
}

/** A streaming replica of the database: its connections and its last known state. */
export class Replica {
  readonly database: Database;
  /** The requests that have read from it. */
  reads = 0;
  private readonly probe: Connection;
  private readonly position: SharedReading<number | null>;
  private timeline = 0;
  private replayed = 0;
  private lagBytes = 0;
  private currentAt = performance.now();
  private problem: { readonly state: ReplicaState; readonly reason: string } | undefined;
  private loss = new AbortController();
  private readonly busy = new Set<pg.PoolClient>();

  constructor(
    readonly name: string,
    url: string,
    private readonly pool: pg.Pool,
  ) {
    this.database = new Database(pool);
    // A connection of its own, so that the replica is not judged by the load of the pool.
    this.probe = connect(url, { name: 'graphward-replica', timeoutMs: probeMs });
    this.position = new SharedReading(() => replayedBytes(this.probe.database));
    this.problem = { state: 'away', reason: 'it was not checked yet' };
    pool.on('acquire', (client) => this.busy.add(client));
    pool.on('release', (_error, client) => this.busy.delete(client));
  }

  get isUp(): boolean {
    return this.problem === undefined;
  }

  /** Fires when the replica is away. Work that may be without a time limit listens to it. */
  get lost(): AbortSignal {
    return this.loss.signal;
  }

  get status(): ReplicaStatus {
    const { name, lagBytes, reads, problem } = this;
    const { state = 'up', reason } = problem ?? {};
    const lagSeconds = lagBytes > 0 || problem ? (performance.now() - this.currentAt) / 1000 : 0;
    return { name, state, reason, lagSeconds, lagBytes, reads };
  }

  /** Whether it is known to show all up to a position. */
  shows({ bytes, timeline }: WalPosition): boolean {
    return timeline === this.timeline && bytes <= this.replayed;
  }

  /** Waits until it shows all up to a position. @returns false if it does not within the time, or cannot be asked */
  async reaches(target: WalPosition, milliseconds: number): Promise<boolean> {
    const end = performance.now() + milliseconds;
    try {
      while (!this.shows(target)) {
        if (target.timeline !== this.timeline) return false;
        this.replayed = (await this.position.get()) ?? 0;
        if (this.shows(target)) return true;
        if (performance.now() >= end) return false;
        await sleep(askEveryMs);
      }
      return true;
    } catch {
      return false;
    }
  }

  /** Finds out its state. @param cluster the identifier of the primary @returns whether the state differs from the former one */
  async check(cluster: string, target: WalPosition, maxLagMs: number): Promise<boolean> {
    const former = this.problem;
    const begin = performance.now();
    this.problem = await this.problemWith(cluster, target, maxLagMs).catch((error: unknown) => ({
      state: 'away' as const,
      reason: errorMessage(error),
    }));
    this.lagBytes = Math.max(target.bytes - this.replayed, 0);
    if (this.isUp) this.currentAt = begin;
    if (this.problem?.state === 'away' && former?.state !== 'away') this.endWork();
    return former?.reason !== this.problem?.reason;
  }

  connect(): Promise<pg.PoolClient> {
    return this.pool.connect();
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.end(), this.probe.close()]);
  }

  /** A machine that is gone closes no connection: its statements would wait for ever. They fail now, and run on the primary. */
  private endWork(): void {
    for (const client of this.busy) if (client instanceof pg.Client) client.end().catch(() => {});
    this.loss.abort(new Error(`the replica ${this.name} is away`));
    this.loss = new AbortController();
  }

  private async problemWith(cluster: string, target: WalPosition, maxLagMs: number): Promise<typeof this.problem> {
    const [its, replayed] = await Promise.all([identityOf(this.probe.database), this.position.get()]);
    if (its.cluster !== cluster) return { state: 'away', reason: 'it is a server of another database' };
    if (replayed === null) return { state: 'away', reason: 'it is no streaming replica' };
    this.timeline = its.timeline;
    this.replayed = replayed;
    if (its.timeline !== target.timeline)
      return { state: 'away', reason: `it has the timeline ${its.timeline}, and the database ${target.timeline}` };
    if (await this.reaches(target, maxLagMs)) return undefined;
    return { state: 'behind', reason: `it lags more than ${maxLagMs} ms` };
  }
}
