import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Rules of alerts, with what they have seen. */
export class AlertRules1796800100000 implements MigrationInterface {
  readonly name = 'AlertRules1796800100000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "alert_rule" (
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
        "id" integer GENERATED ALWAYS AS IDENTITY NOT NULL,
        "name" text NOT NULL,
        "account_id" uuid,
        "occasion" text NOT NULL,
        "condition" jsonb NOT NULL DEFAULT '{}',
        "channels" uuid array NOT NULL,
        "every" text NOT NULL DEFAULT 'immediately',
        "enabled" boolean NOT NULL DEFAULT true,
        "environment" text,
        "tag" integer,
        "include_names" boolean NOT NULL DEFAULT true,
        CONSTRAINT "alert_rule_name_key" UNIQUE ("name"),
        CONSTRAINT "alert_rule_every_check" CHECK (every = 'immediately'),
        CONSTRAINT "alert_rule_account_fkey" FOREIGN KEY ("account_id") REFERENCES "account" ("id") ON DELETE SET NULL,
        CONSTRAINT "alert_rule_pkey" PRIMARY KEY ("id")
      )`);
    await queryRunner.query(`
      CREATE TABLE "alert_rule_member" (
        "rule_id" integer NOT NULL,
        "objectid" text COLLATE "C" NOT NULL,
        "kind" text NOT NULL,
        "name" text NOT NULL,
        CONSTRAINT "alert_rule_member_rule_fkey" FOREIGN KEY ("rule_id") REFERENCES "alert_rule" ("id") ON DELETE CASCADE,
        CONSTRAINT "alert_rule_member_pkey" PRIMARY KEY ("rule_id", "objectid")
      )`);
    await queryRunner.query(`
      CREATE TABLE "alert_rule_level" (
        "rule_id" integer NOT NULL,
        "environment" text COLLATE "C" NOT NULL,
        "is_beyond" boolean NOT NULL,
        CONSTRAINT "alert_rule_level_rule_fkey" FOREIGN KEY ("rule_id") REFERENCES "alert_rule" ("id") ON DELETE CASCADE,
        CONSTRAINT "alert_rule_level_pkey" PRIMARY KEY ("rule_id", "environment")
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "alert_rule_level", "alert_rule_member", "alert_rule"');
  }
}
