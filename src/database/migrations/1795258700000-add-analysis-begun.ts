import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often a run was begun: one that ends its process or its database each time is given up. */
export class AddAnalysisBegun1795258700000 implements MigrationInterface {
  readonly name = 'AddAnalysisBegun1795258700000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE analysis_run ADD begun smallint NOT NULL DEFAULT 0');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE analysis_run DROP begun');
  }
}
