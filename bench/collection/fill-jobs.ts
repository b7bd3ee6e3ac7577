import type { Database } from '../../src/database/database.js';

/** When the last job ends; each before it ends a minute earlier. */
export const lastEnd = new Date('2026-10-01T00:00:00Z');

/** Jobs are given to so many clients in turn. */
export const jobClients = 200;

/** Id of the client of the first job. */
export const aClient = `SELECT md5('client 1')::uuid::text AS id`;

const clients = `
  INSERT INTO client (id, name, type, domain_controller, created_at, updated_at)
  SELECT md5('client ' || n)::uuid, 'client ' || n, 'directory', '', '2025-01-01', '2025-01-01' FROM generate_series(1, $1::int) n`;

const units = `
  INSERT INTO node (objectid, kind, kinds, name, described, last_seen, props)
  SELECT 'OU-' || n, kind.id, ARRAY[kind.id], 'STAFF ' || n, true, '2026-01-01',
    jsonb_build_object('distinguishedname', 'OU=STAFF ' || n || ',DC=CORP')
  FROM kind, generate_series(0, 19) n WHERE kind.name = 'OU'`;

/** A fourth of the jobs names two organisational units; a tenth did not go well. */
const jobs = `
  INSERT INTO job (client_id, client_name, event_id, event_title, execution_time, start_time, end_time, last_ingest, status, status_message,
    domain_controller, session_collection, local_group_collection, ad_structure_collection, cert_services_collection, ca_registry_collection,
    dc_registry_collection, all_trusted_domains, ous, domains, created_at, updated_at)
  SELECT md5('client ' || (n - 1) % $3::int + 1)::uuid, 'client ' || (n - 1) % $3::int + 1, n % 50 + 1, 'nightly ' || n % 50, at - span, at - span, at, at,
    CASE n % 10 WHEN 3 THEN (ARRAY['failed', 'partially_complete', 'timed_out', 'canceled'])[n / 10 % 4 + 1] ELSE 'complete' END, '',
    'DC' || n % 7 || '.CORP.EXAMPLE', n % 2 = 0, n % 3 = 0, true, n % 5 = 0, false, false, false,
    CASE n % 4 WHEN 0 THEN ARRAY['OU-' || n % 20, 'OU-' || (n + 7) % 20] ELSE '{}'::text[] END, '{}', at - span, at
  FROM (SELECT n, $2::timestamptz - ($1::int - n) * interval '1 minute' AS at, (60 + n % 1000 * 7919 % 3600) * interval '1 second' AS span
    FROM generate_series(1, $1::int) n) made`;

const results = `
  INSERT INTO job_domain_result (job_id, domain_name, success, message, user_count, group_count, computer_count, gpo_count, ou_count, container_count,
    aiaca_count, rootca_count, enterpriseca_count, ntauthstore_count, certtemplate_count, deleted_count, created_at, updated_at)
  SELECT id, 'CHILD' || d || '.CORP.EXAMPLE', d < 3, CASE d WHEN 3 THEN 'a file could not be read' ELSE '' END, id % 9973, id % 997, id % 4999, d, 10 * d,
    20 * d, 1, 1, d, 1, 33, 0, end_time, end_time
  FROM job, generate_series(1, 3) d ORDER BY id, d`;

/** Fills a new database with so many finished jobs of three results each, always the same ones. */
export async function fillJobs(database: Database, count: number): Promise<void> {
  await database.query(clients, [jobClients]);
  await database.query(units);
  await database.query(jobs, [count, lastEnd, jobClients]);
  await database.query(results);
  await database.query('VACUUM ANALYZE');
}
