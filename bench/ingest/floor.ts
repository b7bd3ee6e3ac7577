import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { Database } from '../../src/database/database.js';

const tables = ['node', 'edge'] as const;

/** Seconds that COPY takes to fill bare tables, with the indexes of the graph's own, with the rows that are in the graph. */
export async function copyFloor(database: Database, folder: string): Promise<number> {
  const files = tables.map((table) => join(folder, `${table}.copy`));
  try {
    return await database.transaction(async ({ client }) => {
      await client.query('SET LOCAL statement_timeout = 0');
      for (const [index, table] of tables.entries()) {
        await pipeline(client.query(copyTo(`COPY ${table} TO STDOUT`)), createWriteStream(files[index] ?? ''));
        await client.query(`DROP TABLE IF EXISTS bare_${table}`);
        await client.query(`CREATE TABLE bare_${table} (LIKE ${table} INCLUDING ALL)`);
      }
      const start = performance.now();
      for (const [index, table] of tables.entries()) {
        await pipeline(createReadStream(files[index] ?? ''), client.query(copyFrom(`COPY bare_${table} FROM STDIN`)));
      }
      return (performance.now() - start) / 1000;
    });
  } finally {
    await Promise.all(files.map((file) => rm(file, { force: true })));
    await database.query('DROP TABLE IF EXISTS bare_node, bare_edge');
  }
}
