import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Codes of an app as a second factor, and recovery codes. */
export class SecondFactors1796600000000 implements MigrationInterface {
  readonly name = 'SecondFactors1796600000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "account" ADD "totp_active" boolean NOT NULL DEFAULT false');
    await queryRunner.query(`
      CREATE TABLE "totp_factor" (
        "account_id" uuid NOT NULL,
        "secret_sealed" bytea NOT NULL,
        "last_step" bigint NOT NULL DEFAULT '0',
        "wrong_codes" integer NOT NULL DEFAULT '0',
        "window_end" TIMESTAMP(3) WITH TIME ZONE,
        "blocked_at" TIMESTAMP(3) WITH TIME ZONE,
        CONSTRAINT "totp_factor_pkey" PRIMARY KEY ("account_id"),
        CONSTRAINT "totp_factor_account_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE)`);
    await queryRunner.query(`
      CREATE TABLE "recovery_code" (
        "account_id" uuid NOT NULL,
        "digest" text NOT NULL,
        CONSTRAINT "recovery_code_pkey" PRIMARY KEY ("account_id", "digest"),
        CONSTRAINT "recovery_code_account_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "recovery_code", "totp_factor"');
    await queryRunner.query('ALTER TABLE "account" DROP "totp_active"');
  }
}
