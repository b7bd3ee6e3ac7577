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
      WHERE jsonb_typeof(props -> 'environmentid') = 'string' AND props ->> 'environmentid' <> '';
      CREATE TABLE "data_quality_count" (
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "deleted_at" TIMESTAMP(3) WITH TIME ZONE,
        "id" integer GENERATED ALWAYS AS IDENTITY NOT NULL,
        "run_id" uuid NOT NULL,
        "extension_id" integer NOT NULL,
        "environment" text COLLATE "C" NOT NULL,
        "environment_kind" text NOT NULL,
        "metric_type" text NOT NULL,
        "kind" text NOT NULL,
        "count" integer NOT NULL,
        CONSTRAINT "data_quality_count_pkey" PRIMARY KEY ("id"),
        CONSTRAINT "data_quality_count_extension_id_fkey" FOREIGN KEY ("extension_id") REFERENCES "extension" ("id")
          ON DELETE CASCADE
      );
      CREATE INDEX "data_quality_count_environment" ON "data_quality_count" ("environment", "created_at", "id");
      CREATE INDEX "data_quality_count_extension" ON "data_quality_count" ("extension_id", "environment_kind", "created_at");
      CREATE INDEX "data_quality_count_run" ON "data_quality_count" ("run_id")`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      DROP TABLE "data_quality_count";
      DROP INDEX "node_foreign_kind";
      ALTER TABLE "extension" DROP COLUMN "model";
      ALTER TABLE "kind" DROP COLUMN "is_environment"`);
  }
}
