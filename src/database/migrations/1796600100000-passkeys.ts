import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Passkeys, and the challenges that devices have signed. */
export class Passkeys1796600100000 implements MigrationInterface {
  readonly name = 'Passkeys1796600100000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "account" ADD "passkeys" integer NOT NULL DEFAULT \'0\'');
    await queryRunner.query(`
      CREATE TABLE "passkey" (
        "id" uuid NOT NULL,
        "account_id" uuid NOT NULL,
        "credential_id" text NOT NULL,
        "public_key" bytea NOT NULL,
        "counter" bigint NOT NULL,
        "rp_id" text NOT NULL,
        "name" text NOT NULL,
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "last_used" TIMESTAMP(3) WITH TIME ZONE,
        CONSTRAINT "passkey_pkey" PRIMARY KEY ("id"),
        CONSTRAINT "passkey_account_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE)`);
    await queryRunner.query('CREATE INDEX "passkey_account" ON "passkey" ("account_id")');
    await queryRunner.query('CREATE UNIQUE INDEX "passkey_credential_key" ON "passkey" ("credential_id")');
    await queryRunner.query(`
      CREATE TABLE "used_challenge" (
        "challenge" text NOT NULL,
        "expires_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "used_challenge_pkey" PRIMARY KEY ("challenge"))`);
    await queryRunner.query('CREATE INDEX "used_challenge_expires_at" ON "used_challenge" ("expires_at")');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "used_challenge", "passkey"');
    await queryRunner.query('ALTER TABLE "account" DROP "passkeys"');
  }
}
