import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateAssetGroup1795244702417 implements MigrationInterface {
  readonly name = 'CreateAssetGroup1795244702417';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of statements) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE asset_group_count, asset_group_selector, asset_group');
  }
}

const statements = [
  `CREATE TABLE asset_group (
    id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT asset_group_pkey PRIMARY KEY,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    name text NOT NULL CONSTRAINT asset_group_name_key UNIQUE,
    tag text NOT NULL CONSTRAINT asset_group_tag_key UNIQUE,
    system_group boolean NOT NULL DEFAULT false,
    selectors_version integer NOT NULL DEFAULT 0)`,

  `CREATE TABLE asset_group_selector (
    id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT asset_group_selector_pkey PRIMARY KEY,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    asset_group_id integer NOT NULL
      CONSTRAINT asset_group_selector_group_fkey REFERENCES asset_group ON DELETE CASCADE,
    name text NOT NULL,
    selector text COLLATE "C" NOT NULL,
    system_selector boolean NOT NULL DEFAULT false,
    CONSTRAINT asset_group_selector_name_key UNIQUE (asset_group_id, name))`,
  'CREATE INDEX asset_group_selector_selector ON asset_group_selector (selector)',

  `CREATE TABLE asset_group_count (
    asset_group_id integer CONSTRAINT asset_group_count_pkey PRIMARY KEY
      CONSTRAINT asset_group_count_group_fkey REFERENCES asset_group ON DELETE CASCADE,
    graph_version bigint NOT NULL,
    selectors_version integer NOT NULL,
    member_count integer NOT NULL)`,

  // They get the ids 1 and 2, which clients know.
  `INSERT INTO asset_group (name, tag, system_group)
    VALUES ('Admin Tier Zero', 'admin_tier_0', true), ('Owned', 'owned', true)`,
];
