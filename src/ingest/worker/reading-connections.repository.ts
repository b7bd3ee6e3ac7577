import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';

/** The database connections of reading threads. */
@Injectable()
export class ReadingConnections {
  constructor(private readonly database: Database) {}

  get url(): string {
    return this.database.url;
  }

  /**
   * Ends the statements of a dead thread, which may hold the write lock of the graph. Never rejects: if the database is
   * unavailable, there is nothing to end.
   * @param name `application_name` of the connections
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
