import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Plans of fixes that are kept, with their steps. */
export class Plans1796910000000 implements MigrationInterface {
  readonly name = 'Plans1796910000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "plan" (
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
        "id" integer GENERATED ALWAYS AS IDENTITY NOT NULL,
        "name" text NOT NULL,
        "account_id" uuid,
        "question" jsonb NOT NULL,
        "until" integer,
        "exposed" integer NOT NULL,
        "remaining" integer NOT NULL,
        "cost" integer NOT NULL,
        "lower_bound" integer NOT NULL,
        "checked_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "problem" text,
        CONSTRAINT "plan_name_key" UNIQUE ("name"),
        CONSTRAINT "plan_account_fkey" FOREIGN KEY ("account_id") REFERENCES "account" ("id") ON DELETE SET NULL,
        CONSTRAINT "plan_pkey" PRIMARY KEY ("id")
      )`);
    await queryRunner.query('CREATE INDEX "plan_account" ON "plan" ("account_id")');
    await queryRunner.query(`
      CREATE TABLE "plan_step" (
        "plan_id" integer NOT NULL,
        "place" integer NOT NULL,
        "key" text NOT NULL,
        "sort" text NOT NULL,
        "at_id" text NOT NULL,
        "at_name" text NOT NULL,
        "at_kind" text NOT NULL,
        "by_id" text,
        "by_name" text,
        "by_kind" text,
        "text" text NOT NULL,
        "remedy" text,
        "cost" integer NOT NULL,
        "stage" integer NOT NULL,
        "gain" integer NOT NULL,
        "remaining_after" integer NOT NULL,
        "owner" text,
        "note" text NOT NULL DEFAULT '',
        "state" text NOT NULL DEFAULT 'open',
        "not_before" TIMESTAMP(3) WITH TIME ZONE,
        "found" text NOT NULL DEFAULT 'open',
        "found_since" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "facts" integer NOT NULL,
        "facts_left" integer NOT NULL,
        "was_done" boolean NOT NULL DEFAULT false,
        CONSTRAINT "plan_step_state_check" CHECK (state IN ('open', 'planned', 'declined')),
        CONSTRAINT "plan_step_found_check" CHECK (found IN ('open', 'done', 'partly', 'obsolete', 'returned', 'unknown')),
        CONSTRAINT "plan_step_plan_fkey" FOREIGN KEY ("plan_id") REFERENCES "plan" ("id") ON DELETE CASCADE,
        CONSTRAINT "plan_step_pkey" PRIMARY KEY ("plan_id", "place")
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "plan_step", "plan"');
  }
}
