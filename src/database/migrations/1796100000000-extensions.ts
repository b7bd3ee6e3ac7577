import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the service uses of extensions. Those that it has are used once they are saved again. */
export class Extensions1796100000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE "kind" ADD "environment" boolean NOT NULL DEFAULT false;
      ALTER TABLE "extension" ADD "model" jsonb NOT NULL
        DEFAULT '{"nodeKinds":[],"edgeKinds":[],"traversable":[],"environments":[],"findings":[]}'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE "extension" DROP COLUMN "model";
      ALTER TABLE "kind" DROP COLUMN "environment"`);
  }
}
