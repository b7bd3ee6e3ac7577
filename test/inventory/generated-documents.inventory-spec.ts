import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';

describe.each(['compatibility', 'edges', 'errors', 'findings', 'ready-questions', 'tier-zero'])(
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
