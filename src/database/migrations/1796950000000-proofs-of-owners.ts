import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Who has disabled an account, and when the owner of a session has proven who it is. */
export class ProofsOfOwners1796950000000 implements MigrationInterface {
  readonly name = 'ProofsOfOwners1796950000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "account" ADD "disabled_by_provider" boolean NOT NULL DEFAULT false');
    // Accounts that a provider has deleted may come back by it, and are members of no group.
    await queryRunner.query(`
      UPDATE "account" SET "disabled_by_provider" = true FROM "scim_user" u
      WHERE u.account_id = account.id AND u.sso_provider_id = account.sso_provider_id
        AND u.deleted_at IS NOT NULL AND account.is_disabled`);
    await queryRunner.query(`
      DELETE FROM "scim_group_member" WHERE account_id IN (
        SELECT id FROM "account" WHERE disabled_by_provider)`);
    // The former digests, of another algorithm, find no code: owners make new ones.
    await queryRunner.query('DELETE FROM "recovery_code"');
    await queryRunner.query('ALTER TABLE "session" ADD "authenticated_at" TIMESTAMP(3) WITH TIME ZONE');
    await queryRunner.query('UPDATE "session" SET "authenticated_at" = "created_at"');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "session" DROP "authenticated_at"');
    await queryRunner.query('ALTER TABLE "account" DROP "disabled_by_provider"');
  }
}
