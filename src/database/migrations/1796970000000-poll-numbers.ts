import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The order in which programs that poll get findings and entries of the audit log. */
export class PollNumbers1796970000000 implements MigrationInterface {
  readonly name = 'PollNumbers1796970000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['audit_log', 'finding']) {
      await queryRunner.query(`ALTER TABLE "${table}" ADD "poll_number" bigint`);
      await queryRunner.query(`CREATE INDEX "${table}_poll_number" ON "${table}" ("poll_number")`);
    }
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['audit_log', 'finding']) await queryRunner.query(`ALTER TABLE "${table}" DROP "poll_number"`);
  }
}
