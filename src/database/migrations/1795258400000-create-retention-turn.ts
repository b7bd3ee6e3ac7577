import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When what has grown old is removed next, for all processes together and however often they are started. */
export class CreateRetentionTurn1795258400000 implements MigrationInterface {
  readonly name = 'CreateRetentionTurn1795258400000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TABLE retention_turn (
      one boolean DEFAULT true CONSTRAINT retention_turn_pkey PRIMARY KEY CONSTRAINT retention_turn_one_row CHECK (one),
      looked_at timestamptz(3) NOT NULL,
      due_at timestamptz(3) NOT NULL)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE retention_turn');
  }
}
