import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';

/** The connections that threads of this process have. */
@Injectable()
export class ReadingConnections {
  constructor(private readonly database: Database) {}

  /** Undefined where the database was not opened by an address: then there are no threads. */
  get url(): string | undefined {
    return this.database.url;
  }

  /**
   * Ends what a thread that is gone has left running, by the name of its connections: it may hold the write lock of the graph. Never
   * rejects: where the database is away, there is nothing to end.
   */
  async end(name: string): Promise<void> {
    await this.database
      .query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE application_name = $1 AND datname = current_database()`,
        [name],
      )
      .catch(() => {});
  }
}
