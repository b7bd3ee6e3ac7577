import type { SqlRunner } from '../../database/database.js';
import { Kind } from '../kinds/kind-catalogue.js';

/** The application is of another tenant, which keeps the lock. */
const foreign = `
  SELECT id FROM node WHERE id = ANY ($1::int[]) AND kind = ${Kind.AZServicePrincipal}
    AND upper(props ->> 'appownerorganizationid') <> upper(environment)`;

/** @returns those of the nodes that are service principals of applications of other tenants */
export async function foreignPrincipals(database: SqlRunner, nodes: readonly number[]): Promise<ReadonlySet<number>> {
  if (nodes.length === 0) return new Set();
  const rows = await database.prepared<{ id: number }>(foreign, [nodes]);
  return new Set(rows.map(({ id }) => id));
}
