import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateCustomNode1795244011052 implements MigrationInterface {
  readonly name = 'CreateCustomNode1795244011052';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE custom_node (
        id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT custom_node_pkey PRIMARY KEY,
        kind_name text COLLATE "C" NOT NULL CONSTRAINT custom_node_kind_name_key UNIQUE,
        icon_type text NOT NULL,
        icon_name text NOT NULL,
        icon_color text NOT NULL)`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE custom_node');
  }
}
