import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Logins of programs that a person lets in. */
export class DeviceLogins1796600200000 implements MigrationInterface {
  readonly name = 'DeviceLogins1796600200000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "device_login" (
        "digest" text NOT NULL,
        "user_code" text NOT NULL,
        "state" text NOT NULL,
        "account_id" uuid,
        "address" text NOT NULL,
        "program" text,
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "expires_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "next_poll" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "device_login_state" CHECK (state IN ('pending', 'approved', 'denied')),
        CONSTRAINT "device_login_pkey" PRIMARY KEY ("digest"),
        CONSTRAINT "device_login_account_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE)`);
    await queryRunner.query('CREATE UNIQUE INDEX "device_login_user_code_key" ON "device_login" ("user_code")');
    await queryRunner.query('CREATE INDEX "device_login_expires_at" ON "device_login" ("expires_at")');
    await queryRunner.query(`
      CREATE TABLE "device_code_failure" (
        "account_id" uuid NOT NULL,
        "failures" integer NOT NULL,
        "expires_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "device_code_failure_pkey" PRIMARY KEY ("account_id"),
        CONSTRAINT "device_code_failure_account_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE)`);
    await this.allowKinds(queryRunner, "'bearer', 'cookie', 'command_line'");
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DELETE FROM "session" WHERE kind = 'command_line'`);
    await this.allowKinds(queryRunner, "'bearer', 'cookie'");
    await queryRunner.query('DROP TABLE "device_code_failure", "device_login"');
  }

  private async allowKinds(queryRunner: QueryRunner, kinds: string): Promise<void> {
    await queryRunner.query('ALTER TABLE "session" DROP CONSTRAINT "session_kind"');
    await queryRunner.query(`ALTER TABLE "session" ADD CONSTRAINT "session_kind" CHECK (kind IN (${kinds}))`);
  }
}
