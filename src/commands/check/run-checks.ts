import { analysisChecks } from '../../analysis/runs/analysis-checks.js';
import { errorMessage } from '../../base/error-message.js';
import { withConnection } from '../../database/servers/connect.js';
import type { SqlConnection } from '../../database/database.js';
import { isConnectionLoss } from '../../database/driver-errors.js';
import { type IntegrityCheck, tableChecks } from '../../database/sql/integrity-check.js';
import { requirePresentTables } from '../../database/opening/migration-state.js';
import { graphChecks } from '../../graph/store/graph-checks.js';
import { uploadChecks } from '../../ingest/uploads/upload-checks.js';
import { assetGroupChecks } from '../../modules/asset-groups/stored/asset-group-checks.js';
import type { Finding } from '../output/findings.js';
import type { Terminal } from '../terminal.js';
import { requireDatabase } from '../database/require-database.js';
import { withServer } from '../database/with-database.js';

const checks: readonly IntegrityCheck[] = [
  ...tableChecks,
  ...graphChecks,
  ...analysisChecks,
  ...uploadChecks,
  ...assetGroupChecks,
];
/** Length of the longest name of a check. */
export const nameWidth = Math.max(...checks.map(({ name }) => name.length));

/** Maximum number of reported places of a fault. */
const maxPlaces = 20;

/** All checks see one state of the database. PostgreSQL refuses any change. */
const begin = `
  BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0; SET LOCAL jit = off`;

/**
 * Runs all checks, one after the other.
 * @param listener called with each finding at once
 * @throws DatabaseUnavailableError if the tables are of another version
 */
export async function runChecks(terminal: Terminal, listener: (finding: Finding) => void): Promise<Finding[]> {
  await requireDatabase(terminal);
  const checkAll = async (tx: SqlConnection): Promise<Finding[]> => {
    await requirePresentTables(tx);
    const findings: Finding[] = [];
    for (const check of checks) {
      const finding = await findingOf(check, tx);
      findings.push(finding);
      listener(finding);
    }
    return findings;
  };
  return withServer(terminal, ({ url }) =>
    withConnection(url, { name: 'graphward-check' }, (database) => database.transaction(checkAll, begin)),
  );
}

async function findingOf({ name, rule, places }: IntegrityCheck, tx: SqlConnection): Promise<Finding> {
  await tx.query('SAVEPOINT before_check');
  try {
    const sql = typeof places === 'string' ? places : await places(tx);
    const found = await firstPlaces(sql, tx);
    return found.count === 0
      ? { name, state: 'ok', message: rule }
      : { name, state: 'fail', message: `violated: ${rule}`, ...found };
  } catch (error) {
    if (isConnectionLoss(error)) throw error;
    // A damaged page, or a table that is gone: the other checks can still run.
    await tx.query('ROLLBACK TO SAVEPOINT before_check');
    return { name, state: 'fail', message: `cannot be checked: ${errorMessage(error)}` };
  }
}

/** Reads by a cursor, so that the memory does not grow with the number of faults. */
async function firstPlaces(sql: string, tx: SqlConnection): Promise<Required<Pick<Finding, 'count' | 'places'>>> {
  await tx.query(`DECLARE faults NO SCROLL CURSOR FOR SELECT place FROM (${sql}) found(place)`);
  const rows = await tx.query<{ place: string }>(`FETCH ${maxPlaces} FROM faults`);
  const { rowCount } = await tx.client.query('MOVE FORWARD ALL IN faults');
  await tx.query('CLOSE faults');
  return { places: rows.map(({ place }) => place), count: rows.length + (rowCount ?? 0) };
}
