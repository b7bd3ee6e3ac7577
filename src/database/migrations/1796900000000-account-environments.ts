import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The environments that an account sees. */
export class AccountEnvironments1796900000000 implements MigrationInterface {
  readonly name = 'AccountEnvironments1796900000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE "account" ADD "environments" text[] COLLATE "C", ADD "sees_nodes_of_none" boolean NOT NULL DEFAULT false',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "account" DROP "environments", DROP "sees_nodes_of_none"');
  }
}
