import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addKinds, removeKinds } from './add-kinds.js';

const kinds = [
  { id: 250, name: 'AZUnitMember' },
  { id: 251, name: 'AZScopedRoleEligible' },
  { id: 252, name: 'AZOwnsRaw' },
] as const;

/** Kinds at the end of the list of those whose edges belong to their source. */
const [former, withUnits] = ['204, 211, 32767', '204, 211, 250, 32767'];

/** Members of administrative units of Entra ID, roles that may be activated for a part of the tenant, and owners as collected. */
export class UnitMembers1796200000000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    // Edges of a file that named the kind before belong to their target.
    await queryRunner.query(`DELETE FROM edge_list WHERE list = (SELECT id FROM kind WHERE name = 'AZUnitMember')`);
    await addKinds(queryRunner, kinds);
    await replaceView(queryRunner, former, withUnits);
    // Records of owners are read again: their edges are AZOwnsRaw now.
    await queryRunner.query(
      'UPDATE collector_record SET digest = NULL WHERE digest IS NOT NULL AND counts @> ARRAY[202]',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await replaceView(queryRunner, withUnits, former);
    await removeKinds(queryRunner, kinds);
  }
}

async function replaceView(queryRunner: QueryRunner, from: string, to: string): Promise<void> {
  const stored = `FROM typeorm_metadata WHERE type = 'VIEW' AND name = 'edge'`;
  const [{ value }] = await queryRunner.query(`SELECT value ${stored}`);
  const edges = value.replaceAll(from, to);
  await queryRunner.query(`CREATE OR REPLACE VIEW "edge" AS ${edges}`);
  await queryRunner.query(`UPDATE typeorm_metadata SET value = $1 WHERE type = 'VIEW' AND name = 'edge'`, [edges]);
}
