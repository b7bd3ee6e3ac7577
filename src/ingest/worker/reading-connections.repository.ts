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
   * Ends what a thread that is gone has left running: it may hold the write lock of the graph. Never rejects: where the database
   * is away, there is nothing to end.
   */
  async end(backend: number): Promise<void> {
    await this.database
      .query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE pid = $1 AND application_name = 'graphward-ingest' AND datname = current_database()`,
        [backend],
      )
      .catch(() => {});
  }
}
