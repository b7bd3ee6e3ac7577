import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Database, SqlRunner } from '../../src/database/database.js';

/** COPY into tables with their indexes, or creating the indexes afterwards. */
export type FloorWay = 'into indexes' | 'indexes after';

export interface Floor {
  readonly seconds: number;
  readonly way: FloorWay;
}

interface BareTable {
  readonly name: string;
  /** The rows, in the order that suits the indexes best. */
  readonly rows: string;
  readonly table: string;
  readonly indexes: readonly string[];
}

/** The plainest way to store the same graph in PostgreSQL: a row a node, and a row an edge that both directions find. */
const tables: readonly BareTable[] = [
  {
    name: 'bare_node',
    rows: 'SELECT id, objectid, kind, kinds, name, environment, described, last_seen, props FROM node ORDER BY id',
    table: `(id int NOT NULL, objectid text COLLATE "C" NOT NULL, kind smallint NOT NULL, kinds smallint[] NOT NULL,
      name text COLLATE "C" NOT NULL, environment text COLLATE "C", described boolean NOT NULL, last_seen date NOT NULL, props jsonb NOT NULL)`,
    indexes: [
      'ALTER TABLE bare_node ADD PRIMARY KEY (id)',
      'CREATE UNIQUE INDEX ON bare_node (objectid)',
      'CREATE INDEX ON bare_node (name, id)',
      'CREATE INDEX ON bare_node (kind)',
      'CREATE INDEX ON bare_node (environment, kind) WHERE environment IS NOT NULL',
    ],
  },
  {
    name: 'bare_edge',
    rows: 'SELECT source, kind, target, flags FROM edge ORDER BY source, kind, target',
    table: '(source int NOT NULL, kind smallint NOT NULL, target int NOT NULL, flags smallint NOT NULL)',
    indexes: [
      'ALTER TABLE bare_edge ADD PRIMARY KEY (source, kind, target)',
      'CREATE UNIQUE INDEX ON bare_edge (target, kind, source)',
    ],
  },
];

/** Copies the nodes and edges of the graph into bare tables in both ways. @returns the faster one */
export async function copyFloor(database: Database, folder: string): Promise<Floor> {
  const files = tables.map(({ name }) => join(folder, `${name}.copy`));
  try {
    await database.transaction(async (tx) => {
      await tx.query('SET LOCAL statement_timeout = 0');
      for (const [index, { rows }] of tables.entries())
        await pipeline(tx.client.query(copyTo(`COPY (${rows}) TO STDOUT`)), createWriteStream(files[index] ?? ''));
    });
    const into = { seconds: await fill(database, files, 'into indexes'), way: 'into indexes' } as const;
    const after = { seconds: await fill(database, files, 'indexes after'), way: 'indexes after' } as const;
    return into.seconds <= after.seconds ? into : after;
  } finally {
    await Promise.all(files.map((file) => rm(file, { force: true })));
  }
}

/** @returns the seconds of COPY, of the indexes and of the commit */
async function fill(database: Database, files: readonly string[], way: FloorWay): Promise<number> {
  for (const { name, table } of tables) await database.query(`CREATE TABLE ${name} ${table}`);
  try {
    if (way === 'into indexes') await createIndexes(database);
    const start = performance.now();
    await database.transaction(async (tx) => {
      await tx.query('SET LOCAL statement_timeout = 0');
      for (const [index, { name }] of tables.entries())
        await pipeline(createReadStream(files[index] ?? ''), tx.client.query(copyFrom(`COPY ${name} FROM STDIN`)));
      if (way === 'indexes after') await createIndexes(tx);
    });
    return (performance.now() - start) / 1000;
  } finally {
    await database.query(`DROP TABLE ${tables.map(({ name }) => name).join(', ')}`);
  }
}

async function createIndexes(runner: SqlRunner): Promise<void> {
  for (const { indexes } of tables) for (const statement of indexes) await runner.query(statement);
}
