import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Tells edges that are stated singly, with the day, from those of lists that a source gives whole. */
export class CreateWholeLists1795257100000 implements MigrationInterface {
  readonly name = 'CreateWholeLists1795257100000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TABLE collected (
      node_id bigint NOT NULL,
      outgoing boolean NOT NULL,
      kind smallint NOT NULL,
      seen_on date NOT NULL,
      CONSTRAINT collected_pkey PRIMARY KEY (node_id, outgoing, kind))`);
    await queryRunner.query(`CREATE TABLE edge_seen (
      source bigint NOT NULL,
      target bigint NOT NULL,
      kind smallint NOT NULL,
      seen_on date NOT NULL,
      CONSTRAINT edge_seen_pkey PRIMARY KEY (source, kind, target))`);
    await queryRunner.query(moveStamps);
    await queryRunner.query('DROP TABLE session_seen');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TABLE session_seen (
      source bigint NOT NULL,
      target bigint NOT NULL,
      seen_on date NOT NULL,
      CONSTRAINT session_seen_pkey PRIMARY KEY (source, target))`);
    await queryRunner.query('INSERT INTO session_seen SELECT source, target, seen_on FROM edge_seen WHERE kind = 100');
    await queryRunner.query('UPDATE edge SET flags = flags & ~64 | 1 WHERE flags & 64 <> 0');
    await queryRunner.query('DROP TABLE edge_seen, collected');
  }
}

/** Sessions (100) had a day of their own. Whoever stated another edge saw both its ends that day, so it is none after these. */
const moveStamps = `
  INSERT INTO edge_seen (source, kind, target, seen_on)
  SELECT e.source, e.kind, e.target, coalesce(x.seen_on, least(s.last_seen, t.last_seen))
  FROM edge e JOIN node s ON s.id = e.source JOIN node t ON t.id = e.target
    LEFT JOIN session_seen x ON e.kind = 100 AND (x.source, x.target) = (e.source, e.target)
  WHERE e.flags & 1 <> 0
  ORDER BY 1, 2, 3`;
