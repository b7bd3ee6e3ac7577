import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Database, SqlRunner } from '../../src/database/database.js';

const tables = ['node', 'edge'] as const;

/** COPY into tables with their indexes, or creating the indexes afterwards. */
export type FloorWay = 'into indexes' | 'indexes after';

export interface Floor {
  readonly seconds: number;
  readonly way: FloorWay;
}

/** Copies the rows of the graph into bare tables with the graph's indexes, in both ways. @returns the faster one */
export async function copyFloor(database: Database, folder: string): Promise<Floor> {
  const files = tables.map((table) => join(folder, `${table}.copy`));
  try {
    await database.transaction(async ({ client }) => {
      await client.query('SET LOCAL statement_timeout = 0');
      for (const [index, table] of tables.entries())
        await pipeline(client.query(copyTo(`COPY ${table} TO STDOUT`)), createWriteStream(files[index] ?? ''));
    });
    const into = { seconds: await fill(database, files, 'into indexes'), way: 'into indexes' } as const;
    const after = { seconds: await fill(database, files, 'indexes after'), way: 'indexes after' } as const;
    return into.seconds <= after.seconds ? into : after;
  } finally {
    await Promise.all(files.map((file) => rm(file, { force: true })));
  }
}

/** @returns seconds */
function fill(database: Database, files: readonly string[], way: FloorWay): Promise<number> {
  return database.transaction(async (tx) => {
    const { client } = tx;
    await tx.query('SET LOCAL statement_timeout = 0');
    for (const table of tables)
      await tx.query(
        `CREATE TABLE bare_${table} (LIKE ${table} INCLUDING ALL${way === 'indexes after' ? ' EXCLUDING INDEXES' : ''})`,
      );
    const start = performance.now();
    for (const [index, table] of tables.entries()) {
      await pipeline(createReadStream(files[index] ?? ''), client.query(copyFrom(`COPY bare_${table} FROM STDIN`)));
      if (way === 'indexes after') await createIndexes(tx, table);
    }
    const seconds = (performance.now() - start) / 1000;
    await tx.query('DROP TABLE bare_node, bare_edge');
    return seconds;
  });
}

async function createIndexes(tx: SqlRunner, table: string): Promise<void> {
  const rows = await tx.query<{ definition: string }>(
    'SELECT indexdef AS definition FROM pg_indexes WHERE schemaname = current_schema() AND tablename = $1',
    [table],
  );
  for (const { definition } of rows)
    await tx.query(definition.replace(/^(CREATE (?:UNIQUE )?INDEX) \S+ ON \S+/, `$1 ON bare_${table}`));
}
