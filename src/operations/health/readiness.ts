import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';

type Status = 'up' | 'down';

export interface ReadinessReport {
  readonly status: Status;
  readonly database: Status;
  readonly starting: boolean;
  readonly shutting_down: boolean;
}

const databasePatience = 2000;

/** Whether the service can do its work now. */
@Injectable()
export class Readiness implements BeforeApplicationShutdown {
  private starting = false;
  private shuttingDown = false;

  constructor(private readonly database: Database) {}

  beforeApplicationShutdown(): void {
    this.shuttingDown = true;
  }

  /** It listens before it can do its work: nobody can log in before the first account is made. */
  async startedBy<T>(start: () => Promise<T>): Promise<T> {
    this.starting = true;
    const result = await start();
    this.starting = false;
    return result;
  }

  async report(): Promise<ReadinessReport> {
    const database = await this.databaseStatus();
    const status = database === 'up' && !this.starting && !this.shuttingDown ? 'up' : 'down';
    return { status, database, starting: this.starting, shutting_down: this.shuttingDown };
  }

  private async databaseStatus(): Promise<Status> {
    const patience = new Promise<Status>((resolve) => setTimeout(() => resolve('down'), databasePatience).unref());
    const answer = this.database.query('SELECT 1').then(
      () => 'up' as const,
      () => 'down' as const,
    );
    return Promise.race([answer, patience]);
  }
}
