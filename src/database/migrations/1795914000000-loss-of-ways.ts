import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The accounts that lose their last way into tier zero without a right. The next analysis fills the columns. */
export class LossOfWays1795914000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "finding" ADD "freed" integer, ADD "shared" integer');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "finding" DROP COLUMN "shared", DROP COLUMN "freed"');
  }
}
