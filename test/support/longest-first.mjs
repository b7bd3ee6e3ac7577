import TestSequencer from '@jest/test-sequencer';

/** The slowest test files, the slowest first. An outdated list only costs time. */
const LONGEST = [
  'test/ui/page.ui-spec.ts',
  'test/e2e/crash.e2e-spec.ts',
  'test/inventory/column-filters.inventory-spec.ts',
  'test/e2e/collection-jobs.e2e-spec.ts',
  'src/database/embedded/embedded-postgres.db-spec.ts',
  'src/commands/database/db.command.db-spec.ts',
  'src/compat/document/reference-document.http-spec.ts',
  'test/e2e/separate-workers.e2e-spec.ts',
  'test/e2e/traces.e2e-spec.ts',
  'test/e2e/collection-instances.e2e-spec.ts',
  'test/inventory/openapi-lint.inventory-spec.ts',
  'test/e2e/shutdown.e2e-spec.ts',
  'test/e2e/failover.e2e-spec.ts',
  'src/ingest/ingest-order.db-spec.ts',
  'src/ingest/huge-files.spec.ts',
  'test/inventory/csv.inventory-spec.ts',
  'src/graph/writer/removal/graph-removal.reference.db-spec.ts',
  'test/inventory/openapi.inventory-spec.ts',
  'test/inventory/editions.inventory-spec.ts',
  'src/ingest/whole-graph.reference.db-spec.ts',
];

/**
 * Jest starts the slowest files of the previous run first. Without a previous run it sorts by file size, which is wrong for
 * files that wait for processes, so this order starts them first.
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
