import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateAnalysisRun1795255300000 implements MigrationInterface {
  readonly name = 'CreateAnalysisRun1795255300000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TABLE analysis_run (
      id uuid CONSTRAINT analysis_run_pkey PRIMARY KEY,
      status text NOT NULL CONSTRAINT analysis_run_status_check CHECK (status IN ('waiting', 'running', 'complete', 'failed')),
      requested_at timestamptz(3) NOT NULL,
      requested_by text NOT NULL,
      started_at timestamptz(3),
      finished_at timestamptz(3),
      stage smallint NOT NULL DEFAULT 0,
      failures smallint NOT NULL DEFAULT 0,
      graph_version bigint,
      rules text,
      summary jsonb,
      reason text,
      CONSTRAINT analysis_run_finished_check CHECK ((status IN ('complete', 'failed')) = (finished_at IS NOT NULL)))`);
    await queryRunner.query(
      "CREATE UNIQUE INDEX analysis_run_waiting ON analysis_run (status) WHERE status = 'waiting'",
    );
    await queryRunner.query("CREATE INDEX analysis_run_running ON analysis_run (status) WHERE status = 'running'");
    await queryRunner.query('CREATE INDEX analysis_run_finished_at ON analysis_run (finished_at)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE analysis_run');
  }
}
