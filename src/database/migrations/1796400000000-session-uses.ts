import type { MigrationInterface, QueryRunner } from 'typeorm';

/** From where and with which program a session was opened, and when it was last used. */
export class SessionUses1796400000000 implements MigrationInterface {
  readonly name = 'SessionUses1796400000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE "session"
        ADD "address" text,
        ADD "program" text,
        ADD "last_used" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now()`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "session" DROP "address", DROP "program", DROP "last_used"');
  }
}
