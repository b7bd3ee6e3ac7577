import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Jobs that are made, taken and ended by themselves (docs/adr/0022-scheduling.md), and what happened to each. */
export class CreateJobLog1795258200000 implements MigrationInterface {
  readonly name = 'CreateJobLog1795258200000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE job
      ADD occurrence timestamptz(3),
      ADD last_heartbeat_at timestamptz(3),
      ADD upload_id integer`);
    await queryRunner.query('CREATE UNIQUE INDEX job_occurrence ON job (event_id, occurrence)');
    await queryRunner.query(`CREATE UNIQUE INDEX job_running_client ON job (client_id) WHERE status = 'running'`);
    await queryRunner.query('CREATE UNIQUE INDEX job_upload ON job (upload_id) WHERE upload_id IS NOT NULL');
    await queryRunner.query(`CREATE TABLE job_log (
      id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT job_log_pkey PRIMARY KEY,
      job_id integer NOT NULL CONSTRAINT job_log_job_id_fkey REFERENCES job ON DELETE CASCADE,
      at timestamptz(3) NOT NULL,
      line text NOT NULL)`);
    await queryRunner.query('CREATE INDEX job_log_job ON job_log (job_id, id)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE job_log');
    await queryRunner.query('DROP INDEX job_occurrence, job_running_client, job_upload');
    await queryRunner.query('ALTER TABLE job DROP occurrence, DROP last_heartbeat_at, DROP upload_id');
  }
}
