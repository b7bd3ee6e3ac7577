import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addKinds, removeKinds } from './add-kinds.js';

const kinds = [
  { id: 55, name: 'AZEntraDS' },
  { id: 197, name: 'Kerberoastable' },
  { id: 198, name: 'ADCSESC16', traversable: true },
  { id: 255, name: 'AZEntraDSContributor' },
  { id: 256, name: 'AZManageEntraDS', traversable: true },
  { id: 257, name: 'SyncedToEntraDSUser', traversable: true },
  { id: 258, name: 'SyncedToEntraDSGroup' },
  { id: 259, name: 'AZAddEntraDSGroupMember', traversable: true },
] as const;

/** The kinds of the rules of RULES=all. */
export class NewerRules1796000200000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await addKinds(queryRunner, kinds);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await removeKinds(queryRunner, kinds);
  }
}
