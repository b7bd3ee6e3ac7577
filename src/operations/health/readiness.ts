import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';

type Status = 'up' | 'down';

export interface ReadinessReport {
  readonly status: Status;
  readonly database: Status;
  readonly shutting_down: boolean;
}

const databasePatience = 2000;

/** Whether the service can do its work now. */
@Injectable()
export class Readiness implements BeforeApplicationShutdown {
  private shuttingDown = false;

  constructor(private readonly database: Database) {}

  beforeApplicationShutdown(): void {
    this.shuttingDown = true;
  }

  async report(): Promise<ReadinessReport> {
    const database = await this.databaseStatus();
    const status = database === 'up' && !this.shuttingDown ? 'up' : 'down';
    return { status, database, shutting_down: this.shuttingDown };
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
