import type { Database, SqlRunner } from '../../database/database.js';
import { databaseId } from '../../database/sql/database-id.js';

/** The answer of `/health/ready`. */
export interface AnsweredReadiness {
  readonly status: 'up' | 'down';
  readonly reason?: string;
}

/** A service at an address, as a command sees it. */
export interface RunningService {
  readonly url: string;
  /** Null if no service answers. */
  readonly readiness: AnsweredReadiness | null;
  /** Null if its metrics can't be read, which callers of the same machine may do. */
  readonly edition: string | null;
  /** Whether it uses the database. If its metrics can't be read: whether any service is connected to the database. */
  readonly isOfDatabase: boolean;
}

/** Asks the service at `url`, and compares its database with `database`. */
export async function runningService(url: string, database: Database): Promise<RunningService> {
  const readiness = await readinessOf(url);
  const metrics = readiness ? await metricsOf(url) : '';
  const labelOf = (metric: string, label: string) =>
    new RegExp(`^${metric}\\{(?:.*,)?${label}="([^"]*)"`, 'm').exec(metrics)?.[1] ?? null;
  const used = labelOf('graphward_database_info', 'database');
  return {
    url,
    readiness,
    edition: labelOf('graphward_build_info', 'edition'),
    isOfDatabase: used === null ? (await countConnectedHosts(database)) > 0 : used === (await databaseId(database)),
  };
}

/** @returns null if no service answers at the address */
export async function readinessOf(url: string): Promise<AnsweredReadiness | null> {
  try {
    const answer: AnsweredReadiness = JSON.parse(await textOf(`${url}/health/ready`));
    return answer.status === 'up' || answer.status === 'down' ? answer : null;
  } catch {
    return null;
  }
}

function metricsOf(url: string): Promise<string> {
  return textOf(`${url}/metrics`).catch(() => '');
}

async function textOf(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(5_000) });
  return response.text();
}

const connectedHosts = `
  SELECT count(DISTINCT coalesce(client_addr, '127.0.0.1'))::int AS hosts FROM pg_stat_activity
  WHERE datname = current_database() AND application_name IN ('graphward', 'graphward-worker')`;

/** The number of machines with services that are connected to a database. */
export async function countConnectedHosts(database: SqlRunner): Promise<number> {
  const [row] = await database.query<{ hosts: number }>(connectedHosts);
  return row?.hosts ?? 0;
}
