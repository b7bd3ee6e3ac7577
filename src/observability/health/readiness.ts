import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { ReplicaState } from '../../database/replicas/replica.js';
import { Replicas } from '../../database/replicas/replicas.js';
import { GraphKeeper } from '../../graph/memory/graph-keeper.js';
import { WriteProbe } from './write-probe.js';

type Status = 'up' | 'down';

/** What a caller needs: writes need reads, too. */
export const purposes = ['writes', 'reads'] as const;

export type Purpose = (typeof purposes)[number];

/** `ageing`: the removal of old data; `graph`: questions about the committed version. */
const abilities = ['reading', 'writing', 'ageing', 'graph'] as const;

type Ability = (typeof abilities)[number];

type Failures = Partial<Record<Ability, string>>;

export interface ReadinessReport {
  readonly status: Status;
  readonly database: Status;
  readonly starting: boolean;
  readonly shutting_down: boolean;
  /** Whether questions to the graph are answered; `behind`: from a former version. Absent if the process answers none. */
  readonly graph?: Status | 'behind';
  /** The replicas in the order of DATABASE_REPLICA_URLS. Absent if there are none. They are not needed to be ready. */
  readonly replicas?: readonly ReplicaState[];
  /** What cannot be done. Absent if all can. Without ageing, or with a graph that is behind, the service is ready nevertheless. */
  readonly failing?: readonly Ability[];
  /** Why, in the order of `failing`. */
  readonly reason?: string;
}

/** Milliseconds. */
const databaseTimeout = 2000;

/**
 * Reports whether the service can serve requests: it has started, does not shut down, its database accepts writes (or answers reads, if
 * the caller needs no more), and the graph is in memory.
 */
@Injectable()
export class Readiness {
  private starting = false;
  private shuttingDown = false;
  private asked: Promise<Failures> | undefined;

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

  async report(purpose?: Purpose): Promise<ReadinessReport> {
    const ofDatabase = await this.databaseFailures();
    const database = isServed('reads', ofDatabase) ? 'up' : 'down';
    const { graph, reason } = this.graphReport();
    const { starting, shuttingDown: shutting_down } = this;
    const isUp = isServed(purpose, ofDatabase) && graph !== 'down' && !(starting || shutting_down);
    const failures: Failures = { ...ofDatabase, ...(reason !== undefined && { graph: ofDatabase.reading ?? reason }) };
    const failing = abilities.filter((it) => failures[it] !== undefined);
    return {
      status: isUp ? 'up' : 'down',
      database,
      starting,
      shutting_down,
      ...(graph && { graph }),
      ...(this.replicas?.exist && { replicas: this.replicas.status.map(({ state }) => state) }),
      ...(failing.length > 0 && { failing, reason: reasonOf(failing, failures) }),
    };
  }

  private graphReport(): Pick<ReadinessReport, 'graph' | 'reason'> {
    const { graph, failure, isKeptLoaded } = this.graph.status;
    if (!isKeptLoaded) return {};
    if (!graph) return { graph: 'down', reason: failure ?? 'the graph is being read' };
    return failure === undefined ? { graph: 'up' } : { graph: 'behind', reason: failure };
  }

  /** Reports that are asked meanwhile share the answer: nothing limits how many a stranger asks. */
  private databaseFailures(): Promise<Failures> {
    this.asked ??= this.askDatabase().finally(() => (this.asked = undefined));
    return this.asked;
  }

  private async askDatabase(): Promise<Failures> {
    const reading = 'the database does not answer';
    const answers = await inTime(
      this.database.query('SELECT 1').then(() => true),
      false,
    ).catch(() => false);
    if (!answers) return { reading, writing: reading, ageing: reading };
    return inTime<Failures>(this.probe.failures(), { writing: 'the database did not finish a write in time' });
  }
}

/** @param purpose absent: writes */
function isServed(purpose: Purpose | undefined, { reading, writing }: Failures): boolean {
  return reading === undefined && (purpose === 'reads' || writing === undefined);
}

function reasonOf(failing: readonly Ability[], failures: Failures): string {
  return [...new Set(failing.map((it) => failures[it]))].join('; ');
}

/** @returns `late` if the answer takes longer than {@link databaseTimeout} */
function inTime<T>(answer: Promise<T>, late: T): Promise<T> {
  return Promise.race([answer, new Promise<T>((resolve) => setTimeout(() => resolve(late), databaseTimeout).unref())]);
}
