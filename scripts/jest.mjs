import { runNode } from './project.mjs';

/** Jest in the mode that the ES modules of this project need. @returns the exit code. */
export function jest(words) {
  const flags = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning'];
  return runNode([...flags, 'node_modules/jest/bin/jest.js', ...words]);
}
