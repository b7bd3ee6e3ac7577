import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { ReplicaState } from '../../database/replicas/replica.js';
import { Replicas } from '../../database/replicas/replicas.js';
import { GraphKeeper } from '../../graph/memory/graph-keeper.js';
import { WriteProbe } from './write-probe.js';

type Status = 'up' | 'down';

export interface ReadinessReport {
  readonly status: Status;
  readonly database: Status;
  readonly starting: boolean;
  readonly shutting_down: boolean;
  /** Whether questions to the graph are answered; `behind`: from a former version. Absent if the process answers none. */
  readonly graph?: Status | 'behind';
  /** The replicas in the order of DATABASE_REPLICA_URLS. Absent if there are none. They are not needed to be ready. */
  readonly replicas?: readonly ReplicaState[];
  /** Reason why the database is down, or the graph is down or behind. */
  readonly reason?: string;
}

/** Milliseconds. */
const databaseTimeout = 2000;

/**
 * Reports whether the service can serve requests: it has started, does not shut down, its database accepts writes, and the graph is in
 * memory.
 */
@Injectable()
export class Readiness {
  private starting = false;
  private shuttingDown = false;

  constructor(
    private readonly database: Database,
    private readonly probe: WriteProbe,
    private readonly graph: GraphKeeper,
    private readonly replicas?: Replicas,
  ) {}

  /** Reports `shutting_down` from now on. */
  shutDown(): void {
    this.shuttingDown = true;
  }

  /** Reports `starting` until `start` is done. The service listens before that, but nobody can log in before the first account exists. */
  async startedBy<T>(start: () => Promise<T>): Promise<T> {
    this.starting = true;
    const result = await start();
    this.starting = false;
    return result;
  }

  async report(): Promise<ReadinessReport> {
    const failure = await this.databaseFailure();
    const database = failure === undefined ? 'up' : 'down';
    const { graph, reason = failure } = this.graphReport();
    const isUp = database === 'up' && graph !== 'down' && !this.starting && !this.shuttingDown;
    const { starting, shuttingDown: shutting_down } = this;
    return {
      status: isUp ? 'up' : 'down',
      database,
      starting,
      shutting_down,
      ...(graph && { graph }),
      ...(this.replicas?.exist && { replicas: this.replicas.status.map(({ state }) => state) }),
      ...(reason !== undefined && { reason: failure ?? reason }),
    };
  }

  private graphReport(): Pick<ReadinessReport, 'graph' | 'reason'> {
    const { graph, failure, isKeptLoaded } = this.graph.status;
    if (!isKeptLoaded) return {};
    if (!graph) return { graph: 'down', reason: failure ?? 'the graph is being read' };
    return failure === undefined ? { graph: 'up' } : { graph: 'behind', reason: failure };
  }

  private databaseFailure(): Promise<string | undefined> {
    const noAnswer = 'the database does not answer';
    const timeout = new Promise<string>((resolve) => setTimeout(() => resolve(noAnswer), databaseTimeout).unref());
    const answer = this.database.query('SELECT 1').then(
      () => this.probe.failure(),
      () => noAnswer,
    );
    return Promise.race([answer, timeout]);
  }
}
