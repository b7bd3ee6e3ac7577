import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { BackupHeader } from '../../src/database/backup/backup-header.js';
import { loadSettings } from '../../src/base/config/load-settings.js';
import { runCommandLine } from '../../src/commands/commands.js';
import type { Database } from '../../src/database/database.js';

/** Digests or texts by name. */
export type Contents = ReadonlyMap<string, string>;

/** Ids that are drawn and times of the clock, which differ between two databases. */
export function withoutChance(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'ID')
    .replaceAll(/\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d[.\d]*(?:Z|[+-]\d\d(?::\d\d)?)?/g, 'TIME');
}

/** A digest of the rows of each table of a backup. */
export async function contentsOf(backup: string, read = (row: string) => row): Promise<Contents> {
  const lines = createInterface({ input: createReadStream(backup).pipe(createGunzip()), crlfDelay: Infinity });
  const contents = new Map<string, string>();
  let left: BackupHeader['tables'] | undefined;
  let rows: string[] = [];
  const close = () => {
    while (left?.[0] && rows.length === left[0].rows) {
      contents.set(left[0].name, digestOf(rows));
      left = left.slice(1);
      rows = [];
    }
  };
  for await (const line of lines) {
    if (left) {
      rows.push(read(line));
    } else {
      const header: BackupHeader = JSON.parse(line);
      left = header.tables;
    }
    close();
  }
  return contents;
}

/** Digests of the graph by object ids and names of kinds, because the numbers of nodes and kinds depend on the order of writes. */
export async function graphOf(database: Database): Promise<Contents> {
  const namesOf = async (sql: string) => {
    const rows = await database.query<{ id: number; name: string }>(sql);
    return new Map(rows.map(({ id, name }) => [id, name]));
  };
  const [kinds, objects] = [
    await namesOf('SELECT id, name FROM kind'),
    await namesOf('SELECT id, objectid AS name FROM node'),
  ];
  const nodes = await database.query<{ kinds: number[]; row: string }>(
    `SELECT kinds, concat_ws(' ', objectid, name, environment, described, last_seen, props) AS row FROM node`,
  );
  const edges = await database.query<{ source: number; kind: number; target: number; flags: number }>(
    'SELECT source, kind, target, flags FROM edge',
  );
  const selected = await database.query<{ selector: number; node: number; source: number }>(
    'SELECT selector_id AS selector, node_id AS node, source FROM selected_node',
  );
  const rows = {
    nodes: nodes.map((it) => `${it.row} ${it.kinds.map((kind) => kinds.get(kind)).join()}`),
    edges: edges.map((it) => [objects.get(it.source), kinds.get(it.kind), objects.get(it.target), it.flags].join(' ')),
    selected: selected.map((it) => [it.selector, objects.get(it.node), it.source].join(' ')),
  };
  return new Map(Object.entries(rows).map(([name, its]) => [name, digestOf(its)]));
}

function digestOf(rows: readonly string[]): string {
  return createHash('sha256').update(rows.toSorted().join('\n')).digest('hex');
}

/** Runs a command of the product. @throws Error with its messages if it fails */
export async function command(
  environment: Readonly<Record<string, string>>,
  ...words: readonly string[]
): Promise<void> {
  const messages: string[] = [];
  const code = await runCommandLine(words, {
    settings: () => Promise.resolve(loadSettings(environment)),
    print: (line) => void messages.push(line),
    note: (line) => void messages.push(line),
  });
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${messages.join('\n')}`);
}

/** @returns the number of names that are compared @throws Error that names what differs */
export function requireSame(
  title: string,
  one: Contents,
  other: Contents,
  isCompared: (name: string) => boolean,
): number {
  const names = [...new Set([...one.keys(), ...other.keys()])].filter(isCompared);
  const different = names.filter((name) => one.get(name) !== other.get(name));
  if (different.length === 0) return names.length;
  const [first = ''] = different;
  const texts = [one, other].map((it) => it.get(first)?.slice(0, 2000));
  throw new Error(`${title} differ: ${different.join(', ')}\nCitus: ${texts[0]}\nPostgreSQL: ${texts[1]}`);
}
