import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is computed of the graph after each run of the analysis. */
export class Overview1796940000000 implements MigrationInterface {
  readonly name = 'Overview1796940000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "overview" (
        "run_id" uuid NOT NULL,
        "finished_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "graph_version" bigint NOT NULL,
        "is_break" boolean NOT NULL,
        "unknown_reach" integer NOT NULL,
        "plan_state" text NOT NULL DEFAULT 'pending',
        "failures" integer NOT NULL DEFAULT 0,
        "plan" jsonb,
        CONSTRAINT "overview_plan_state_check" CHECK (plan_state IN ('pending', 'made', 'too_large', 'failed')),
        CONSTRAINT "overview_pkey" PRIMARY KEY ("run_id")
      )`);
    await queryRunner.query(`
      CREATE TABLE "overview_exposure" (
        "run_id" uuid NOT NULL,
        "zone" integer NOT NULL,
        "environment" text COLLATE "C" NOT NULL,
        "name" text NOT NULL,
        "accounts" integer NOT NULL,
        "reaching" integer NOT NULL,
        CONSTRAINT "overview_exposure_run_fkey" FOREIGN KEY ("run_id") REFERENCES "overview" ("run_id") ON DELETE CASCADE,
        CONSTRAINT "overview_exposure_pkey" PRIMARY KEY ("run_id", "zone", "environment")
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "overview_exposure", "overview"');
  }
}
