import { Logger } from '@nestjs/common';
import type { ReplicaOfRequest } from '../../base/scope/request-scope.js';
import { errorMessage } from '../../base/error-message.js';
import { type Connection, connect } from '../servers/connect.js';
import { probeMs, type Replica, type ReplicaStatus } from './replica.js';
import { ReplicaChoice } from './replica-choice.js';
import { SharedReading } from './shared-reading.js';
import { committedPosition, identityOf } from './wal-position.js';

/** How often the state of the replicas is checked. */
const checkEveryMs = 1000;

interface ReplicasOptions {
  /** URL of the primary. */
  readonly url: string;
  readonly replicas: readonly Replica[];
  readonly maxLagMs: number;
}

/**
 * The replicas of the database. A reader gets one only if it shows all that was committed before, so an answer from a replica is never
 * older than one from the primary (docs/adr/0048-replicas.md).
 */
export class Replicas {
  private readonly logger = new Logger('Replicas');
  private readonly primary: Connection | undefined;
  private readonly committed: SharedReading<Awaited<ReturnType<typeof committedPosition>>>;
  private readonly replicas: readonly Replica[];
  private readonly maxLagMs: number;
  private timer: NodeJS.Timeout | undefined;
  private checking: Promise<void> | undefined;
  private turn = 0;
  private fallbackCount = 0;

  constructor({ url, replicas, maxLagMs }: ReplicasOptions) {
    this.replicas = replicas;
    this.maxLagMs = maxLagMs;
    // A connection of its own, so that its load does not delay reads from replicas.
    if (replicas.length > 0) this.primary = connect(url, { name: 'graphward-replica', timeoutMs: probeMs });
    this.committed = new SharedReading(() => committedPosition(this.primary!.database));
  }

  get exist(): boolean {
    return this.replicas.length > 0;
  }

  /** In the order of DATABASE_REPLICA_URLS. */
  get status(): readonly ReplicaStatus[] {
    return this.replicas.map((it) => it.status);
  }

  /** The requests that had to read from the primary. */
  get fallbacks(): number {
    return this.fallbackCount;
  }

  /** Begins to check the replicas. Resolves after the first check. */
  async start(): Promise<void> {
    if (!this.exist || this.timer) return;
    this.timer = setInterval(() => void this.check(), checkEveryMs).unref();
    await this.check();
  }

  async close(): Promise<void> {
    clearInterval(this.timer);
    await this.checking;
    await Promise.all([this.primary?.close(), ...this.replicas.map((it) => it.close())]);
  }

  /** For a request that only reads. Its first statement chooses. */
  forRequest(): ReplicaOfRequest {
    return new ReplicaChoice(async () => {
      const replica = await this.choose();
      if (replica) replica.reads++;
      else this.fallbackCount++;
      return replica;
    });
  }

  /**
   * @param patienceMs how long to wait for a replica that lags; by default DATABASE_REPLICA_MAX_LAG_MS, and not at all for one that lagged more lately
   * @returns a replica that shows all that was committed before the call; undefined if none does
   */
  async choose(patienceMs?: number): Promise<Replica | undefined> {
    const candidates = this.replicas.filter(
      (it) => it.isUp || (patienceMs !== undefined && it.status.state === 'behind'),
    );
    if (candidates.length === 0) return undefined;
    try {
      const target = await this.committed.get();
      const first = this.turn++ % candidates.length;
      const inTurn = [...candidates.slice(first), ...candidates.slice(0, first)];
      const current = inTurn.find((it) => it.shows(target));
      if (current) return current;
      const [next] = inTurn;
      return (await next?.reaches(target, patienceMs ?? this.maxLagMs)) ? next : undefined;
    } catch {
      // The statement that follows reports the failure of the primary.
      return undefined;
    }
  }

  /** Checks the replicas, one check at a time. */
  private check(): Promise<void> {
    this.checking ??= this.checkAll().finally(() => {
      this.checking = undefined;
    });
    return this.checking;
  }

  private async checkAll(): Promise<void> {
    try {
      const { cluster } = await identityOf(this.primary!.database);
      const target = await this.committed.get();
      await Promise.all(
        this.replicas.map(async (it) => {
          if (await it.check(cluster, target, this.maxLagMs)) this.logState(it.status);
        }),
      );
    } catch (error) {
      this.logger.debug(`the replicas are not checked: ${errorMessage(error)}`);
    }
  }

  private logState({ name, reason }: ReplicaStatus): void {
    if (reason === undefined) this.logger.log(`reads from the replica ${name}`);
    else this.logger.warn(`does not read from the replica ${name}: ${reason}`);
  }
}
