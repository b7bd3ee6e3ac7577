import { Injectable } from '@nestjs/common';
import { Database } from '../../database/database.js';
import type { Transaction } from '../../database/transaction.js';
import { adDomain, cloudTenant, type EnvironmentType } from './environment-type.js';

/** The counts of one run in one tenant or domain. */
export interface EnvironmentCounts {
  readonly type: EnvironmentType['name'];
  readonly name: string;
  /** By the name of the column: `users`, `session_completeness` (0 to 1) ... */
  readonly counts: Readonly<Record<string, number>>;
}

interface CountsRow {
  readonly type: EnvironmentType['name'];
  readonly name: string;
  /** The whole row, in the order of its columns. */
  readonly row: Readonly<Record<string, unknown>>;
}

function rowsOfRun({ name, table, id }: EnvironmentType): string {
  return `SELECT '${name}' AS type, ${id} AS environment, to_json(c) AS row FROM ${table} c WHERE run_id = $1::uuid`;
}

const countsOfRun = `
  SELECT q.type, coalesce(n.name, q.environment) AS name, q.row
  FROM (${rowsOfRun(adDomain)} UNION ALL ${rowsOfRun(cloudTenant)}) q
  LEFT JOIN node n ON n.objectid = q.environment
  ORDER BY 1, 2`;

/** Reads the data quality statistics of one run, and deletes the statistics of all runs. */
@Injectable()
export class DataQualityRunRepository {
  constructor(private readonly database: Database) {}

  async listRun(runId: string): Promise<EnvironmentCounts[]> {
    const rows = await this.database.query<CountsRow>(countsOfRun, [runId]);
    return rows.map(({ type, name, row }) => ({ type, name, counts: countsOf(row) }));
  }

  /** Deletes the statistics of all environments. @param also runs in the same transaction */
  deleteAll(also: (tx: Transaction) => Promise<void>): Promise<void> {
    return this.database.transaction(async (tx) => {
      for (const table of [adDomain.table, cloudTenant.table, 'data_quality_count'])
        await tx.query(`DELETE FROM ${table}`);
      await tx.query(`DELETE FROM sight_figure WHERE relation LIKE 'data\\_quality\\_%'`);
      await also(tx);
    });
  }
}

function countsOf({ id: _id, ...row }: CountsRow['row']): Record<string, number> {
  return Object.fromEntries(
    Object.entries(row).flatMap(([column, value]) => (typeof value === 'number' ? [[column, value]] : [])),
  );
}
