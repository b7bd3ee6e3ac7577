import { Visibility } from '../../base/scope/visibility.js';
import type { SqlRunner } from '../../database/database.js';

/** Sets of environments that an analysis computes figures of: those of the most accounts. */
export const mostSights = 20;

interface SightRow {
  readonly environments: readonly string[];
  readonly none: boolean;
}

/** What limited accounts see. Figures of the analysis are computed for each. */
export async function readSights(runner: SqlRunner): Promise<Visibility[]> {
  const rows = await runner.query<SightRow>(
    `SELECT environments, sees_nodes_of_none AS none FROM account WHERE environments IS NOT NULL AND NOT is_disabled
     GROUP BY 1, 2 ORDER BY count(*) DESC, 1, 2 LIMIT $1`,
    [mostSights],
  );
  return rows.map(({ environments, none }) => new Visibility(environments, none));
}
