import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Copies what is built into a folder of its own, which the caller removes: another build may come while it runs. Builds it before where it is
 * older than the sources. Threads need compiled JavaScript.
 */
export async function build(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'graphward-dist-'));
  await promisify(execFile)(process.execPath, ['scripts/run.mjs', 'build'], { cwd: ROOT });
  for (const part of ['dist/src', 'dist/demo']) await cp(join(ROOT, part), join(folder, part), { recursive: true });
  await cp(join(ROOT, 'package.json'), join(folder, 'package.json'));
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** A service in a process of its own. */
export interface ServiceProcess {
  /** Where it listens; null where it ended before it did. */
  readonly listening: Promise<string | null>;
  /** Resolves when it has ended, however it did. */
  readonly ended: Promise<void>;
  /** Whether it has not ended yet. */
  runs(): boolean;
  /** All that it has written until now. */
  output(): string;
  /** Ends it as a crash would. */
  kill(): void;
  /** Asks it to end. @returns its exit code */
  stop(): Promise<number | null>;
}

/** Starts what {@link build} made. */
export function startService(folder: string, environment: Readonly<Record<string, string>>): ServiceProcess {
  const child = spawn(process.execPath, [join(folder, 'dist/src/main.js')], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += String(chunk)));
  const ended = endOf(child);
  const listening = new Promise<string | null>((resolve) => {
    createInterface(child.stderr).on('line', (line) => {
      output += `${line}\n`;
      const found = /listens on (\S+);/.exec(line)?.[1];
      if (found) resolve(found);
    });
    void ended.then(() => resolve(null));
  });
  return {
    listening,
    ended,
    runs: () => child.exitCode === null && child.signalCode === null,
    output: () => output,
    kill: () => void child.kill('SIGKILL'),
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
      return child.exitCode;
    },
  };
}

async function endOf(child: ChildProcess): Promise<void> {
  await once(child, 'exit');
}
