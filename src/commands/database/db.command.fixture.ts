import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { withClient } from '../../../test/support/postgres/template.js';
import { loadSettings } from '../../base/config/load-settings.js';
import { runCommandLine } from '../commands.js';

export async function run(url: string, ...words: readonly string[]) {
  const out: string[] = [];
  const err: string[] = [];
  const code = await runCommandLine(words, {
    settings: async () =>
      loadSettings({
        DATABASE_URL: url,
        SECRET_KEY: 'a secret of more than 32 characters',
        EDITION: 'enterprise',
        DATABASE_WAIT: '5',
      }),
    print: (line) => out.push(line),
    note: (line) => err.push(line),
  });
  return { code, out: out.join('\n'), err };
}

/** A digest of the rows of every table, and the next value of every sequence. */
export function contentOf(url: string): Promise<Record<string, string>> {
  return withClient(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
        WHERE schemaname IN ('public', 'graphile_worker') AND tablename NOT IN ('migration', 'migrations')`,
    );
    const content: Record<string, string> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ digest: string }>(
        `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' ORDER BY t::text)), '') AS digest FROM ${name} t`,
      );
      content[name] = rows[0]?.digest ?? '';
    }
    const { rows: sequences } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, sequencename) AS name FROM pg_sequences WHERE sequencename <> 'migration_id_seq'`,
    );
    for (const { name } of sequences) {
      const { rows } = await client.query<{ next: string }>(
        `SELECT (last_value + CASE WHEN is_called THEN 1 ELSE 0 END)::text AS next FROM ${name}`,
      );
      content[name] = rows[0]?.next ?? '';
    }
    return content;
  });
}

export async function numberOf(url: string, sql: string): Promise<number> {
  return withClient(url, async (client) => (await client.query<{ n: number }>(`SELECT (${sql})::int AS n`)).rows[0]!.n);
}

export async function headerOf(file: string) {
  return JSON.parse(
    gunzipSync(await readFile(file))
      .toString()
      .split('\n')[0]!,
  );
}
