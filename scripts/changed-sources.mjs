import {
  cpSync,
  existsSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { transformFileSync } from '@swc/core';
import { root } from './project.mjs';

/** What the copy has no own of. */
const notCopied = ['.git', 'node_modules', 'dist'];

/** Milliseconds for each spec, on a busy machine, too. One that does not end has noticed nothing. */
const MOST_MS = 180_000;

/**
 * Runs with a copy of the project, so that an interrupted run leaves no change behind.
 * @param options.build for tests with threads, which run the build: copied, so that a change reaches them
 */
export async function withCopy(work, { build = false } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'mutations-'));
  try {
    for (const name of readdirSync(root).filter((it) => !notCopied.includes(it)))
      cpSync(join(root, name), join(folder, name), { recursive: true });
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    if (build) cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
    else symlinkSync(join(root, 'dist'), join(folder, 'dist'));
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Runs with another text of a file of the copy. */
export async function withText(folder, file, text, run) {
  const path = join(folder, file);
  const before = readFileSync(path, 'utf8');
  writeFileSync(path, text);
  try {
    return await run();
  } finally {
    writeFileSync(path, before);
  }
}

/** Compiles a file into the build if the copy has its own, and restores what the build had. */
export async function withBuilt(folder, file, run) {
  const built = `dist/${file.replace(/\.ts$/, '.js')}`;
  const isCopied = !lstatSync(join(folder, 'dist')).isSymbolicLink();
  if (!isCopied || !file.endsWith('.ts') || !existsSync(join(folder, built))) return run();
  const { code } = transformFileSync(join(folder, file), { swcrc: true, configFile: join(folder, '.swcrc') });
  return withText(folder, built, code, run);
}

/** @returns `failed` with the first spec that has a failed test, `cannot be run` with the first one that has none, or `did not end` */
export async function outcomeOf(folder, specs, tiers = ['unit'], mostMs = MOST_MS * specs.length) {
  const results = await resultsOf(folder, specs, tiers, { mostMs, words: ['--bail'] });
  if (!results) return { outcome: 'did not end' };
  const failed = results.find(({ status }) => status === 'failed');
  if (!failed) return { outcome: 'passed' };
  return { outcome: failed.hasFailedTest ? 'failed' : 'cannot be run', spec: failed.spec };
}

/** @returns for each spec its state and the messages of its faults; null if the run does not end or breaks off */
export async function resultsOf(folder, specs, tiers, { mostMs = MOST_MS * specs.length, words = [] } = {}) {
  const report = join(folder, 'report.json');
  rmSync(report, { force: true });
  const loader = `--import=${pathToFileURL(join(folder, 'test/support/typescript-loader.mjs')).href}`;
  const startsThreads = tiers.some((tier) => tier !== 'unit');
  const threads = startsThreads ? [`--require=${join(folder, 'test/support/built-worker.cjs')}`] : [];
  const node = ['--experimental-vm-modules', '--no-warnings', ...threads, loader];
  const options = ['--runInBand', '--json', '--outputFile', report, ...words];
  const jest = [
    'node_modules/jest/bin/jest.js',
    '--selectProjects',
    ...tiers,
    ...options,
    '--runTestsByPath',
    ...specs,
  ];
  const run = spawn(process.execPath, [...node, ...jest], { cwd: folder, stdio: 'ignore', timeout: mostMs });
  const [, signal] = await once(run, 'exit');
  if (signal !== null || !existsSync(report)) return null;
  return JSON.parse(readFileSync(report, 'utf8')).testResults.map(({ name, status, message, assertionResults }) => ({
    spec: name.slice(folder.length + 1),
    status,
    message,
    hasFailedTest: assertionResults.some((it) => it.status === 'failed'),
  }));
}
