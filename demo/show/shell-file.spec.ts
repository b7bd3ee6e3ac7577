import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { writeShellFile } from './shell-file.js';

describe('the shell file of the demo', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'shell-file-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('sets the variables and defines the functions of graphward.sh in a POSIX shell', async () => {
    const file = await writeShellFile(folder, { GRAPHWARD_URL: 'http://127.0.0.1:1', TENANT: "it's $HOME" });
    const script = `. "${file}"; printf '%s|%s|' "$GRAPHWARD_URL" "$TENANT"; command -v gw_signed`;
    expect(execFileSync('sh', ['-euc', script], { encoding: 'utf8' })).toBe(
      "http://127.0.0.1:1|it's $HOME|gw_signed\n",
    );
  });

  it('lets only its owner read it, because it contains credentials', async () => {
    expect(statSync(await writeShellFile(folder, {})).mode & 0o777).toBe(0o600);
  });
});
