import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Counts how attempts to read a file ended without a report, so that only failures of the file itself lead to giving it up. */
export class AddFileFailures1795259400000 implements MigrationInterface {
  readonly name = 'AddFileFailures1795259400000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE upload_file ADD failures integer NOT NULL DEFAULT 0, ADD interruptions integer NOT NULL DEFAULT 0',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE upload_file DROP failures, DROP interruptions');
  }
}
