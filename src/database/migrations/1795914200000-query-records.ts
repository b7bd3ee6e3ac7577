import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The category of saved queries, and an index by which a repeated Cypher query finds its audit entry. */
export class QueryRecords1795914200000 implements MigrationInterface {
  readonly name = 'QueryRecords1795914200000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "saved_query" ADD "category" text NOT NULL DEFAULT ''`);
    await queryRunner.query(
      `CREATE INDEX "audit_log_query" ON "audit_log" ("account_name", (details ->> 'digest')) WHERE action = 'cypher.query'`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX "audit_log_query"');
    await queryRunner.query('ALTER TABLE "saved_query" DROP COLUMN "category"');
  }
}
