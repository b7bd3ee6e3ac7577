import type { MigrationInterface, QueryRunner } from 'typeorm';

/** First and last names, accounts without a password, and passwords that their owners have to replace. */
export class AddAccountNames1795259300000 implements MigrationInterface {
  readonly name = 'AddAccountNames1795259300000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE account ADD first_name text, ADD last_name text,
      ADD password_expired boolean NOT NULL DEFAULT false, ALTER password_hash DROP NOT NULL`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    // An earlier version needs a hash: this one is of no password.
    await queryRunner.query(`UPDATE account SET password_hash = '$argon2id$v=19$m=8,t=1,p=1$AAAAAAAAAAA$AAAAAAAAAAA'
      WHERE password_hash IS NULL`);
    await queryRunner.query(`ALTER TABLE account DROP first_name, DROP last_name,
      DROP password_expired, ALTER password_hash SET NOT NULL`);
  }
}
