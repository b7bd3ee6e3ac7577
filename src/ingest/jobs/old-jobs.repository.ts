import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';

/** A job may have thousands of files, each with a report of its own. */
const BATCH = 100;

const deleteSome = `
  WITH gone AS (
    DELETE FROM ingest_job WHERE id IN (SELECT id FROM ingest_job WHERE finished_at < $1 LIMIT ${BATCH}) RETURNING 1)
  SELECT count(*)::int AS count FROM gone`;

/** Jobs that nobody asks about any more. */
@Injectable()
export class OldJobsRepository {
  constructor(private readonly database: Database) {}

  /** Forgets some of the jobs that ended earlier, with what is known of their files. @returns how many; 0 where there are no more */
  async deleteSomeFinishedBefore(at: Date): Promise<number> {
    const [gone] = await this.database.query<{ count: number }>(deleteSome, [at]);
    return gone?.count ?? 0;
  }
}
