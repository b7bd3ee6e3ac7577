import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { jest } from './jest.mjs';
import { root } from './project.mjs';
import { checkFormat, checkTypes, lintFiles } from './source-checks.mjs';

const linted = /^(?:(?:src|demo|test|bench|scripts|ui)\/.*\.(?:ts|tsx|mjs)|ormconfig\.ts)$/;

/**
 * Returns the checks of what differs from the last commit, in a few seconds: format and lint of these files, all types, and
 * the unit tests in their folders. Tests elsewhere that depend on them are left to CI.
 */
export function checksOfChanges() {
  const files = changedFiles();
  const [page, product] = [true, false].map((isPage) =>
    files.filter((file) => linted.test(file) && file.startsWith('ui/') === isPage),
  );
  return {
    ...(product.length > 0 && {
      types: () => checkTypes('tsconfig.json'),
      lint: () => lintFiles('tsconfig.json', product),
    }),
    ...(page.length > 0 && {
      'page types': () => checkTypes('ui/tsconfig.json'),
      'page lint': () => lintFiles('ui/tsconfig.json', page),
    }),
    ...(files.length > 0 && { format: () => checkFormat(files) }),
    ...unitTests(files),
  };
}

/** @returns paths */
function git(...words) {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean);
}

function changedFiles() {
  return [
    ...git('diff', '--name-only', '--diff-filter=d', '-z', 'HEAD'),
    ...git('ls-files', '--others', '--exclude-standard', '-z'),
  ];
}

function unitTests(files) {
  const folders = [...new Set(files.map((file) => dirname(file)))].filter((it) => existsSync(join(root, it)));
  const specs = folders.flatMap((folder) =>
    readdirSync(join(root, folder)).flatMap((name) => (name.endsWith('.spec.ts') ? [join(folder, name)] : [])),
  );
  return specs.length === 0
    ? {}
    : { 'unit tests': () => jest(['--selectProjects', 'unit', '-w', '2', '--runTestsByPath', ...specs]) };
}
