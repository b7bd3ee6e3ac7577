import { MigrationInterface, QueryRunner } from 'typeorm';

export class AddLoginFailure1795481605860 implements MigrationInterface {
  name = 'AddLoginFailure1795481605860';

  public async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            CREATE TABLE "login_failure" (
                "key" text NOT NULL,
                "failures" integer NOT NULL,
                "expires_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
                CONSTRAINT "login_failure_pkey" PRIMARY KEY ("key")
            )
        `);
    await queryRunner.query(`
            CREATE INDEX "login_failure_expires_at" ON "login_failure" ("expires_at")
        `);
  }

  public async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
            DROP INDEX "public"."login_failure_expires_at"
        `);
    await queryRunner.query(`
            DROP TABLE "login_failure"
        `);
  }
}
