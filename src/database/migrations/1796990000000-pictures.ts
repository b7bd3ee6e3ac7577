import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Pictures that accounts keep and share. */
export class Pictures1796990000000 implements MigrationInterface {
  readonly name = 'Pictures1796990000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "picture" (
        "created_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
        "updated_at" TIMESTAMP(3) WITH TIME ZONE NOT NULL DEFAULT now(),
        "id" uuid NOT NULL,
        "account_id" uuid NOT NULL,
        "name" text,
        "state" jsonb NOT NULL,
        "is_public" boolean NOT NULL DEFAULT false,
        CONSTRAINT "picture_account_fkey" FOREIGN KEY ("account_id") REFERENCES "account" ("id") ON DELETE CASCADE,
        CONSTRAINT "picture_pkey" PRIMARY KEY ("id")
      )`);
    await queryRunner.query('CREATE INDEX "picture_account" ON "picture" ("account_id")');
    await queryRunner.query('CREATE INDEX "picture_unnamed" ON "picture" ("updated_at") WHERE name IS NULL');
    await queryRunner.query(`
      CREATE TABLE "picture_share" (
        "picture_id" uuid NOT NULL,
        "account_id" uuid NOT NULL,
        CONSTRAINT "picture_share_picture_fkey" FOREIGN KEY ("picture_id") REFERENCES "picture" ("id") ON DELETE CASCADE,
        CONSTRAINT "picture_share_account_fkey" FOREIGN KEY ("account_id") REFERENCES "account" ("id") ON DELETE CASCADE,
        CONSTRAINT "picture_share_pkey" PRIMARY KEY ("picture_id", "account_id")
      )`);
    await queryRunner.query('CREATE INDEX "picture_share_account" ON "picture_share" ("account_id")');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "picture_share", "picture"');
  }
}
