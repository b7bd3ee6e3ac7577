import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Figures of the analysis for accounts that see some environments. */
export class SightFigures1796960000000 implements MigrationInterface {
  readonly name = 'SightFigures1796960000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "sight_figure" (
        "id" integer GENERATED ALWAYS AS IDENTITY NOT NULL,
        "sight" text COLLATE "C" NOT NULL,
        "relation" text COLLATE "C" NOT NULL,
        "run_id" uuid NOT NULL,
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "row" jsonb NOT NULL,
        CONSTRAINT "sight_figure_pkey" PRIMARY KEY ("id")
      )`);
    await queryRunner.query('CREATE INDEX "sight_figure_sight" ON "sight_figure" ("sight", "relation", "run_id")');
    await queryRunner.query('CREATE INDEX "sight_figure_run" ON "sight_figure" ("run_id")');
    await queryRunner.query(`
      CREATE TABLE "sight_finding" (
        "sight" text COLLATE "C" NOT NULL,
        "finding_id" integer NOT NULL,
        "run_id" uuid NOT NULL,
        "exposure_count" integer NOT NULL,
        "exposure_share" double precision NOT NULL,
        "impact_count" integer NOT NULL,
        "impact_share" double precision NOT NULL,
        "freed" integer,
        "shared" integer,
        "risk" double precision NOT NULL,
        "severity" text NOT NULL,
        CONSTRAINT "sight_finding_finding_fkey" FOREIGN KEY ("finding_id") REFERENCES "finding" ("id") ON DELETE CASCADE,
        CONSTRAINT "sight_finding_pkey" PRIMARY KEY ("sight", "finding_id")
      )`);
    await queryRunner.query('CREATE INDEX "sight_finding_finding" ON "sight_finding" ("finding_id")');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "sight_finding", "sight_figure"');
  }
}
