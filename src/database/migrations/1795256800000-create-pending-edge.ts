import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Edges that wait for a node that they look up. */
export class CreatePendingEdge1795256800000 implements MigrationInterface {
  readonly name = 'CreatePendingEdge1795256800000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TABLE pending_edge (
      id uuid CONSTRAINT pending_edge_pkey PRIMARY KEY,
      source jsonb NOT NULL,
      kind text COLLATE "C" NOT NULL,
      target jsonb NOT NULL,
      properties jsonb NOT NULL,
      seen_on date NOT NULL)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE pending_edge');
  }
}
