import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';

/** What one run counted in one tenant or domain. */
export interface EnvironmentCounts {
  readonly type: 'tenant' | 'domain';
  readonly name: string;
  /** By the name of the column: `users`, `session_completeness` (0 to 1) ... */
  readonly counts: Readonly<Record<string, number>>;
}

interface CountsRow {
  readonly type: 'tenant' | 'domain';
  readonly name: string;
  /** The whole row, in the order of its columns. */
  readonly row: Readonly<Record<string, unknown>>;
}

const countsOfRun = `
  SELECT q.type, coalesce(n.name, q.environment) AS name, q.row
  FROM (
    SELECT 'domain' AS type, domainsid AS environment, to_json(d) AS row FROM data_quality_domain d WHERE run_id = $1::uuid
    UNION ALL
    SELECT 'tenant', tenantid, to_json(t) FROM data_quality_tenant t WHERE run_id = $1::uuid) q
  LEFT JOIN node n ON n.objectid = q.environment
  ORDER BY 1, 2`;

/** The data quality of single runs. */
@Injectable()
export class DataQualityRunRepository {
  constructor(private readonly database: Database) {}

  async listRun(runId: string): Promise<EnvironmentCounts[]> {
    const rows = await this.database.query<CountsRow>(countsOfRun, [runId]);
    return rows.map(({ type, name, row }) => ({ type, name, counts: countsOf(row) }));
  }
}

function countsOf({ id: _id, ...row }: CountsRow['row']): Record<string, number> {
  return Object.fromEntries(
    Object.entries(row).flatMap(([column, value]) => (typeof value === 'number' ? [[column, value]] : [])),
  );
}
