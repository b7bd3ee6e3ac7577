import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { patientWaits } from './patient-waits.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/**
 * Builds the product if the sources are newer, and copies it to a new folder, because another build may start while a test
 * runs. Threads need compiled JavaScript. @returns the folder, which the caller removes
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
  /** The URL, or null if the process ended before it listened. */
  readonly listening: Promise<string | null>;
  /** Resolves when the process has ended. */
  readonly ended: Promise<void>;
  runs(): boolean;
  /** Output so far. */
  output(): string;
  /** Sends SIGKILL. */
  kill(): void;
  /** Sends SIGTERM. @returns the exit code */
  stop(): Promise<number | null>;
}

/** Starts a service. @param folder from {@link build} */
export function startService(folder: string, environment: Readonly<Record<string, string>>): ServiceProcess {
  const child = spawn(process.execPath, [join(folder, 'dist/src/main.js')], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...patientWaits, ...environment },
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
