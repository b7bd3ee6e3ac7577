import TestSequencer from '@jest/test-sequencer';

/** Files of tests that take longest, the longest first. A file that is missing here, or has become quick, costs a run some time and nothing else. */
const LONGEST = [
  'test/e2e/crash.e2e-spec.ts',
  'test/e2e/collection-deaths.e2e-spec.ts',
  'src/database/embedded/embedded-postgres.db-spec.ts',
  'test/e2e/apart.e2e-spec.ts',
  'test/e2e/collection-life.e2e-spec.ts',
  'test/e2e/collection-instances.e2e-spec.ts',
  'test/e2e/collected-graph.e2e-spec.ts',
  'test/e2e/uploaded-graph.e2e-spec.ts',
  'src/graph/sql-graph-reader.db-spec.ts',
  'src/ingest/ingest-order.db-spec.ts',
];

/**
 * Jest runs last what took least in the run before. Where there was none, as in continuous integration, it goes by the size of files, which says
 * nothing of those that start processes and wait for them: one that begins late keeps everybody waiting.
 */
export default class LongestFirst extends TestSequencer {
  sort(tests) {
    return super.sort([...tests]).toSorted((one, other) => place(one) - place(other));
  }
}

function place({ path }) {
  const found = LONGEST.findIndex((file) => path.replaceAll('\\', '/').endsWith(`/${file}`));
  return found < 0 ? LONGEST.length : found;
}
