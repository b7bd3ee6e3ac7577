import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addKinds, removeKinds } from './add-kinds.js';

const kinds = [
  { id: 23, name: 'Site' },
  { id: 24, name: 'SiteServer' },
  { id: 25, name: 'SiteSubnet' },
  { id: 196, name: 'ServerIs', traversable: true },
] as const;

/** Sites of Active Directory: their kinds, their counts, and the rule of tier zero. */
export class Sites1796000000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await addKinds(queryRunner, kinds);
    await queryRunner.query(
      `ALTER TABLE "data_quality_domain" ADD "sites" integer NOT NULL DEFAULT 0, ADD "siteservers" integer NOT NULL DEFAULT 0,
        ADD "sitesubnets" integer NOT NULL DEFAULT 0`,
    );
    await queryRunner.query(
      `UPDATE "asset_group_selector" SET name = 'Sites (' || id || ')' WHERE asset_group_id = 1 AND name = 'Sites'`,
    );
    await queryRunner.query(
      `INSERT INTO "asset_group_selector" (asset_group_id, name, description, allow_disable, system_selector) VALUES
        (1, 'Sites', 'Sites with a server that is a computer: their policies apply to domain controllers.', true, true)`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DELETE FROM "asset_group_selector" WHERE system_selector AND name = 'Sites'`);
    await queryRunner.query(
      'ALTER TABLE "data_quality_domain" DROP COLUMN "sitesubnets", DROP COLUMN "siteservers", DROP COLUMN "sites"',
    );
    await removeKinds(queryRunner, kinds);
  }
}
