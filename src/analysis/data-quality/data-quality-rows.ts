import type { SqlRunner } from '../../database/database.js';
import type { EnvironmentRow } from './count-data-quality.js';
import { adDomain, cloudTenant, countColumns, type EnvironmentType } from './environment-type.js';

/** Rows that a run wrote. */
export interface DataQualityRows {
  readonly tenants: number;
  readonly domains: number;
}

/** The id of a run and its time. */
export type RunKey = readonly [runId: string, now: Date];

function insertInto(type: EnvironmentType): string {
  return `INSERT INTO ${type.table} (run_id, created_at, updated_at, ${type.id}, ${countColumns(type).join(', ')})`;
}

function insertRow(type: EnvironmentType): string {
  const values = countColumns(type).map((_, index) => `$${index + 4}`);
  return `${insertInto(type)} VALUES ($1, $2, $2, $3, ${values.join(', ')})`;
}

function copyRows(type: EnvironmentType): string {
  return `${insertInto(type)}
    SELECT $1::uuid, $2::timestamptz, $2::timestamptz, ${[type.id, ...countColumns(type)].join(', ')}
    FROM ${type.table} WHERE run_id = $3::uuid ORDER BY id RETURNING id`;
}

/** Writes the counts of a run. */
export async function writeDataQuality(
  tx: SqlRunner,
  [runId, now]: RunKey,
  rows: readonly EnvironmentRow[],
): Promise<DataQualityRows> {
  for (const { type, objectid, counts } of rows) await tx.prepared(insertRow(type), [runId, now, objectid, ...counts]);
  const domains = rows.filter(({ type }) => type === adDomain).length;
  return { tenants: rows.length - domains, domains };
}

/** Writes the rows of an earlier run for this one too, because the graph is as that run left it. */
export async function repeatDataQuality(
  tx: SqlRunner,
  [runId, now]: RunKey,
  earlier: string,
): Promise<DataQualityRows> {
  const tenants = await tx.query(copyRows(cloudTenant), [runId, now, earlier]);
  const domains = await tx.query(copyRows(adDomain), [runId, now, earlier]);
  return { tenants: tenants.length, domains: domains.length };
}
