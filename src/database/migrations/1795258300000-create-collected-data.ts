import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What collection clients send, beside what accounts upload (docs/adr/0023-collected-data.md). */
export class CreateCollectedData1795258300000 implements MigrationInterface {
  readonly name = 'CreateCollectedData1795258300000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE upload ADD kind text NOT NULL DEFAULT 'upload'
      CONSTRAINT upload_kind_check CHECK (kind IN ('upload', 'collection'))`);
    await queryRunner.query(`UPDATE upload SET kind = 'collection' WHERE id IN (SELECT upload_id FROM job)`);
    await queryRunner.query('DROP INDEX upload_file_job');
    await queryRunner.query('CREATE INDEX upload_file_job ON upload_file (job_id, sha256)');
    await queryRunner.query(`ALTER TABLE upload_payload ADD environments jsonb NOT NULL DEFAULT '{}'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE upload_payload DROP environments');
    await queryRunner.query('DROP INDEX upload_file_job');
    await queryRunner.query('CREATE INDEX upload_file_job ON upload_file (job_id)');
    await queryRunner.query('ALTER TABLE upload DROP kind');
  }
}
