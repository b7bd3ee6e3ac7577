import { runNode } from './project.mjs';

/** @param files paths, or `.` for all @returns the exit code, as the others */
export function checkFormat(files) {
  const options = ['--check', '--ignore-unknown', '--log-level', 'warn'];
  return runNode(['node_modules/prettier/bin/prettier.cjs', ...options, ...files]);
}

/** @param project such as `tsconfig.json` @param files of the project, or folders */
export function lintFiles(project, files) {
  const options = ['--type-aware', '--deny-warnings', '--tsconfig', project];
  return runNode(['node_modules/oxlint/bin/oxlint', ...options, ...files]);
}

export function checkTypes(project) {
  return runNode(['node_modules/@typescript/native/bin/tsc', '--noEmit', '-p', project]);
}
