import type { SqlRunner } from '../../database/database.js';

/** To be raised if the product finds other ways or findings in the same graph than before. The next analysis is a break of the history. */
export const rulesVersion = 4;

/** The first versions stored none. */
const lastVersion = `
  SELECT coalesce((summary ->> 'rulesVersion')::int, 1) AS version FROM analysis_run
  WHERE status = 'complete' ORDER BY finished_at DESC LIMIT 1`;

/** Whether the last analysis followed other rules of the product. */
export async function areRulesNew(on: SqlRunner): Promise<boolean> {
  const [last] = await on.query<{ version: number }>(lastVersion);
  return last !== undefined && last.version !== rulesVersion;
}
