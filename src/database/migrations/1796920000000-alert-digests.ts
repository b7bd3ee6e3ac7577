import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Channels of mail and syslog, and digests of rules. */
export class AlertDigests1796920000000 implements MigrationInterface {
  readonly name = 'AlertDigests1796920000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE "alert_channel"
        ADD "type" text NOT NULL DEFAULT 'webhook',
        ADD "addresses" text array NOT NULL DEFAULT '{}',
        ADD "include_names" boolean NOT NULL DEFAULT true,
        ADD "last_attempt" TIMESTAMP(3) WITH TIME ZONE,
        ADD "last_status" text,
        ALTER COLUMN "format" DROP NOT NULL,
        ADD CONSTRAINT "alert_channel_type_check" CHECK (type IN ('webhook', 'email', 'syslog'))`);
    await queryRunner.query('ALTER TABLE "alert_message" ADD "nameless" jsonb, ADD "attachment" jsonb');
    await queryRunner.query(`
      ALTER TABLE "alert_rule"
        ADD "time_zone" text NOT NULL DEFAULT 'UTC',
        ADD "last_alert" TIMESTAMP(3) WITH TIME ZONE,
        DROP CONSTRAINT "alert_rule_every_check",
        ADD CONSTRAINT "alert_rule_every_check" CHECK (every IN ('immediately', 'hour', 'day'))`);
    await queryRunner.query(`
      CREATE TABLE "alert_digest_row" (
        "id" integer GENERATED ALWAYS AS IDENTITY NOT NULL,
        "rule_id" integer NOT NULL,
        "key" text NOT NULL,
        "occurred_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "collected_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "contents" jsonb NOT NULL,
        "nameless" jsonb,
        "is_sent" boolean NOT NULL DEFAULT false,
        CONSTRAINT "alert_digest_row_key_key" UNIQUE ("key"),
        CONSTRAINT "alert_digest_row_rule_fkey" FOREIGN KEY ("rule_id") REFERENCES "alert_rule" ("id") ON DELETE CASCADE,
        CONSTRAINT "alert_digest_row_pkey" PRIMARY KEY ("id")
      )`);
    await queryRunner.query('CREATE INDEX "alert_digest_row_rule" ON "alert_digest_row" ("rule_id")');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "alert_digest_row"');
    await queryRunner.query(`
      ALTER TABLE "alert_rule" DROP "time_zone", DROP "last_alert",
        DROP CONSTRAINT "alert_rule_every_check",
        ADD CONSTRAINT "alert_rule_every_check" CHECK (every = 'immediately')`);
    await queryRunner.query('ALTER TABLE "alert_message" DROP "nameless", DROP "attachment"');
    await queryRunner.query(`
      ALTER TABLE "alert_channel" DROP "type", DROP "addresses", DROP "include_names", DROP "last_attempt", DROP "last_status", ALTER COLUMN "format" SET NOT NULL`);
  }
}
