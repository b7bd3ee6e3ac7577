import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Accounts, the sessions of bearer tokens, and API tokens (docs/adr/0007-authentication.md). */
export class CreateAuth1795244397606 implements MigrationInterface {
  readonly name = 'CreateAuth1795244397606';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of statements) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE api_token, session, account');
  }
}

const statements = [
  `CREATE TABLE account (
    id uuid CONSTRAINT account_pkey PRIMARY KEY,
    name text NOT NULL,
    email text,
    role text NOT NULL CONSTRAINT account_role
      CHECK (role IN ('administrator', 'power_user', 'user', 'auditor', 'read_only', 'upload_only')),
    password_hash text NOT NULL,
    is_disabled boolean NOT NULL DEFAULT false,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    last_login timestamptz(3))`,
  'CREATE UNIQUE INDEX account_name_key ON account (lower(name))',

  `CREATE TABLE session (
    id uuid CONSTRAINT session_pkey PRIMARY KEY,
    account_id uuid NOT NULL CONSTRAINT session_account_fkey REFERENCES account ON DELETE CASCADE,
    created_at timestamptz(3) NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    ended_at timestamptz(3))`,
  'CREATE INDEX session_account ON session (account_id)',
  'CREATE INDEX session_expires_at ON session (expires_at)',

  `CREATE TABLE api_token (
    id uuid CONSTRAINT api_token_pkey PRIMARY KEY,
    account_id uuid NOT NULL CONSTRAINT api_token_account_fkey REFERENCES account ON DELETE CASCADE,
    name text NOT NULL,
    key_encrypted bytea NOT NULL,
    created_at timestamptz(3) NOT NULL DEFAULT now(),
    updated_at timestamptz(3) NOT NULL DEFAULT now(),
    expires_at timestamptz(3),
    last_access timestamptz(3))`,
  'CREATE INDEX api_token_account ON api_token (account_id)',
];
