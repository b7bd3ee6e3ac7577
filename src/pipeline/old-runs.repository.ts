import { Injectable } from '@nestjs/common';
import { Database } from '../database/database.js';

/** The last of each kind of end stays: what it has seen decides what the next has to do, and how it ended is what is asked for. */
const deleteSome = `
  WITH gone AS (
    DELETE FROM analysis_run WHERE id IN (
      SELECT id FROM analysis_run run WHERE finished_at < $1
        AND finished_at < (SELECT max(finished_at) FROM analysis_run last WHERE last.status = run.status)
        AND NOT EXISTS (SELECT FROM data_quality_domain WHERE run_id = run.id)
        AND NOT EXISTS (SELECT FROM data_quality_tenant WHERE run_id = run.id)
        AND NOT EXISTS (SELECT FROM ingest_job WHERE analysis_run_id = run.id)
      LIMIT 1000) RETURNING 1)
  SELECT count(*)::int AS count FROM gone`;

/** Runs of the analysis that nothing refers to any more. */
@Injectable()
export class OldRunsRepository {
  constructor(private readonly database: Database) {}

  /**
   * Forgets some of the runs that ended earlier. Those that counted something stay, as what they counted does: it names them.
   * @returns how many; 0 where there are no more
   */
  async deleteSomeFinishedBefore(at: Date): Promise<number> {
    const [gone] = await this.database.query<{ count: number }>(deleteSome, [at]);
    return gone?.count ?? 0;
  }
}
