import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Parameters are the names of transition tables; `change` is what one of their rows changes the counts by. */
type Counted = (table: string, change: '' | '-') => string;

/** As in the migration create-finished-job-day, like `daysOf`. */
const addDays = `
  CREATE FUNCTION add_finished_job_days(days timestamptz[], starts bigint[], ends bigint[]) RETURNS void LANGUAGE sql AS $$
    INSERT INTO finished_job_day AS counted (day, started, ended)
    SELECT day, sum(started), sum(ended) FROM unnest(days, starts, ends) AS u (day, started, ended)
    GROUP BY day HAVING sum(started) <> 0 OR sum(ended) <> 0 ORDER BY day
    ON CONFLICT (day) DO UPDATE SET started = counted.started + excluded.started, ended = counted.ended + excluded.ended
  $$`;

const daysOf: Counted = (table, change) => `
  SELECT date_trunc('day', start_time, 'UTC') AS day, ${change}count(*) AS started, 0::bigint AS ended FROM ${table}
  WHERE status NOT IN ('ready', 'running') GROUP BY 1
  UNION ALL
  SELECT date_trunc('day', end_time, 'UTC'), 0, ${change}count(*) FROM ${table}
  WHERE status NOT IN ('ready', 'running') GROUP BY 1`;

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
const daysWithStartsOf: Counted = (table, change) => `
  SELECT date_trunc('day', start_time, 'UTC') AS day, ${change}count(*) AS started, 0::bigint AS ended, 'infinity'::timestamptz AS earliest
  FROM ${table} WHERE status NOT IN ('ready', 'running') GROUP BY 1
  UNION ALL
  SELECT date_trunc('day', end_time, 'UTC'), 0, ${change}count(*), ${change ? `'infinity'` : 'min(start_time)'}
  FROM ${table} WHERE status NOT IN ('ready', 'running') GROUP BY 1`;

const clientsOf: Counted = (table, change) =>
  `SELECT client_id, ${change}count(*) AS jobs FROM ${table} WHERE status NOT IN ('ready', 'running') GROUP BY client_id`;

/** The trigger function. @param columns of `days`, which the function that adds them takes */
function counting(days: Counted, columns: readonly string[]): string {
  const lists = columns.map((column) => `array_agg(${column})`).join(', ');
  const count = (tables: readonly (readonly [string, '' | '-'])[]) => {
    const all = (of: Counted) => tables.map(([table, change]) => of(table, change)).join(' UNION ALL ');
    return `PERFORM add_finished_jobs(array_agg(client_id), array_agg(jobs)) FROM (${all(clientsOf)}) AS changed;
      PERFORM add_finished_job_days(${lists}) FROM (${all(days)}) AS changed;`;
  };
  return `
    CREATE OR REPLACE FUNCTION count_finished_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF TG_OP = 'INSERT' THEN ${count([['inserted', '']])}
      ELSIF TG_OP = 'UPDATE' THEN ${count([
        ['updated', ''],
        ['replaced', '-'],
      ])}
      ELSIF TG_OP = 'DELETE' THEN ${count([['deleted', '-']])}
      ELSE
        DELETE FROM finished_job_count;
        DELETE FROM finished_job_day;
      END IF;
      RETURN NULL;
    END
    $$`;
}

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
    await queryRunner.query(counting(daysWithStartsOf, ['day', 'started', 'ended', 'earliest']));
    await queryRunner.query('DROP FUNCTION add_finished_job_days(timestamptz[], bigint[], bigint[])');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('LOCK TABLE job IN SHARE ROW EXCLUSIVE MODE');
    await queryRunner.query(addDays);
    await queryRunner.query(counting(daysOf, ['day', 'started', 'ended']));
    await queryRunner.query('DROP FUNCTION add_finished_job_days(timestamptz[], bigint[], bigint[], timestamptz[])');
    await queryRunner.query('ALTER TABLE finished_job_day DROP earliest_start');
  }
}
