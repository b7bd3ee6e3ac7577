import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The few jobs that a client may take or is running, among all that it ever had. */
export class CreateOpenJobIndex1795258100000 implements MigrationInterface {
  readonly name = 'CreateOpenJobIndex1795258100000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE INDEX job_open ON job (client_id, execution_time) WHERE status IN ('ready', 'running')`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX job_open');
  }
}
