import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addKinds, removeKinds } from './add-kinds.js';

const kinds = [
  { id: 50, name: 'AZAdministrativeUnit' },
  { id: 249, name: 'AZHasScopedRole' },
] as const;

/** Roles of Entra ID that hold for a part of the tenant. */
export class ScopedRoles1796001000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await addKinds(queryRunner, kinds);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await removeKinds(queryRunner, kinds);
  }
}
