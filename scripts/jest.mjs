import { join } from 'node:path';
import { root, runNode } from './project.mjs';

/** Runs Jest with support for ES modules. @returns the exit code */
export function jest(words) {
  const modules = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  const flags = [...modules, '--require', join(root, 'test/support/code-cache.cjs')];
  return runNode([...flags, 'node_modules/jest/bin/jest.js', ...words]);
}
