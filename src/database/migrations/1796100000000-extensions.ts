import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the service uses of extensions. Those that it has are used once they are saved again. */
export class Extensions1796100000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE "kind" ADD "is_environment" boolean NOT NULL DEFAULT false;
      ALTER TABLE "extension" ADD "model" jsonb NOT NULL
        DEFAULT '{"nodeKinds":[],"edgeKinds":[],"traversable":[],"environments":[],"findings":[]}';
      CREATE INDEX "node_foreign_kind" ON "node" ("kind") WHERE (kind >= 1000);
      UPDATE "node" SET environment = left(props ->> 'environmentid', 500)
      WHERE jsonb_typeof(props -> 'environmentid') = 'string' AND props ->> 'environmentid' <> ''`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP INDEX "node_foreign_kind";
      ALTER TABLE "extension" DROP COLUMN "model";
      ALTER TABLE "kind" DROP COLUMN "is_environment"`);
  }
}
