import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { check, layers } from './check.mjs';
import { checkClients } from './check-clients.mjs';
import { jest } from './jest.mjs';
import { migration } from './migration.mjs';
import { prepareBuild, prepareInstall } from './prepare.mjs';
import { become, root, runNode, say } from './project.mjs';

/** Pages of docs that scripts write from tables of the sources. */
const pages = ['asvs', 'edges', 'errors', 'findings', 'ready-questions', 'tier-zero'];

/** Tasks by name. Each receives the words after its name and returns an exit code. */
export const tasks = {
  start: (words) => built(() => become('dist/src/main.js', words)),
  demo: (words) => built(() => become('dist/src/cli.js', ['demo', ...words])),
  dev: () => built(dev),
  cli: (words) => built(() => become('dist/src/cli.js', words)),
  build: () => prepareBuild(),
  test: (words) => built(() => test(words)),
  coverage: (words) => built(() => later('./coverage.mjs', 'coverage', words)),
  bench: (words) => built(() => bench(words)),
  tck: (words) =>
    installed(() => runNode(['--import', './test/support/typescript-loader.mjs', 'test/cypher/run-tck.ts', ...words])),
  migration: (words) => built(() => migration(words)),
  check,
  layers,
  new: (words) => later('./new/new-resource.mjs', 'newResource', words),
  clients: () => built(checkClients),
  image: (words) => installed(() => later('./image.mjs', 'image', words)),
  compatibility: (words) => built(() => later('./compatibility.mjs', 'compatibility', words)),
  'count-lines': () => later('./count-lines.mjs', 'countLines'),
  'lost-facts': (words) => built(() => later('./lost-facts.mjs', 'lostFacts', words)),
  ...Object.fromEntries(pages.map((name) => [name, (words) => built(() => writePage(name, words))])),
  pictures: () => built(() => later('./pictures.mjs', 'pictures')),
  'ui-types': (words) => built(() => later('./ui-types.mjs', 'uiTypes', words)),
  package: () => built(() => later('./release/package.mjs', 'makePackage')),
  release: (words) => built(() => later('./release/release.mjs', 'release', words)),
  'release-check': (words) => later('./release/version.mjs', 'checkVersion', words),
  'check-package': () => built(() => later('./check-package.mjs', 'checkPackage')),
  'check-citus': (words) => built(() => become('dist/bench/citus.js', words)),
  'check-mutations': () => installed(() => later('./mutations.mjs', 'checkMutations')),
  'check-specs': (words) => built(() => later('./check-specs.mjs', 'checkSpecs', words)),
  'random-mutations': (words) => built(() => later('./random-mutations.mjs', 'randomMutations', words)),
  'check-upgrade': (words) => built(() => later('./check-upgrade.mjs', 'checkUpgrade', words)),
};

/** Loads a task when it runs, because it imports packages or built files. */
async function later(file, name, words) {
  const task = await import(file);
  return task[name](words);
}

async function writePage(name, words) {
  const documents = await import('./generated-document.mjs');
  return documents.writePage(name, words);
}

/** The base that is made without a registry has the libraries of the installed PostgreSQL. */
async function installed(work) {
  return (await prepareInstall()) || work();
}

async function built(work) {
  return (await prepareBuild()) || work();
}

/** Compiles and restarts the service whenever a source changes. */
function dev() {
  const compiler = 'node_modules/@typescript/native/bin/tsc';
  return Promise.race([
    runNode([compiler, '-p', 'tsconfig.build.json', '--watch', '--preserveWatchOutput']),
    runNode(['--watch', '--enable-source-maps', 'dist/src/main.js']),
  ]);
}

/** Three workers by default: one may wait for its processes while two use two cores. More would starve PostgreSQL. */
function test(words) {
  const told = words.some((word) => /^(-w|-i|--maxWorkers|--runInBand)/.test(word));
  return jest([...words, ...(told ? [] : ['-w', '3'])]);
}

function bench([name = '', ...words]) {
  const program = `dist/bench/${name}.js`;
  if (existsSync(join(root, program))) return become(program, words);
  say(`unknown benchmark "${name}"; see bench/`);
  return 1;
}
