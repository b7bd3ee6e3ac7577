import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import { mutations } from './mutations-list.mjs';
import { root, say } from './project.mjs';

/** What unit tests need. The sources are copied, so that an interrupted run leaves no change behind. */
const copied = ['src', 'demo', 'ui', 'test', 'scripts', 'jest.config.mjs', 'package.json', 'tsconfig.json', '.swcrc'];

const AT_ONCE = 2;
/** Milliseconds for each spec, on a busy machine, too. One that does not end has noticed nothing. */
const MOST_MS = 180_000;

/** @returns the changes whose text their file does not have exactly once */
export function misplaced() {
  return mutations.filter(({ file, from }) => readFileSync(join(root, file), 'utf8').split(from).length !== 2);
}

/** Makes each change alone, and runs its specs. @returns the exit code: 1 if a spec passes with a change */
export async function checkMutations() {
  const lost = misplaced();
  for (const { file, from } of lost) say(`mutations: ${file} does not have this text exactly once: ${from}`);
  if (lost.length > 0) return 1;
  if (!(await passWithout())) return 1;
  const waiting = [...mutations];
  const survivors = [];
  const work = async () => {
    const folder = copyOfSources();
    try {
      for (let next = waiting.shift(); next; next = waiting.shift())
        for (const spec of next.specs) {
          const isNoticed = (await withMutation(folder, next, () => outcomeOf(folder, [spec]))) === 'failed';
          say(`mutations: ${next.file}: ${isNoticed ? 'noticed' : 'NOT NOTICED'} by ${spec}`);
          if (!isNoticed) survivors.push(next);
        }
    } finally {
      rmSync(folder, { recursive: true });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  say(`mutations: ${mutations.length - new Set(survivors).size} of ${mutations.length} were noticed`);
  return survivors.length > 0 ? 1 : 0;
}

/** Without a change all specs pass: otherwise they would notice nothing. */
async function passWithout() {
  const folder = copyOfSources();
  try {
    const outcome = await outcomeOf(folder, [...new Set(mutations.flatMap(({ specs }) => specs))]);
    if (outcome !== 'passed') say(`mutations: without a change the specs ${outcome}`);
    return outcome === 'passed';
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function copyOfSources() {
  const folder = mkdtempSync(join(tmpdir(), 'mutations-'));
  for (const name of copied) cpSync(join(root, name), join(folder, name), { recursive: true });
  for (const name of ['node_modules', 'dist']) symlinkSync(join(root, name), join(folder, name));
  return folder;
}

async function withMutation(folder, { file, from, to }, run) {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  // By parts, because a `$` of a replacement has a meaning.
  writeFileSync(path, text.split(from).join(to));
  try {
    return await run();
  } finally {
    writeFileSync(path, text);
  }
}

/** @returns `failed` if a test fails; a spec that cannot be run or does not end has noticed nothing */
async function outcomeOf(folder, specs) {
  const report = join(folder, 'report.json');
  rmSync(report, { force: true });
  const words = [
    '--selectProjects',
    'unit',
    '--runInBand',
    '--json',
    '--outputFile',
    report,
    '--runTestsByPath',
    ...specs,
  ];
  const loader = `--import=${pathToFileURL(join(folder, 'test/support/typescript-loader.mjs')).href}`;
  const program = ['--experimental-vm-modules', '--no-warnings', loader, 'node_modules/jest/bin/jest.js', ...words];
  const run = spawn(process.execPath, program, { cwd: folder, stdio: 'ignore', timeout: MOST_MS * specs.length });
  const [, signal] = await once(run, 'exit');
  if (signal !== null) return 'did not end';
  const { numFailedTests, success } = JSON.parse(readFileSync(report, 'utf8'));
  return numFailedTests > 0 ? 'failed' : success ? 'passed' : 'cannot be run';
}
