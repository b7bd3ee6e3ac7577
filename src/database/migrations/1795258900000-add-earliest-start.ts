import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addDays, counting, firstDayCounts } from './1795258600000-create-finished-job-day.js';

/** As before, and with the earliest start: a day is also written where that is earlier than what it knows. */
const addDaysWithStarts = `
  CREATE FUNCTION add_finished_job_days(days timestamptz[], starts bigint[], ends bigint[], earliest timestamptz[]) RETURNS void LANGUAGE sql AS $$
    INSERT INTO finished_job_day AS counted (day, started, ended, earliest_start)
    SELECT day, sum(started), sum(ended), min(earliest) FROM unnest(days, starts, ends, earliest) AS u (day, started, ended, earliest)
    GROUP BY day
    HAVING sum(started) <> 0 OR sum(ended) <> 0
      OR min(earliest) < (SELECT known.earliest_start FROM finished_job_day known WHERE known.day = u.day)
    ORDER BY day
    ON CONFLICT (day) DO UPDATE SET started = counted.started + excluded.started, ended = counted.ended + excluded.ended,
      earliest_start = least(counted.earliest_start, excluded.earliest_start)
  $$`;

/** What the jobs of a transition table change; those that go leave the earliest start as it is. */
const daysOf = (table: string, change: '' | '-') => `
  SELECT date_trunc('day', start_time, 'UTC') AS day, ${change}count(*) AS started, 0::bigint AS ended, 'infinity'::timestamptz AS earliest
  FROM ${table} WHERE status NOT IN ('ready', 'running') GROUP BY 1
  UNION ALL
  SELECT date_trunc('day', end_time, 'UTC'), 0, ${change}count(*), ${change ? `'infinity'` : 'min(start_time)'}
  FROM ${table} WHERE status NOT IN ('ready', 'running') GROUP BY 1`;

/**
 * Of each day a time before which no job started that ended on it: the jobs that had begun before some moment and ended after it are on few
 * days, which is how the jobs from a start to an end are counted.
 */
export class AddEarliestStart1795258900000 implements MigrationInterface {
  readonly name = 'AddEarliestStart1795258900000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('LOCK TABLE job IN SHARE ROW EXCLUSIVE MODE');
    await queryRunner.query(
      `ALTER TABLE finished_job_day ADD earliest_start timestamptz(3) NOT NULL DEFAULT 'infinity'`,
    );
    await queryRunner.query(`UPDATE finished_job_day SET earliest_start = there.earliest FROM (
      SELECT date_trunc('day', end_time, 'UTC') AS day, min(start_time) AS earliest FROM job
      WHERE status NOT IN ('ready', 'running') GROUP BY 1) there WHERE there.day = finished_job_day.day`);
    await queryRunner.query(addDaysWithStarts);
    await queryRunner.query(counting({ changes: daysOf, columns: ['day', 'started', 'ended', 'earliest'] }));
    await queryRunner.query('DROP FUNCTION add_finished_job_days(timestamptz[], bigint[], bigint[])');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(addDays);
    await queryRunner.query(counting(firstDayCounts));
    await queryRunner.query('DROP FUNCTION add_finished_job_days(timestamptz[], bigint[], bigint[], timestamptz[])');
    await queryRunner.query('ALTER TABLE finished_job_day DROP earliest_start');
  }
}
