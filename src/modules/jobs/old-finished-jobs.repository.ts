import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';

/** What a job sent may be thousands of files, each with a report of its own. */
const BATCH = 100;

/**
 * A job whose data are still being read or analysed is not old, whatever its state says. What it sent goes with it, as do its results and
 * its log; triggers keep the counts. The first condition is that of the index `job_finished`.
 */
const deleteSome = `
  WITH old AS (
    SELECT job.id, ingest_job_id FROM job
    WHERE status NOT IN ('ready', 'running') AND end_time < $1 AND status NOT IN ('ingesting', 'analyzing')
      AND NOT EXISTS (SELECT FROM ingest_job sent WHERE sent.id = job.ingest_job_id AND sent.finished_at IS NULL)
    LIMIT ${BATCH}),
  sent AS (DELETE FROM ingest_job USING old WHERE ingest_job.id = old.ingest_job_id),
  gone AS (DELETE FROM job USING old WHERE job.id = old.id RETURNING 1)
  SELECT count(*)::int AS count FROM gone`;

@Injectable()
export class OldFinishedJobsRepository {
  constructor(private readonly database: Database) {}

  /** Forgets some of the jobs whose collection ended earlier. @returns how many; 0 where there are no more */
  async deleteSome(endedBefore: Date): Promise<number> {
    const [gone] = await this.database.query<{ count: number }>(deleteSome, [endedBefore]);
    return gone?.count ?? 0;
  }
}
