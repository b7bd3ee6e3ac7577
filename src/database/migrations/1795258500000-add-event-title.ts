import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What events are called; jobs have kept a title from the beginning. */
export class AddEventTitle1795258500000 implements MigrationInterface {
  readonly name = 'AddEventTitle1795258500000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE event ADD title text NOT NULL DEFAULT ''`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE event DROP title');
  }
}
