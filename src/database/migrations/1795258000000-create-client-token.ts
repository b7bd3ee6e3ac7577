import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Collection clients sign with tokens of their own (docs/adr/0021-client-principals.md), and say more of themselves. */
export class CreateClientToken1795258000000 implements MigrationInterface {
  readonly name = 'CreateClientToken1795258000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE api_token
      ALTER account_id DROP NOT NULL,
      ADD client_id uuid CONSTRAINT api_token_client_fkey REFERENCES client ON DELETE CASCADE,
      ADD CONSTRAINT api_token_owner_check CHECK (num_nonnulls(account_id, client_id) = 1)`);
    await queryRunner.query('CREATE UNIQUE INDEX api_token_client ON api_token (client_id)');
    await queryRunner.query('ALTER TABLE client ADD address text, ADD username text, ADD user_sid text');
    // Names were not unique before.
    await queryRunner.query(`UPDATE client SET name = name || ' ' || id WHERE EXISTS (
      SELECT FROM client other WHERE lower(other.name) = lower(client.name) AND other.id < client.id)`);
    await queryRunner.query('CREATE UNIQUE INDEX client_name_key ON client (lower(name))');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX client_name_key');
    await queryRunner.query('ALTER TABLE client DROP address, DROP username, DROP user_sid');
    await queryRunner.query('DELETE FROM api_token WHERE client_id IS NOT NULL');
    await queryRunner.query('ALTER TABLE api_token DROP client_id, ALTER account_id SET NOT NULL');
  }
}
