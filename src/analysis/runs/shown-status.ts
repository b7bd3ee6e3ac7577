import { isCommittedAfter } from '../../graph/store/graph-version.js';

/**
 * SQL: the status of files as an instance shows it: `analyzing` until its own graph has the version that their analysis left, so that no client
 * looks for its data too early. Filters and orders use the stored status.
 * @param status column, whose final states are named as those of uploads
 * @param runId expression: the run of the analysis
 * @param version token of the version of the instance's graph
 */
export function shownStatus(status: string, runId: string, version: string): string {
  // The first condition is one look for all rows, and nearly always false.
  return `CASE WHEN ${isCommittedAfter(version)} AND ${status} IN ('complete', 'partially_complete') AND EXISTS (
      SELECT FROM analysis_run run WHERE run.id = ${runId} AND (run.summary ->> 'version')::bigint > ${version})
    THEN 'analyzing' ELSE ${status} END`;
}
