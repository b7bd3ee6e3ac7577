import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How the readings of a file ended that gave no report, so that a file is given up only for those that it brought down itself. */
export class AddFileFailures1795259400000 implements MigrationInterface {
  readonly name = 'AddFileFailures1795259400000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE ingest_file ADD failures integer NOT NULL DEFAULT 0, ADD interruptions integer NOT NULL DEFAULT 0',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE ingest_file DROP failures, DROP interruptions');
  }
}
