import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';
import type { BackupHeader } from '../../src/database/backup/backup-header.js';
import { loadSettings } from '../../src/base/config/load-settings.js';
import { runCommandLine } from '../../src/commands/commands.js';

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
      contents.set(left[0].name, createHash('sha256').update(rows.toSorted().join('\n')).digest('hex'));
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
