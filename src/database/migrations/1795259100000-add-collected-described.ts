import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whether a record says properties of a node, or merely which edges it has. Of what is known so far, it may. */
export class AddCollectedDescribed1795259100000 implements MigrationInterface {
  readonly name = 'AddCollectedDescribed1795259100000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE collected ADD is_described boolean NOT NULL DEFAULT true');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE collected DROP is_described');
  }
}
