// Coverage belongs to test files, and `--watch` runs changed modules again: both need the modules of each file apart.
const isApart = 'COVERAGE_OF_OTHERS' in process.env || process.argv.some((word) => word.startsWith('--watch'));

const shared = {
  testEnvironment: '<rootDir>/test/support/shared-modules/environment.cjs',
  runtime: '<rootDir>/test/support/shared-modules/runtime.cjs',
};

/** One project a tier (CONTRIBUTING.md): unit tests need nothing, the others a PostgreSQL, which test/support/postgres starts. */
const tier = (displayName, testRegex) => ({
  displayName,
  testRegex,
  ...(isApart ? { testEnvironment: 'node' } : shared),
  roots: ['<rootDir>/src', '<rootDir>/demo', '<rootDir>/ui', '<rootDir>/test'],
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': '@swc/jest' },
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
});

const withPostgres = {
  globalSetup: '<rootDir>/test/support/postgres/global-setup.ts',
  globalTeardown: '<rootDir>/test/support/postgres/global-teardown.ts',
};

export default {
  projects: [
    tier('unit', '\\.spec\\.ts$'),
    { ...tier('http', '\\.http-spec\\.ts$'), ...withPostgres },
    { ...tier('db', '\\.db-spec\\.ts$'), ...withPostgres },
    { ...tier('inventory', 'test/inventory/.*\\.inventory-spec\\.ts$'), ...withPostgres },
    { ...tier('ui', 'test/ui/.*\\.ui-spec\\.ts$'), ...withPostgres },
    { ...tier('e2e', 'test/e2e/.*\\.e2e-spec\\.ts$'), ...withPostgres },
  ],
  testSequencer: '<rootDir>/test/support/longest-first.mjs',
  workerIdleMemoryLimit: '768MB',
  // Milliseconds. A worker that has nothing open ends at once, but giving up its memory takes a busy machine more than the half second
  // that Jest waits before it calls that a leak; who does leak is still told of.
  workerGracefulExitTimeout: 10_000,
  // Milliseconds, many times what the longest test takes: a busy machine is no fault, and only what hangs ends by it.
  testTimeout: 1_800_000,
};
