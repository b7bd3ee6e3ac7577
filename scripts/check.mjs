import { jest } from './jest.mjs';
import { checksOfChanges } from './check-changed.mjs';
import { caches } from './caches.mjs';
import { pageCircles } from './page-circles.mjs';
import { prepareInstall } from './prepare.mjs';
import { runNode, say } from './project.mjs';
import { rooms } from './rooms.mjs';
import { checkFormat, checkTypes, lintFiles } from './source-checks.mjs';

/** Checks that only read the sources, the slowest first. */
const readers = { format, lint, layers, types };

const AT_ONCE = 2;

/**
 * Runs all checks without a database, then the unit tests unless `--skip-tests` is given. With `--changed`, checks what differs
 * from the last commit.
 * @returns the exit code
 */
export async function check(words) {
  const installed = await prepareInstall();
  if (installed !== 0 || words.includes('--changed')) return installed || allOf(checksOfChanges());
  const code = await allOf(readers);
  if (code !== 0 || words.includes('--skip-tests')) return code;
  return step('unit tests', () => jest(['--selectProjects', 'unit', '-w', '2']));
}

/** Starts a check whenever another one ends, until one fails. */
async function allOf(checks) {
  const waiting = Object.entries(checks);
  let code = 0;
  const next = async () => {
    while (waiting.length > 0 && code === 0) code = (await step(...waiting.shift())) || code;
  };
  await Promise.all(Array.from({ length: AT_ONCE }, next));
  return code;
}

async function step(name, run) {
  say(`check: ${name}`);
  const code = await run();
  say(`check: ${name} ${code === 0 ? 'passed' : 'failed'}`);
  return code;
}

function format() {
  return checkFormat(['.']);
}

async function lint() {
  const sources = ['src', 'demo', 'test', 'bench', 'scripts', 'ormconfig.ts'];
  return (await lintFiles('tsconfig.json', sources)) || lintFiles('ui/tsconfig.json', ['ui']);
}

/** Imports between folders, the folders themselves, and what keeps ever more. @returns the exit code */
export async function layers() {
  const program = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs';
  return (
    (await runNode([program, '--config', '.dependency-cruiser.cjs', 'src', 'demo'])) ||
    rooms() ||
    caches() ||
    pageCircles()
  );
}

async function types() {
  return (await checkTypes('tsconfig.json')) || checkTypes('ui/tsconfig.json');
}
