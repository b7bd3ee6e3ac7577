import { existsSync, lstatSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { locked } from './lock.mjs';
import { root, runNode, runProgram, say } from './project.mjs';

/** npm writes this file last, so it exists only after a complete installation. */
const INSTALLED = 'node_modules/.package-lock.json';
const BUILT = 'dist/.built';
const CONFIGURATION = [
  'tsconfig.json',
  'tsconfig.build.json',
  'package-lock.json',
  'scripts/build-ui.mjs',
  'scripts/sample-zip.mjs',
];
const SOURCES = ['src', 'demo', 'bench', 'ui', 'ormconfig.ts', ...CONFIGURATION];
const NOT_BUILT = /\.((http-|db-)?spec|fixture)\.ts$/;

/** Installs the packages of package-lock.json if needed. @returns the exit code */
export function prepareInstall() {
  return prepare(installNeeded, install);
}

/** Installs and builds if packages or `dist` are missing or outdated. @returns the exit code */
export async function prepareBuild() {
  return (await prepareInstall()) || (await prepare(buildNeeded, build));
}

async function prepare(needed, make) {
  if (!needed()) return 0;
  return locked(async () => (needed() ? make() : 0));
}

function installNeeded() {
  return changed('package-lock.json') > changed(INSTALLED) && !isInstalled();
}

/** Compares the installed packages, because a copy or a checkout changes the times of files. */
function isInstalled() {
  if (!existsSync(join(root, INSTALLED))) return false;
  const { '': _project, ...wanted } = packagesOf('package-lock.json');
  const there = packagesOf(INSTALLED);
  const names = Object.keys({ ...wanted, ...there });
  return names.every(
    (name) => there[name]?.version === wanted[name]?.version || (!there[name] && wanted[name].optional),
  );
}

function packagesOf(file) {
  return JSON.parse(readFileSync(join(root, file), 'utf8')).packages;
}

/** A deployment may contain `dist` without `src`. */
function buildNeeded() {
  return existsSync(join(root, 'src')) && newest(SOURCES) > changed(BUILT);
}

async function install() {
  if (lstatSync(join(root, 'node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    // npm ci would empty the linked folder, which others use.
    say('node_modules is a link to other packages than package-lock.json names: install them in the linked folder.');
    return 1;
  }
  const stopReporting = reportInstalledPackages();
  // The build needs development packages, which NODE_ENV=production would omit.
  const words = ['ci', '--include=dev', '--loglevel=error', '--no-audit', '--no-fund', '--no-progress'];
  const npm = process.env.npm_execpath;
  const stdio = ['ignore', 'ignore', 2];
  const code = npm?.endsWith('.js')
    ? await runNode([npm, ...words], stdio)
    : await runProgram('npm', words, { stdio, shell: process.platform === 'win32' });
  stopReporting();
  if (code !== 0) say('npm ci failed');
  return code;
}

/** npm prints nothing while it downloads, which takes a minute on a slow line. @returns a function that ends the reports */
function reportInstalledPackages() {
  const folders = Object.entries(packagesOf('package-lock.json'))
    .filter(([folder, { optional }]) => folder !== '' && !optional)
    .map(([folder]) => folder);
  say(`installing ${folders.length} packages (npm ci) ...`);
  const timer = setInterval(() => say(`  ${folders.filter(isUnpacked).length} of ${folders.length}`), 5000);
  return () => clearInterval(timer);
}

function isUnpacked(folder) {
  return existsSync(join(root, folder, 'package.json'));
}

async function build() {
  say('building ...');
  const since = new Date();
  const stdio = ['ignore', 2, 2];
  const code =
    (await runNode(['node_modules/@typescript/native/bin/tsc', '-p', 'tsconfig.build.json'], stdio)) ||
    (await runNode(['scripts/build-ui.mjs'], stdio));
  if (code !== 0) {
    say('the build failed');
    return 1;
  }
  writeFileSync(join(root, BUILT), '');
  // Files that were edited during the build are built again.
  utimesSync(join(root, BUILT), since, since);
  return 0;
}

function newest(paths) {
  return Math.max(...paths.map((path) => Math.max(changed(path), ...filesBelow(path).map(changed))));
}

/** Includes folders, because the removal of a file changes only its folder. */
function filesBelow(path) {
  if (!statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory()) return [];
  return readdirSync(join(root, path), { recursive: true })
    .filter((name) => !NOT_BUILT.test(name))
    .map((name) => join(path, name));
}

/** @returns the time of the last change in milliseconds, 0 if the file is missing */
function changed(path) {
  return statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}
