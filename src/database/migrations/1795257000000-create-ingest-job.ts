import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files that are handed in, and what came of them (docs/adr/0016-uploads.md). */
export class CreateIngestJob1795257000000 implements MigrationInterface {
  readonly name = 'CreateIngestJob1795257000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TABLE upload (
      id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT upload_pkey PRIMARY KEY,
      account_id uuid,
      account_name text NOT NULL,
      status text NOT NULL CONSTRAINT upload_status_check CHECK (
        status IN ('running', 'ingesting', 'analyzing', 'complete', 'partially_complete', 'failed', 'timed_out')),
      status_message text NOT NULL DEFAULT '',
      silence text,
      started_at timestamptz(3) NOT NULL,
      last_activity_at timestamptz(3) NOT NULL,
      ended_at timestamptz(3),
      finished_at timestamptz(3),
      analysis_run_id uuid,
      CONSTRAINT upload_finished_check CHECK (
        (status IN ('running', 'ingesting', 'analyzing')) = (finished_at IS NULL)),
      CONSTRAINT upload_ended_check CHECK ((status = 'running') = (ended_at IS NULL)))`);
    await queryRunner.query(
      `CREATE INDEX upload_open ON upload (status) WHERE status IN ('running', 'ingesting', 'analyzing')`,
    );
    await queryRunner.query(`CREATE TABLE upload_file (
      id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT upload_file_pkey PRIMARY KEY,
      job_id integer NOT NULL CONSTRAINT upload_file_job_id_fkey REFERENCES upload ON DELETE CASCADE,
      name text NOT NULL,
      media text NOT NULL,
      spool_key text,
      size bigint NOT NULL,
      sha256 text NOT NULL,
      status text NOT NULL CONSTRAINT upload_file_status_check CHECK (
        status IN ('queued', 'reading', 'complete', 'incomplete', 'failed')),
      reason text,
      attempts integer NOT NULL DEFAULT 0,
      bytes_done bigint NOT NULL DEFAULT 0,
      bytes_total bigint,
      received_at timestamptz(3) NOT NULL,
      started_at timestamptz(3),
      finished_at timestamptz(3),
      CONSTRAINT upload_file_finished_check CHECK ((status IN ('queued', 'reading')) = (finished_at IS NULL)),
      CONSTRAINT upload_file_spooled_check CHECK ((status IN ('queued', 'reading')) = (spool_key IS NOT NULL)))`);
    await queryRunner.query('CREATE INDEX upload_file_job ON upload_file (job_id)');
    await queryRunner.query(
      `CREATE INDEX upload_file_open ON upload_file (status) WHERE status IN ('queued', 'reading')`,
    );
    await queryRunner.query(
      'CREATE UNIQUE INDEX upload_file_spool_key ON upload_file (spool_key) WHERE spool_key IS NOT NULL',
    );
    await queryRunner.query(`CREATE TABLE upload_payload (
      id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT upload_payload_pkey PRIMARY KEY,
      file_id bigint NOT NULL CONSTRAINT upload_payload_file_id_fkey REFERENCES upload_file ON DELETE CASCADE,
      path text,
      status text NOT NULL CONSTRAINT upload_payload_status_check CHECK (
        status IN ('complete', 'incomplete', 'failed')),
      format text,
      type text,
      records integer NOT NULL,
      nodes jsonb NOT NULL,
      edges jsonb NOT NULL,
      ignored jsonb NOT NULL,
      changes jsonb,
      fault_count integer NOT NULL,
      faults jsonb NOT NULL)`);
    await queryRunner.query('CREATE INDEX upload_payload_file ON upload_payload (file_id)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE upload_payload');
    await queryRunner.query('DROP TABLE upload_file');
    await queryRunner.query('DROP TABLE upload');
  }
}
