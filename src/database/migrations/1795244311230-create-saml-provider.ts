import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateSamlProvider1795244311230 implements MigrationInterface {
  readonly name = 'CreateSamlProvider1795244311230';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE saml_provider (
        id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT saml_provider_pkey PRIMARY KEY,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        name text NOT NULL CONSTRAINT saml_provider_name_key UNIQUE,
        display_name text NOT NULL,
        idp_issuer_uri text NOT NULL,
        idp_sso_uri text NOT NULL,
        principal_attribute_mappings text[] NOT NULL DEFAULT '{}',
        sso_provider_id integer)`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE saml_provider');
  }
}
