import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who did what (docs/adr/0019-deletion-and-audit.md). */
export class CreateAuditLog1795255500000 implements MigrationInterface {
  readonly name = 'CreateAuditLog1795255500000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TABLE audit_log (
      id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT audit_log_pkey PRIMARY KEY,
      at timestamptz(3) NOT NULL,
      account_id uuid,
      account_name text NOT NULL,
      action text NOT NULL,
      resource text NOT NULL,
      outcome text NOT NULL,
      details jsonb NOT NULL DEFAULT '{}',
      request_id uuid)`);
    await queryRunner.query('CREATE INDEX audit_log_at ON audit_log (at)');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE audit_log');
  }
}
