import type { SqlRunner, SqlValue } from '../../../database/database.js';
import { logLine } from './log-line.js';
import { type JobStatus, pathBetween, statusesBefore } from './job-status.js';

export interface Move {
  readonly to: JobStatus;
  /** The message of the job from then on. */
  readonly message: string;
  readonly at: Date;
  /** The states that it may leave; those of the table where absent. */
  readonly from?: readonly JobStatus[];
}

/** A job that has changed its state. */
export interface MovedJob {
  readonly id: number;
  readonly upload_id: number | null;
}

/**
 * The states that a job may leave are in the condition, and the line of the log in the same statement. A job that never began has begun
 * when it ended, and none ends before it began: the clock of another instance may have said when that was.
 */
function moveStatement(to: JobStatus, condition: string): string {
  const times =
    to === 'running'
      ? 'start_time = $3, last_heartbeat_at = $3'
      : 'start_time = coalesce(start_time, $3), end_time = coalesce(end_time, greatest(start_time, $3))';
  return `
    WITH moved AS (
      UPDATE job SET status = $1, status_message = $2, updated_at = $3, ${times}
      WHERE status = ANY ($4) AND ${condition} RETURNING id, upload_id),
    noted AS (
      INSERT INTO job_log (job_id, at, line)
      SELECT id, $3, $1 || CASE $2 WHEN '' THEN '' ELSE ': ' || $2 END FROM moved)
    SELECT id, upload_id FROM moved ORDER BY id`;
}

/**
 * Moves the jobs that are in a state that `to` may follow, and leaves all others.
 * @param condition SQL on `job`; its parameters begin with $5
 */
export function move(on: SqlRunner, change: Move, condition: string, values: readonly SqlValue[]): Promise<MovedJob[]> {
  const statement = moveQuery(change, condition, values);
  return on.prepared(statement.text, statement.values);
}

/** What {@link move} runs, for transactions of another library. */
export function moveQuery(
  { to, message, at, from = statusesBefore(to) }: Move,
  condition: string,
  values: readonly SqlValue[],
): { readonly text: string; readonly values: SqlValue[] } {
  return { text: moveStatement(to, condition), values: [to, message, at, from, ...values] };
}

/** Takes a job, whose row is locked, through every state from `from` to the last. */
export async function pass(on: SqlRunner, id: number, from: JobStatus, { to, message, at }: Move): Promise<void> {
  for (const next of pathBetween(from, to)) {
    await move(on, { to: next, message: next === to ? message : '', at }, 'id = $5', [id]);
  }
}

/** While a job runs, its log has no more lines than these, so that a client that never stops complaining can't fill the database. */
const mostLinesOfRun = 1_000;

const noteOfRun = `
  INSERT INTO job_log (job_id, at, line)
  SELECT $1, $2, CASE WHEN lines < $4 - 1 THEN $3 ELSE 'there is more, in the log of the service' END
  FROM (SELECT count(*) AS lines FROM job_log WHERE job_id = $1) log WHERE lines < $4
  RETURNING line`;

/** Adds what is said of a job that runs to its log. False where that is full, which is its last line then. */
export async function noteInRun(on: SqlRunner, id: number, text: string, at: Date): Promise<boolean> {
  const line = logLine(text);
  const [noted] = await on.prepared<{ line: string }>(noteOfRun, [id, at, line, mostLinesOfRun]);
  return noted?.line === line;
}

/** Adds lines to the log of a job. */
export async function note(on: SqlRunner, id: number, lines: readonly string[], at: Date): Promise<void> {
  if (lines.length === 0) return;
  await on.query(
    `INSERT INTO job_log (job_id, at, line)
     SELECT $1, $2, line FROM unnest($3::text[]) WITH ORDINALITY u (line, place) ORDER BY place`,
    [id, at, lines.map(logLine)],
  );
}
