import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Keys that programs send as they are, beside the keys of signatures; and what identity providers tell of people and groups. */
export class BearerKeys1796930000000 implements MigrationInterface {
  readonly name = 'BearerKeys1796930000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE "api_token"
        ALTER "key_encrypted" DROP NOT NULL,
        ADD "key_digest" text,
        ADD "sso_provider_id" integer,
        DROP CONSTRAINT "api_token_owner_check",
        ADD CONSTRAINT "api_token_owner_check" CHECK (num_nonnulls(account_id, client_id, sso_provider_id) = 1),
        ADD CONSTRAINT "api_token_key_check" CHECK (num_nonnulls(key_encrypted, key_digest) = 1),
        ADD CONSTRAINT "api_token_key_digest_key" UNIQUE ("key_digest"),
        ADD CONSTRAINT "api_token_sso_provider_fkey"
          FOREIGN KEY ("sso_provider_id") REFERENCES "sso_provider"("id") ON DELETE CASCADE ON UPDATE NO ACTION`);
    await queryRunner.query('CREATE INDEX "api_token_sso_provider" ON "api_token" ("sso_provider_id")');
    await queryRunner.query(`
      CREATE TABLE "scim_user" (
        "account_id" uuid NOT NULL,
        "sso_provider_id" integer NOT NULL,
        "external_id" text,
        "deleted_at" TIMESTAMP(3) WITH TIME ZONE,
        CONSTRAINT "scim_user_account_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION,
        CONSTRAINT "scim_user_sso_provider_fkey"
          FOREIGN KEY ("sso_provider_id") REFERENCES "sso_provider"("id") ON DELETE CASCADE ON UPDATE NO ACTION,
        CONSTRAINT "scim_user_pkey" PRIMARY KEY ("account_id"))`);
    await queryRunner.query(`
      CREATE INDEX "scim_user_external_id" ON "scim_user" ("sso_provider_id", "external_id")`);
    await queryRunner.query(`
      CREATE TABLE "scim_group" (
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
        "id" uuid NOT NULL,
        "sso_provider_id" integer NOT NULL,
        "display_name" text NOT NULL,
        "external_id" text,
        CONSTRAINT "scim_group_sso_provider_fkey"
          FOREIGN KEY ("sso_provider_id") REFERENCES "sso_provider"("id") ON DELETE CASCADE ON UPDATE NO ACTION,
        CONSTRAINT "scim_group_pkey" PRIMARY KEY ("id"))`);
    await queryRunner.query(`
      CREATE UNIQUE INDEX "scim_group_name_key" ON "scim_group" ("sso_provider_id", lower("display_name"))`);
    await queryRunner.query(`
      CREATE TABLE "scim_group_member" (
        "group_id" uuid NOT NULL,
        "account_id" uuid NOT NULL,
        CONSTRAINT "scim_group_member_group_fkey" FOREIGN KEY ("group_id") REFERENCES "scim_group"("id") ON DELETE CASCADE ON UPDATE NO ACTION,
        CONSTRAINT "scim_group_member_account_fkey" FOREIGN KEY ("account_id") REFERENCES "account"("id") ON DELETE CASCADE ON UPDATE NO ACTION,
        CONSTRAINT "scim_group_member_pkey" PRIMARY KEY ("group_id", "account_id"))`);
    await queryRunner.query('CREATE INDEX "scim_group_member_account" ON "scim_group_member" ("account_id")');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "scim_group_member", "scim_group", "scim_user"');
    await queryRunner.query('DELETE FROM "api_token" WHERE key_digest IS NOT NULL');
    await queryRunner.query(`
      ALTER TABLE "api_token"
        DROP CONSTRAINT "api_token_sso_provider_fkey",
        DROP CONSTRAINT "api_token_key_digest_key",
        DROP CONSTRAINT "api_token_key_check",
        DROP CONSTRAINT "api_token_owner_check",
        DROP "sso_provider_id",
        DROP "key_digest",
        ALTER "key_encrypted" SET NOT NULL,
        ADD CONSTRAINT "api_token_owner_check" CHECK (num_nonnulls(account_id, client_id) = 1)`);
  }
}
