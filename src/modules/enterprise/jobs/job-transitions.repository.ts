import type { SqlRunner, SqlValue } from '../../../database/database.js';
import { addTask } from '../../../queue/task-queue.js';
import { storableText } from '../../../database/sql/storable.js';
import { type JobStatus, pathBetween, statusesBefore } from './job-status.js';

interface JobTransition {
  readonly to: JobStatus;
  /** The status message of the job. */
  readonly message: string;
  readonly at: Date;
  /** Default: all states that may become `to`. */
  readonly from?: readonly JobStatus[];
}

export interface ChangedJob {
  readonly id: number;
  readonly upload_id: number | null;
}

/**
 * One statement checks the state, changes it and writes the log, so that concurrent changes cannot both succeed. A job that ends
 * without a start has started when it ended. The end is never before the start, although instances may disagree on the time.
 */
function transitionSql(to: JobStatus, condition: string): string {
  const times =
    to === 'running'
      ? 'start_time = $3, last_heartbeat_at = $3'
      : 'start_time = coalesce(start_time, $3), end_time = coalesce(end_time, greatest(start_time, $3))';
  return `
    WITH changed AS (
      UPDATE job SET status = $1, status_message = $2, updated_at = $3, ${times}
      WHERE status = ANY ($4) AND ${condition} RETURNING id, upload_id),
    logged AS (
      INSERT INTO job_log (job_id, at, line)
      SELECT id, $3, $1 || CASE $2 WHEN '' THEN '' ELSE ': ' || $2 END FROM changed)
    SELECT id, upload_id FROM changed ORDER BY id`;
}

/**
 * Changes the state of every job that meets the condition and is in a state that may become `to`.
 * @param sql of a transaction if jobs may fail, because their alerts are evaluated by a task
 * @param condition SQL on `job`; its parameters begin with $5
 * @returns the changed jobs
 */
export async function transition(
  sql: SqlRunner,
  { to, message, at, from = statusesBefore(to) }: JobTransition,
  condition: string,
  values: readonly SqlValue[],
): Promise<ChangedJob[]> {
  const all = [to, message, at, from, ...values];
  const changed = await sql.prepared<ChangedJob>(transitionSql(to, condition), all);
  if (to === 'failed' || to === 'timed_out')
    for (const { id } of changed)
      await addTask(sql, 'tell-failed-job', { jobId: String(id) }, { key: `tell-failed-job:${id}` });
  return changed;
}

/** Changes the state of a locked job through all states between `from` and the last. */
export async function transitionThrough(
  sql: SqlRunner,
  id: number,
  from: JobStatus,
  { to, message, at }: JobTransition,
): Promise<void> {
  for (const next of pathBetween(from, to)) {
    await transition(sql, { to: next, message: next === to ? message : '', at }, 'id = $5', [id]);
  }
}

/** Limits the log of a running job, because its client decides how much it reports. */
const maxLinesWhileRunning = 1_000;

const insertRunLine = `
  INSERT INTO job_log (job_id, at, line)
  SELECT $1, $2, CASE WHEN lines < $4 - 1 THEN $3 ELSE 'there is more, in the log of the service' END
  FROM (SELECT count(*) AS lines FROM job_log WHERE job_id = $1) log WHERE lines < $4
  RETURNING line`;

/** Logs a text for a running job. False if the log is full; its last line says so. */
export async function logWhileRunning(sql: SqlRunner, id: number, text: string, at: Date): Promise<boolean> {
  const line = logLine(text);
  const [row] = await sql.prepared<{ line: string }>(insertRunLine, [id, at, line, maxLinesWhileRunning]);
  return row?.line === line;
}

export async function logLines(sql: SqlRunner, id: number, lines: readonly string[], at: Date): Promise<void> {
  if (lines.length === 0) return;
  await sql.query(
    `INSERT INTO job_log (job_id, at, line)
     SELECT $1, $2, line FROM unnest($3::text[]) WITH ORDINALITY u (line, place) ORDER BY place`,
    [id, at, lines.map(logLine)],
  );
}

const maxLineCharacters = 2_000;

/** Makes one line of limited length of a text that a client sent. */
export function logLine(text: string): string {
  const line = text
    .slice(0, maxLineCharacters)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();
  return storableText(text.length > maxLineCharacters ? `${line} …` : line);
}
