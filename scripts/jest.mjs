import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { root, runNode } from './project.mjs';

const GROUP_END_MS = 10_000;

/** Runs Jest with support for ES modules. If it is interrupted, nothing of it goes on. @returns the exit code */
export async function jest(words) {
  const modules = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const preloaded = [
    `--require=${join(root, 'test/support/built-worker.cjs')}`,
    `--import=${pathToFileURL(join(root, 'test/support/typescript-loader.mjs')).href}`,
  ];
  const flags = [...modules, ...preloaded];
  const program = [...flags, 'node_modules/jest/bin/jest.js', ...words];
  // Only a process of the terminal's own group can read keys.
  if (process.platform === 'win32' || words.some((word) => word.startsWith('--watch'))) return runNode(program);
  const run = spawn(process.execPath, program, { cwd: root, stdio: 'inherit', detached: true });
  let isInterrupted = false;
  const interrupt = () => {
    isInterrupted = true;
    signalGroup(run.pid, 'SIGTERM');
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, interrupt);
  const [code] = await once(run, 'exit');
  if (isInterrupted) await endGroup(run.pid);
  for (const signal of signals) process.off(signal, interrupt);
  return isInterrupted ? 130 : (code ?? 1);
}

/** Workers and services of tests are in the group of Jest. Servers of PostgreSQL are not: they survive the process that starts them. */
async function endGroup(leader) {
  const end = Date.now() + GROUP_END_MS;
  while (signalGroup(leader, 0)) {
    if (Date.now() > end) signalGroup(leader, 'SIGKILL');
    await sleep(50);
  }
  const loader = join(root, 'test/support/typescript-loader.mjs');
  await runNode(['--import', loader, 'test/support/postgres/remove-leftovers.ts']);
}

/** @returns false if nothing of the group runs */
function signalGroup(leader, signal) {
  try {
    return process.kill(-leader, signal);
  } catch {
    return false;
  }
}
