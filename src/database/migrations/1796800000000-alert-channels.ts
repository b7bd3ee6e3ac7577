import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Receivers of alerts, and the deliveries to them. */
export class AlertChannels1796800000000 implements MigrationInterface {
  readonly name = 'AlertChannels1796800000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "alert_channel" (
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
        "id" uuid NOT NULL,
        "name" text NOT NULL,
        "format" text NOT NULL,
        "origin" text NOT NULL,
        "headers" text array NOT NULL,
        "sealed" bytea NOT NULL,
        "former_secret_until" TIMESTAMP(3) WITH TIME ZONE,
        "enabled" boolean NOT NULL DEFAULT true,
        "disabled_reason" text NOT NULL DEFAULT '',
        "failing_since" TIMESTAMP(3) WITH TIME ZONE,
        CONSTRAINT "alert_channel_name_key" UNIQUE ("name"),
        CONSTRAINT "alert_channel_format_check" CHECK (format IN ('cloudevents', 'slack', 'teams')),
        CONSTRAINT "alert_channel_pkey" PRIMARY KEY ("id")
      )`);
    await queryRunner.query(`
      CREATE TABLE "alert_message" (
        "id" uuid NOT NULL,
        "key" text NOT NULL,
        "occasion" text NOT NULL,
        "occurred_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "contents" jsonb NOT NULL,
        CONSTRAINT "alert_message_key_key" UNIQUE ("key"),
        CONSTRAINT "alert_message_pkey" PRIMARY KEY ("id")
      )`);
    await queryRunner.query('CREATE INDEX "alert_message_occurred_at" ON "alert_message" ("occurred_at")');
    await queryRunner.query(`
      CREATE TABLE "alert_delivery" (
        "id" integer GENERATED ALWAYS AS IDENTITY NOT NULL,
        "message_id" uuid NOT NULL,
        "channel_id" uuid NOT NULL,
        "status" text NOT NULL DEFAULT 'waiting',
        "attempts" smallint NOT NULL DEFAULT '0',
        "next_attempt" TIMESTAMP(3) WITH TIME ZONE,
        "last_attempt" TIMESTAMP(3) WITH TIME ZONE,
        "http_status" integer,
        "duration_ms" integer,
        "reason" text NOT NULL DEFAULT '',
        CONSTRAINT "alert_delivery_message_key" UNIQUE ("message_id", "channel_id"),
        CONSTRAINT "alert_delivery_status_check" CHECK (status IN ('waiting', 'delivered', 'failed')),
        CONSTRAINT "alert_delivery_message_fkey" FOREIGN KEY ("message_id") REFERENCES "alert_message" ("id") ON DELETE CASCADE,
        CONSTRAINT "alert_delivery_channel_fkey" FOREIGN KEY ("channel_id") REFERENCES "alert_channel" ("id") ON DELETE CASCADE,
        CONSTRAINT "alert_delivery_pkey" PRIMARY KEY ("id")
      )`);
    await queryRunner.query('CREATE INDEX "alert_delivery_channel" ON "alert_delivery" ("channel_id")');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "alert_delivery", "alert_message", "alert_channel"');
  }
}
