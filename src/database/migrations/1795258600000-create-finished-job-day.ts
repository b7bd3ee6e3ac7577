import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Parameters are the names of transition tables; `change` is what one of their rows changes the counts by. */
const clientsOf = (table: string, change: '' | '-') =>
  `SELECT client_id, ${change}count(*) AS jobs FROM ${table} WHERE status NOT IN ('ready', 'running') GROUP BY client_id`;

const daysOf = (table: string, change: '' | '-') => `
  SELECT date_trunc('day', start_time, 'UTC') AS day, ${change}count(*) AS started, 0::bigint AS ended FROM ${table}
  WHERE status NOT IN ('ready', 'running') GROUP BY 1
  UNION ALL
  SELECT date_trunc('day', end_time, 'UTC'), 0, ${change}count(*) FROM ${table}
  WHERE status NOT IN ('ready', 'running') GROUP BY 1`;

const countClients = (changes: string) =>
  `PERFORM add_finished_jobs(array_agg(client_id), array_agg(jobs)) FROM (${changes}) AS changed;`;

const countDays = (changes: string) =>
  `PERFORM add_finished_job_days(array_agg(day), array_agg(started), array_agg(ended)) FROM (${changes}) AS changed;`;

/** The trigger function, without days (as the create-collection migration has it) or with them. */
function counting(hasDays: boolean): string {
  const count = (tables: readonly (readonly [string, '' | '-'])[]) => {
    const all = (of: typeof clientsOf) => tables.map(([table, change]) => of(table, change)).join(' UNION ALL ');
    return countClients(all(clientsOf)) + (hasDays ? countDays(all(daysOf)) : '');
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
        ${hasDays ? 'DELETE FROM finished_job_day;' : ''}
      END IF;
      RETURN NULL;
    END
    $$`;
}

/** As add_finished_jobs does: rows are taken in the order of the key, so that two statements can't wait for each other. */
const addDays = `
  CREATE FUNCTION add_finished_job_days(days timestamptz[], starts bigint[], ends bigint[]) RETURNS void LANGUAGE sql AS $$
    INSERT INTO finished_job_day AS counted (day, started, ended)
    SELECT day, sum(started), sum(ended) FROM unnest(days, starts, ends) AS u (day, started, ended)
    GROUP BY day HAVING sum(started) <> 0 OR sum(ended) <> 0 ORDER BY day
    ON CONFLICT (day) DO UPDATE SET started = counted.started + excluded.started, ended = counted.ended + excluded.ended
  $$`;

/** How many finished jobs there are of each day, so that neither a range of time nor a page far down has to count them. */
export class CreateFinishedJobDay1795258600000 implements MigrationInterface {
  readonly name = 'CreateFinishedJobDay1795258600000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE INDEX job_finished_start ON job (start_time) WHERE status NOT IN ('ready', 'running')`,
    );
    await queryRunner.query(`CREATE TABLE finished_job_day (
      day timestamptz(3) CONSTRAINT finished_job_day_pkey PRIMARY KEY,
      started bigint NOT NULL,
      ended bigint NOT NULL)`);
    await queryRunner.query(addDays);
    await queryRunner.query('LOCK TABLE job IN SHARE ROW EXCLUSIVE MODE');
    await queryRunner.query(counting(true));
    await queryRunner.query(
      `SELECT add_finished_job_days(array_agg(day), array_agg(started), array_agg(ended)) FROM (${daysOf('job', '')}) AS there`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('LOCK TABLE job IN SHARE ROW EXCLUSIVE MODE');
    await queryRunner.query(counting(false));
    await queryRunner.query('DROP FUNCTION add_finished_job_days(timestamptz[], bigint[], bigint[])');
    await queryRunner.query('DROP TABLE finished_job_day');
    await queryRunner.query('DROP INDEX job_finished_start');
  }
}
