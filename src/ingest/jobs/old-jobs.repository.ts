import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';

/** Jobs that nobody asks about any more. */
@Injectable()
export class OldJobsRepository {
  constructor(private readonly database: Database) {}

  /** Forgets the jobs that ended earlier, with what is known of their files. @returns how many */
  async deleteFinishedBefore(at: Date): Promise<number> {
    const [gone] = await this.database.query<{ count: number }>(
      'WITH gone AS (DELETE FROM ingest_job WHERE finished_at < $1 RETURNING 1) SELECT count(*)::int AS count FROM gone',
      [at],
    );
    return gone?.count ?? 0;
  }
}
