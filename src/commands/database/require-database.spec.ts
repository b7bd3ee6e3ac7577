import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { loadSettings } from '../../base/config/load-settings.js';
import { runCommandLine } from '../commands.js';

let parent: string;

beforeAll(() => {
  parent = mkdtempSync(join(tmpdir(), 'no-database-'));
});
afterAll(() => rmSync(parent, { recursive: true }));

it.each([
  'status',
  'db url',
  'db check',
  'db backup FILE',
  'user list',
  'token list',
  'search ann',
  'show ann',
  'path ann tier-zero',
])('%s refuses a DATA_DIR without a database, and creates none', async (words) => {
  const notes: string[] = [];
  const folder = join(parent, 'typo');
  const code = await runCommandLine(words.split(' '), {
    settings: () => Promise.resolve(loadSettings({ DATA_DIR: folder })),
    print: (line) => notes.push(line),
    note: (line) => notes.push(line),
  });
  expect([code, notes, readdirSync(parent)]).toEqual([
    3,
    [
      `There is no database in ${resolve(folder)} (DATA_DIR): set DATA_DIR or DATABASE_URL as the service has them; ` +
        'its first start creates the database.',
    ],
    [],
  ]);
});

it('is a warning of doctor, which examines nothing else of the database', async () => {
  const lines: string[] = [];
  const code = await runCommandLine(['doctor'], {
    settings: () => Promise.resolve(loadSettings({ DATA_DIR: join(parent, 'typo'), PORT: '0' })),
    print: (line) => lines.push(line),
    note: (line) => lines.push(line),
  });
  const text = lines.join('\n');
  expect([code, readdirSync(parent)]).toEqual([0, []]);
  expect(text).toMatch(/warn +database +DATA_DIR has no database: the first start creates it/);
  expect(text).not.toMatch(/^\w+ +migrations/m);
});
