import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What requests with an `Idempotency-Key` created. */
export class KeyedRequests1795914300000 implements MigrationInterface {
  readonly name = 'KeyedRequests1795914300000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "keyed_request" (
        "caller" text NOT NULL,
        "key" text NOT NULL,
        "digest" text NOT NULL,
        "started_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL,
        "created" text array,
        CONSTRAINT "keyed_request_pkey" PRIMARY KEY ("caller", "key")
      );
      CREATE INDEX "keyed_request_started_at" ON "keyed_request" ("started_at")`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "keyed_request"');
  }
}
