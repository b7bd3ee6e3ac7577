import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Member counts are remembered by each process (docs/adr/0013-member-counts.md): no read writes. */
export class DropAssetGroupCount1795259360000 implements MigrationInterface {
  readonly name = 'DropAssetGroupCount1795259360000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE asset_group_count');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TABLE asset_group_count (
      asset_group_id integer CONSTRAINT asset_group_count_pkey PRIMARY KEY
        CONSTRAINT asset_group_count_group_fkey REFERENCES asset_group ON DELETE CASCADE,
      graph_version bigint NOT NULL,
      selectors_version integer NOT NULL,
      member_count integer NOT NULL)`);
  }
}
