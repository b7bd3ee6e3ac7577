import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Identity providers of both protocols, the accounts that log in by them, our keys, and the messages that were used. */
export class SsoProviders1796500000000 implements MigrationInterface {
  readonly name = 'SsoProviders1796500000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "saml_provider" RENAME TO "sso_provider"');
    await queryRunner.query('ALTER SEQUENCE "saml_provider_id_seq" RENAME TO "sso_provider_id_seq"');
    await queryRunner.query(`
      ALTER TABLE "sso_provider" RENAME CONSTRAINT "saml_provider_pkey" TO "sso_provider_pkey"`);
    await queryRunner.query(`
      ALTER TABLE "sso_provider" RENAME CONSTRAINT "saml_provider_name_key" TO "sso_provider_slug_key"`);
    await queryRunner.query('ALTER TABLE "sso_provider" RENAME "name" TO "slug"');
    await queryRunner.query('ALTER TABLE "sso_provider" RENAME "idp_issuer_uri" TO "issuer"');
    await queryRunner.query('ALTER TABLE "sso_provider" RENAME "idp_sso_uri" TO "sso_url"');
    await queryRunner.query(`ALTER TABLE "sso_provider" ADD "kind" text NOT NULL DEFAULT 'SAML'`);
    await queryRunner.query(`
      ALTER TABLE "sso_provider"
        ALTER "sso_url" DROP NOT NULL,
        ALTER "kind" DROP DEFAULT,
        ADD "enabled" boolean NOT NULL DEFAULT true,
        ADD "client_id" text,
        ADD "client_secret" bytea,
        ADD "certificates" text array NOT NULL DEFAULT '{}',
        ADD "config" jsonb NOT NULL DEFAULT '{}',
        ADD CONSTRAINT "sso_provider_kind" CHECK (kind IN ('SAML', 'OIDC'))`);
    await queryRunner.query(`
      ALTER TABLE "account"
        ADD "sso_provider_id" integer,
        ADD "sso_subject" text,
        ADD CONSTRAINT "account_sso_subject_key" UNIQUE ("sso_provider_id", "sso_subject"),
        ADD CONSTRAINT "account_one_way_in" CHECK (sso_provider_id IS NULL OR password_hash IS NULL),
        ADD CONSTRAINT "account_sso_provider_fkey"
          FOREIGN KEY ("sso_provider_id") REFERENCES "sso_provider"("id") ON DELETE SET NULL ON UPDATE NO ACTION`);
    await queryRunner.query(`
      CREATE TABLE "sso_key" (
        "id" integer GENERATED ALWAYS AS IDENTITY NOT NULL,
        "certificate" text NOT NULL,
        "private_key" bytea NOT NULL,
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
        CONSTRAINT "sso_key_pkey" PRIMARY KEY ("id"))`);
    await queryRunner.query(`
      CREATE TABLE "sso_used_message" (
        "id" text NOT NULL,
        "expires_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        CONSTRAINT "sso_used_message_pkey" PRIMARY KEY ("id"))`);
    await queryRunner.query('CREATE INDEX "sso_used_message_expires_at" ON "sso_used_message" ("expires_at")');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "sso_used_message"');
    await queryRunner.query('DROP TABLE "sso_key"');
    await queryRunner.query(`
      ALTER TABLE "account"
        DROP CONSTRAINT "account_sso_provider_fkey",
        DROP CONSTRAINT "account_one_way_in",
        DROP CONSTRAINT "account_sso_subject_key",
        DROP "sso_subject",
        DROP "sso_provider_id"`);
    await queryRunner.query(`DELETE FROM "sso_provider" WHERE kind <> 'SAML'`);
    await queryRunner.query(`
      ALTER TABLE "sso_provider"
        DROP CONSTRAINT "sso_provider_kind",
        DROP "config",
        DROP "certificates",
        DROP "client_secret",
        DROP "client_id",
        DROP "enabled",
        DROP "kind",
        ALTER "sso_url" SET NOT NULL`);
    await queryRunner.query('ALTER TABLE "sso_provider" RENAME "sso_url" TO "idp_sso_uri"');
    await queryRunner.query('ALTER TABLE "sso_provider" RENAME "issuer" TO "idp_issuer_uri"');
    await queryRunner.query('ALTER TABLE "sso_provider" RENAME "slug" TO "name"');
    await queryRunner.query(`
      ALTER TABLE "sso_provider" RENAME CONSTRAINT "sso_provider_slug_key" TO "saml_provider_name_key"`);
    await queryRunner.query(`
      ALTER TABLE "sso_provider" RENAME CONSTRAINT "sso_provider_pkey" TO "saml_provider_pkey"`);
    await queryRunner.query('ALTER SEQUENCE "sso_provider_id_seq" RENAME TO "saml_provider_id_seq"');
    await queryRunner.query('ALTER TABLE "sso_provider" RENAME TO "saml_provider"');
  }
}
