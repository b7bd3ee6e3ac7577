import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { until } from '../support/until.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Where a run of the tests keeps its server. */
const places = ['/dev/shm', tmpdir()];

function parentOf(pid: number): number {
  return existsSync(`/proc/${pid}/stat`)
    ? Number(
        readFileSync(`/proc/${pid}/stat`, 'utf8')
          .replace(/^.*\) \S /s, '')
          .split(' ')[0],
      )
    : 0;
}

/** The folder of the server that the run of a process has started; undefined before. */
function serverOf(runner: number): { readonly folder: string; readonly pid: number } | undefined {
  for (const place of places.filter((it) => existsSync(it)))
    for (const name of readdirSync(place)) {
      const [, run] = /^graphward_test_(\d+)_/.exec(name) ?? [];
      const folder = join(place, name);
      const file = join(folder, 'postgres/cluster/postmaster.pid');
      if (run === undefined || parentOf(Number(run)) !== runner || !existsSync(file)) continue;
      return { folder, pid: Number(readFileSync(file, 'utf8').split('\n')[0]) };
    }
  return undefined;
}

/** A process that nobody waits for keeps its entry, without a command line. */
function runs(pid: number): boolean {
  return existsSync(`/proc/${pid}`) && readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
}

const hasProcesses = existsSync('/proc/self/stat') && process.env['TEST_DATABASE_URL'] === undefined;

(hasProcesses ? describe : describe.skip)('tests that are interrupted', () => {
  it('leave no process and no files', async () => {
    const words = ['scripts/run.mjs', 'test', '--selectProjects', 'db', '--testPathPatterns', 'pg-clients', '-w', '1'];
    const run = spawn(process.execPath, words, { cwd: ROOT, stdio: 'ignore' });
    const ended = once(run, 'exit');
    await until(() => serverOf(run.pid!) !== undefined || run.exitCode !== null, 300);
    const { folder, pid } = serverOf(run.pid!)!;
    run.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
    expect([existsSync(folder), runs(pid)]).toEqual([false, false]);
  });
});
