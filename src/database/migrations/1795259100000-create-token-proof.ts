import type { MigrationInterface, QueryRunner } from 'typeorm';

/** From which addresses tokens were proven lately; and a row that is written to see whether the database can write. */
export class CreateTokenProof1795259100000 implements MigrationInterface {
  readonly name = 'CreateTokenProof1795259100000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TABLE token_proof (
      token_id uuid NOT NULL CONSTRAINT token_proof_token_fkey REFERENCES api_token ON DELETE CASCADE,
      address text NOT NULL,
      proven_at timestamptz(3) NOT NULL,
      CONSTRAINT token_proof_pkey PRIMARY KEY (token_id, address))`);
    await queryRunner.query('CREATE INDEX token_proof_proven_at ON token_proof (proven_at)');
    await queryRunner.query(`CREATE TABLE write_probe (
      one boolean DEFAULT true CONSTRAINT write_probe_pkey PRIMARY KEY CONSTRAINT write_probe_one_row CHECK (one),
      written_at timestamptz(3) NOT NULL)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE token_proof, write_probe');
  }
}
