import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { chapters } from '../../scripts/asvs-table.mjs';

describe.each(['asvs', 'compatibility', 'edges', 'errors', 'findings', 'ready-questions', 'tier-zero'])(
  'docs/%s.md',
  (name) => {
    const command = `node scripts/run.mjs ${name}`;

    it(`is what "${command}" writes`, async () => {
      const written = await readFile(`docs/${name}.md`, 'utf8');
      const { stdout } = await promisify(execFile)(process.execPath, ['scripts/run.mjs', name, '--print']);
      const stale = stdout.split('\n').filter((line) => !written.split('\n').includes(line));
      expect(stale.map((line) => `run "${command}"; it writes: ${line}`)).toEqual([]);
      expect(stdout).toBe(written);
    });
  },
);

describe('docs/asvs.md', () => {
  const met = Object.values(chapters)
    .flat()
    .flatMap(({ id, at, title = '' }) => (at === undefined ? [] : [{ id, at, title }]));

  it('names files and tests that exist, once a requirement', async () => {
    const ids = Object.values(chapters).flatMap((it) => it.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    const missing: string[] = [];
    for (const { id, at, title } of met) {
      const text = await readFile(at, 'utf8').catch(() => null);
      if (text === null || !text.includes(title)) missing.push(`${id}: ${at}: ${title}`);
    }
    expect(missing).toEqual([]);
    expect(met.length).toBeGreaterThan(70);
  });
});
