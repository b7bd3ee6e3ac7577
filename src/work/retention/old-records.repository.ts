import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';

/** A job may have thousands of files, each with a report of its own: hence few at a time. */
const deleteSomeUploadJobs = `
  WITH gone AS (
    DELETE FROM upload WHERE id IN (SELECT id FROM upload WHERE finished_at < $1 LIMIT 100) RETURNING 1)
  SELECT count(*)::int AS count FROM gone`;

/** The last of each kind of end stays: what it has seen decides what the next has to do, and how it ended is what is asked for. */
const deleteSomeAnalysisRuns = `
  WITH gone AS (
    DELETE FROM analysis_run WHERE id IN (
      SELECT id FROM analysis_run run WHERE finished_at < $1
        AND finished_at < (SELECT max(finished_at) FROM analysis_run last WHERE last.status = run.status)
        AND NOT EXISTS (SELECT FROM data_quality_domain WHERE run_id = run.id)
        AND NOT EXISTS (SELECT FROM data_quality_tenant WHERE run_id = run.id)
        AND NOT EXISTS (SELECT FROM upload WHERE analysis_run_id = run.id)
      LIMIT 1000) RETURNING 1)
  SELECT count(*)::int AS count FROM gone`;

const deleteSomeAuditEntries = `
  WITH gone AS (
    DELETE FROM audit_log WHERE id IN (SELECT id FROM audit_log WHERE at < $1 ORDER BY at LIMIT 10000) RETURNING 1)
  SELECT count(*)::int AS count FROM gone`;

/**
 * A job whose data are still being read or analysed is not old, whatever its state says. What it sent goes with it, as do its results and
 * its log. The first condition is that of the index `job_finished`. Few at a time for the same reason.
 */
const deleteSomeFinishedJobs = `
  WITH old AS (
    SELECT job.id, upload_id FROM job
    WHERE status NOT IN ('ready', 'running') AND end_time < $1 AND status NOT IN ('ingesting', 'analyzing')
      AND NOT EXISTS (SELECT FROM upload sent WHERE sent.id = job.upload_id AND sent.finished_at IS NULL)
    LIMIT 100),
  sent AS (DELETE FROM upload USING old WHERE upload.id = old.upload_id),
  gone AS (DELETE FROM job USING old WHERE job.id = old.id RETURNING 1)
  SELECT count(*)::int AS count FROM gone`;

const deleteSomeTokenProofs = `
  WITH gone AS (
    DELETE FROM token_proof WHERE (token_id, address) IN (
      SELECT token_id, address FROM token_proof WHERE proven_at < $1 LIMIT 10000) RETURNING 1)
  SELECT count(*)::int AS count FROM gone`;

/** Each forgets some of what is older than a time. @returns how many; 0 where there are no more */
@Injectable()
export class OldRecordsRepository {
  constructor(private readonly database: Database) {}

  /** With what is known of their files. */
  deleteSomeUploadJobs(finishedBefore: Date): Promise<number> {
    return this.deleteSome(deleteSomeUploadJobs, finishedBefore);
  }

  /** Runs that nothing refers to any more. Those that counted something stay, as what they counted does: it names them. */
  deleteSomeAnalysisRuns(finishedBefore: Date): Promise<number> {
    return this.deleteSome(deleteSomeAnalysisRuns, finishedBefore);
  }

  /** The oldest first. */
  deleteSomeAuditEntries(recordedBefore: Date): Promise<number> {
    return this.deleteSome(deleteSomeAuditEntries, recordedBefore);
  }

  /** Collection jobs whose collection ended earlier. */
  deleteSomeFinishedJobs(endedBefore: Date): Promise<number> {
    return this.deleteSome(deleteSomeFinishedJobs, endedBefore);
  }

  /** Addresses that have not proven a token since. */
  deleteSomeTokenProofs(provenBefore: Date): Promise<number> {
    return this.deleteSome(deleteSomeTokenProofs, provenBefore);
  }

  private async deleteSome(statement: string, before: Date): Promise<number> {
    const [gone] = await this.database.query<{ count: number }>(statement, [before]);
    return gone?.count ?? 0;
  }
}
