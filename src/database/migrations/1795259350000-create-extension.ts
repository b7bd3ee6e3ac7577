import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Extensions of the OpenGraph model, as clients of the reference product describe them. */
export class CreateExtension1795259350000 implements MigrationInterface {
  readonly name = 'CreateExtension1795259350000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE extension (
        id int GENERATED ALWAYS AS IDENTITY CONSTRAINT extension_pkey PRIMARY KEY,
        name text NOT NULL CONSTRAINT extension_name_key UNIQUE,
        namespace text NOT NULL CONSTRAINT extension_namespace_key UNIQUE,
        version text NOT NULL,
        definition jsonb NOT NULL
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE extension');
  }
}
