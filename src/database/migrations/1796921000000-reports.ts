import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Reports and their documents. */
export class Reports1796921000000 implements MigrationInterface {
  readonly name = 'Reports1796921000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "report" (
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
        "id" integer GENERATED ALWAYS AS IDENTITY NOT NULL,
        "name" text NOT NULL,
        "account_id" uuid,
        "definition" jsonb NOT NULL,
        "rrule" text,
        "recipients" uuid array NOT NULL DEFAULT '{}',
        "hide_names" boolean NOT NULL DEFAULT true,
        "next_at" TIMESTAMP(3) WITH TIME ZONE,
        CONSTRAINT "report_name_key" UNIQUE ("name"),
        CONSTRAINT "report_account_fkey" FOREIGN KEY ("account_id") REFERENCES "account" ("id") ON DELETE SET NULL,
        CONSTRAINT "report_pkey" PRIMARY KEY ("id")
      )`);
    await queryRunner.query('CREATE INDEX "report_next_at" ON "report" ("next_at")');
    await queryRunner.query(`
      CREATE TABLE "report_document" (
        "id" uuid NOT NULL,
        "report_id" integer,
        "account_id" uuid NOT NULL,
        "name" text NOT NULL,
        "definition" jsonb NOT NULL,
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "status" text NOT NULL DEFAULT 'waiting',
        "reason" text NOT NULL DEFAULT '',
        "data" text,
        CONSTRAINT "report_document_status_check" CHECK (status IN ('waiting', 'ready', 'failed')),
        CONSTRAINT "report_document_report_fkey" FOREIGN KEY ("report_id") REFERENCES "report" ("id") ON DELETE CASCADE,
        CONSTRAINT "report_document_account_fkey" FOREIGN KEY ("account_id") REFERENCES "account" ("id") ON DELETE CASCADE,
        CONSTRAINT "report_document_pkey" PRIMARY KEY ("id")
      )`);
    await queryRunner.query('CREATE INDEX "report_document_report" ON "report_document" ("report_id")');
    await queryRunner.query('CREATE INDEX "report_document_created_at" ON "report_document" ("created_at")');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "report_document", "report"');
  }
}
