import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import { WriteProbe } from './write-probe.js';

type Status = 'up' | 'down';

export interface ReadinessReport {
  readonly status: Status;
  readonly database: Status;
  readonly starting: boolean;
  readonly shutting_down: boolean;
  /** Reason why the database is down. */
  readonly reason?: string;
}

/** Milliseconds. */
const databaseTimeout = 2000;

/** Reports whether the service can serve requests: it has started, does not shut down, and its database accepts writes. */
@Injectable()
export class Readiness implements BeforeApplicationShutdown {
  private starting = false;
  private shuttingDown = false;

  constructor(
    private readonly database: Database,
    private readonly probe: WriteProbe,
  ) {}

  beforeApplicationShutdown(): void {
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
    const reason = await this.databaseFailure();
    const database = reason === undefined ? 'up' : 'down';
    const status = database === 'up' && !this.starting && !this.shuttingDown ? 'up' : 'down';
    const { starting, shuttingDown: shutting_down } = this;
    return { status, database, starting, shutting_down, ...(reason !== undefined && { reason }) };
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
