import type { MigrationInterface, QueryRunner } from 'typeorm';

/** One row for the lists that one record gives of a node, instead of one for each list; and what tells such a record when it comes again. */
export class CreateListSet1795259000000 implements MigrationInterface {
  readonly name = 'CreateListSet1795259000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of up) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of down) await queryRunner.query(statement);
  }
}

const up = [
  `CREATE TABLE list_set (
    id int GENERATED ALWAYS AS IDENTITY CONSTRAINT list_set_pkey PRIMARY KEY,
    incoming smallint[] NOT NULL,
    outgoing smallint[] NOT NULL)`,
  'CREATE UNIQUE INDEX list_set_lists ON list_set (incoming, outgoing)',
  'ALTER TABLE collected RENAME TO collected_list',
  'ALTER TABLE collected_list RENAME CONSTRAINT collected_pkey TO collected_list_pkey',
  `CREATE TABLE collected (
    node_id bigint NOT NULL,
    lists int NOT NULL,
    seen_on date NOT NULL,
    is_renewable boolean NOT NULL DEFAULT false,
    is_described boolean NOT NULL DEFAULT true,
    digest uuid,
    CONSTRAINT collected_pkey PRIMARY KEY (node_id, lists))`,
  `CREATE TEMP TABLE collected_together ON COMMIT DROP AS
    SELECT node_id, seen_on,
      coalesce(array_agg(kind ORDER BY kind) FILTER (WHERE NOT outgoing), '{}') AS incoming,
      coalesce(array_agg(kind ORDER BY kind) FILTER (WHERE outgoing), '{}') AS outgoing
    FROM collected_list GROUP BY node_id, seen_on, kind = 100`,
  'INSERT INTO list_set (incoming, outgoing) SELECT DISTINCT incoming, outgoing FROM collected_together',
  `INSERT INTO collected (node_id, lists, seen_on)
    SELECT c.node_id, s.id, c.seen_on FROM collected_together c JOIN list_set s USING (incoming, outgoing)
    ORDER BY c.node_id, s.id`,
  'CREATE INDEX collected_digest ON collected (digest) WHERE digest IS NOT NULL',
  'DROP TABLE collected_list',
];

const down = [
  'ALTER TABLE collected RENAME TO collected_set',
  'ALTER TABLE collected_set RENAME CONSTRAINT collected_pkey TO collected_set_pkey',
  `CREATE TABLE collected (
    node_id bigint NOT NULL,
    outgoing boolean NOT NULL,
    kind smallint NOT NULL,
    seen_on date NOT NULL,
    CONSTRAINT collected_pkey PRIMARY KEY (node_id, outgoing, kind))`,
  `INSERT INTO collected (node_id, outgoing, kind, seen_on)
    SELECT c.node_id, l.outgoing, l.kind, max(c.seen_on)
    FROM collected_set c JOIN list_set s ON s.id = c.lists
      CROSS JOIN LATERAL (SELECT false, unnest(s.incoming) UNION ALL SELECT true, unnest(s.outgoing)) AS l(outgoing, kind)
    GROUP BY 1, 2, 3`,
  'DROP TABLE collected_set, list_set',
];
