import type { MigrationInterface, QueryRunner } from 'typeorm';

const collectionFlags = `
  session_collection boolean NOT NULL,
  local_group_collection boolean NOT NULL,
  ad_structure_collection boolean NOT NULL,
  cert_services_collection boolean NOT NULL,
  ca_registry_collection boolean NOT NULL,
  dc_registry_collection boolean NOT NULL,
  all_trusted_domains boolean NOT NULL,
  ous text[] NOT NULL,
  domains text[] NOT NULL`;

const bookkeeping = `
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3)`;

const tables = [
  `CREATE TABLE client (
    id uuid CONSTRAINT client_pkey PRIMARY KEY,
    name text NOT NULL,
    type text NOT NULL CONSTRAINT client_type_check CHECK (type IN ('directory', 'cloud')),
    domain_controller text NOT NULL,
    version text,
    hostname text,
    last_checkin timestamptz(3),${bookkeeping})`,
  `CREATE TABLE event (
    id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT event_pkey PRIMARY KEY,
    client_id uuid NOT NULL CONSTRAINT event_client_id_fkey REFERENCES client ON DELETE CASCADE,
    rrule text NOT NULL,${collectionFlags},
    next_scheduled_at timestamptz(3),${bookkeeping})`,
  `CREATE TABLE job (
    id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT job_pkey PRIMARY KEY,
    client_id uuid NOT NULL,
    client_name text NOT NULL,
    event_id integer,
    event_title text,
    execution_time timestamptz(3) NOT NULL,
    start_time timestamptz(3),
    end_time timestamptz(3),
    last_ingest timestamptz(3),
    status text NOT NULL CONSTRAINT job_status_check CHECK (status IN ('ready', 'running', 'ingesting', 'analyzing',
      'complete', 'partially_complete', 'failed', 'canceled', 'timed_out')),
    status_message text NOT NULL,
    log_path text,
    domain_controller text NOT NULL,${collectionFlags},${bookkeeping},
    CONSTRAINT job_ended_check CHECK (status IN ('ready', 'running') OR (start_time IS NOT NULL AND end_time IS NOT NULL)))`,
  `CREATE TABLE job_domain_result (
    id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT job_domain_result_pkey PRIMARY KEY,
    job_id integer NOT NULL CONSTRAINT job_domain_result_job_id_fkey REFERENCES job ON DELETE CASCADE,
    domain_name text NOT NULL,
    success boolean NOT NULL,
    message text NOT NULL,
    user_count integer NOT NULL,
    group_count integer NOT NULL,
    computer_count integer NOT NULL,
    gpo_count integer NOT NULL,
    ou_count integer NOT NULL,
    container_count integer NOT NULL,
    aiaca_count integer NOT NULL,
    rootca_count integer NOT NULL,
    enterpriseca_count integer NOT NULL,
    ntauthstore_count integer NOT NULL,
    certtemplate_count integer NOT NULL,
    deleted_count integer NOT NULL,${bookkeeping})`,
  `CREATE TABLE finished_job_count (
    client_id uuid CONSTRAINT finished_job_count_pkey PRIMARY KEY,
    jobs bigint NOT NULL)`,
];

const indexes = [
  `CREATE INDEX event_client ON event (client_id)`,
  `CREATE INDEX event_next_scheduled_at ON event (next_scheduled_at)`,
  `CREATE INDEX job_finished ON job (end_time DESC NULLS LAST, id) WHERE status NOT IN ('ready', 'running')`,
  `CREATE INDEX job_finished_client ON job (client_id, end_time DESC NULLS LAST, id)
     WHERE status NOT IN ('ready', 'running')`,
  `CREATE INDEX job_execution_time ON job (execution_time DESC NULLS LAST, id)`,
  `CREATE INDEX job_domain_result_job ON job_domain_result (job_id)`,
];

/**
 * Keeps finished_job_count true. By statement, not by row: a bulk load then touches the row of a client once. Rows are taken in the
 * order of the key, so that two statements can't wait for each other.
 */
const counting = [
  `CREATE FUNCTION add_finished_jobs(clients uuid[], changes bigint[]) RETURNS void LANGUAGE sql AS $$
    INSERT INTO finished_job_count AS counted (client_id, jobs)
    SELECT client_id, sum(change) FROM unnest(clients, changes) AS u (client_id, change)
    GROUP BY client_id HAVING sum(change) <> 0 ORDER BY client_id
    ON CONFLICT (client_id) DO UPDATE SET jobs = counted.jobs + excluded.jobs
  $$`,
  `CREATE FUNCTION count_finished_jobs() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    IF TG_OP = 'INSERT' THEN
      PERFORM add_finished_jobs(array_agg(client_id), array_agg(jobs)) FROM (
        SELECT client_id, count(*) AS jobs FROM inserted
        WHERE status NOT IN ('ready', 'running') GROUP BY client_id) AS changed;
    ELSIF TG_OP = 'UPDATE' THEN
      PERFORM add_finished_jobs(array_agg(client_id), array_agg(jobs)) FROM (
        SELECT client_id, count(*) AS jobs FROM updated
        WHERE status NOT IN ('ready', 'running') GROUP BY client_id
        UNION ALL
        SELECT client_id, -count(*) FROM replaced
        WHERE status NOT IN ('ready', 'running') GROUP BY client_id) AS changed;
    ELSIF TG_OP = 'DELETE' THEN
      PERFORM add_finished_jobs(array_agg(client_id), array_agg(-jobs)) FROM (
        SELECT client_id, count(*) AS jobs FROM deleted
        WHERE status NOT IN ('ready', 'running') GROUP BY client_id) AS changed;
    ELSE
      DELETE FROM finished_job_count;
    END IF;
    RETURN NULL;
  END
  $$`,
  `CREATE TRIGGER job_inserted AFTER INSERT ON job REFERENCING NEW TABLE AS inserted
     FOR EACH STATEMENT EXECUTE FUNCTION count_finished_jobs()`,
  `CREATE TRIGGER job_updated AFTER UPDATE ON job REFERENCING OLD TABLE AS replaced NEW TABLE AS updated
     FOR EACH STATEMENT EXECUTE FUNCTION count_finished_jobs()`,
  `CREATE TRIGGER job_deleted AFTER DELETE ON job REFERENCING OLD TABLE AS deleted
     FOR EACH STATEMENT EXECUTE FUNCTION count_finished_jobs()`,
  `CREATE TRIGGER job_truncated AFTER TRUNCATE ON job FOR EACH STATEMENT EXECUTE FUNCTION count_finished_jobs()`,
];

export class CreateCollection1795244619156 implements MigrationInterface {
  readonly name = 'CreateCollection1795244619156';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of [...tables, ...indexes, ...counting]) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE finished_job_count, job_domain_result, job, event, client');
    await queryRunner.query('DROP FUNCTION count_finished_jobs(), add_finished_jobs(uuid[], bigint[])');
  }
}
