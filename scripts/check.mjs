import { jest } from './jest.mjs';
import { prepareInstall } from './prepare.mjs';
import { runNode, say } from './project.mjs';

const steps = {
  format: () => runNode(['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.']),
  lint,
  types: () => runNode(['node_modules/@typescript/native/bin/tsc', '-p', 'tsconfig.json', '--noEmit']),
  layers,
  'unit tests': () => jest(['--selectProjects', 'unit', '-w', '2']),
};

/** Everything that needs no database, the quickest first; ends at the first fault. @returns the exit code. */
export async function check() {
  const code = await prepareInstall();
  if (code !== 0) return code;
  for (const [name, step] of Object.entries(steps)) {
    say(`check: ${name}`);
    const failed = await step();
    if (failed) {
      say(`check: ${name} failed`);
      return failed;
    }
  }
  say('check: all is well');
  return 0;
}

function lint() {
  const options = ['--type-aware', '--tsconfig', 'tsconfig.json', '--deny-warnings'];
  const sources = ['src', 'test', 'bench', 'scripts', 'ormconfig.ts'];
  return runNode(['node_modules/oxlint/bin/oxlint', ...options, ...sources]);
}

function layers() {
  const program = 'node_modules/dependency-cruiser/bin/dependency-cruise.mjs';
  return runNode([program, '--config', '.dependency-cruiser.cjs', 'src']);
}
