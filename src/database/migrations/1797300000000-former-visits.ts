import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When an account last used the page before a session. */
export class FormerVisits1797300000000 implements MigrationInterface {
  readonly name = 'FormerVisits1797300000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "session" ADD "former_visit" TIMESTAMP(3) WITH TIME ZONE');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "session" DROP "former_visit"');
  }
}
