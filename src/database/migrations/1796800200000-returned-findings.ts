import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether a finding had been resolved before it was found. */
export class ReturnedFindings1796800200000 implements MigrationInterface {
  readonly name = 'ReturnedFindings1796800200000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "finding" ADD "returned" boolean NOT NULL DEFAULT false');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "finding" DROP "returned"');
  }
}
