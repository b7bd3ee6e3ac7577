import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { domainResultCounts } from '../../src/modules/enterprise/jobs/domain-result.js';
import { Database } from '../../src/database/database.js';
import { demoAccount } from '../../demo/demo-account.js';
import { signedHeaders } from '../../demo/signed-headers.js';
import { print, printTable, Timings } from '../measure.js';
import { MeasuredProcess } from '../measured-process.js';
import { enterpriseEnvironment, serviceProgram, withFolder, withProduct } from '../product.js';

/** Other work on the machine disturbs the lowest percentile least. */
const shares = [0.1, 0.5, 0.99] as const;

const [warmUpCalls, calls] = [20, 120] as const;

/** End of the newest job; each earlier job ends a minute earlier. */
const lastEnd = new Date('2026-10-01T00:00:00Z');

/** Number of clients, which run the jobs in turn. */
const jobClients = 200;

/** Id of the client of the first job. */
const firstClient = `SELECT md5('client 1')::uuid::text AS id`;

/** A list that is read from both databases; `jobs` is the number of jobs in a database. */
interface Case {
  readonly title: string;
  readonly query: (jobs: number, clientId: string) => string;
}

const minutesBefore = (minutes: number) => new Date(lastEnd.getTime() - minutes * 60_000).toISOString();
const day = (column: string, before = 2880) =>
  `${column}=gte:${minutesBefore(before + 1440)}&${column}=lt:${minutesBefore(before)}`;

const span = (minutes: number, before: number) =>
  `start_time=gte:${minutesBefore(before + minutes)}&end_time=lt:${minutesBefore(before)}`;

const cases: readonly Case[] = [
  { title: 'default order', query: () => '' },
  { title: 'one client', query: (_, clientId) => `client_id=${clientId}` },
  { title: 'a day by end_time', query: () => day('end_time') },
  { title: 'a day by start_time', query: () => day('start_time') },
  { title: 'a day in the middle, by end_time', query: (jobs) => day('end_time', jobs / 2) },
  { title: 'a day in the middle, by start_time', query: (jobs) => day('start_time', jobs / 2) },
  { title: 'a day in the middle, from start_time to end_time', query: (jobs) => span(1440, jobs / 2) },
  { title: 'a quarter of the jobs, from start_time to end_time', query: (jobs) => span(jobs / 4, jobs / 2) },
  { title: 'a day of one client', query: (_, clientId) => `client_id=${clientId}&${day('start_time')}` },
  { title: 'the newer half, by end_time', query: (jobs) => `end_time=gte:${minutesBefore(jobs / 2)}` },
  { title: 'the newer half, by start_time', query: (jobs) => `start_time=gte:${minutesBefore(jobs / 2)}` },
  { title: 'page in the middle', query: (jobs) => `skip=${jobs / 2}` },
  { title: 'last page', query: (jobs) => `skip=${jobs - 50}` },
  { title: 'page in the middle, one client', query: (jobs, id) => `client_id=${id}&skip=${jobs / jobClients / 2}` },
];

interface Contender {
  readonly jobs: number;
  readonly clientId: string;
  readonly token: { readonly id: string; readonly key: string };
  readonly environment: Readonly<Record<string, string>>;
}

/** Measures pages of operation 3 with many finished jobs as multiples of pages with few, both on one PostgreSQL. */
export async function measureLists(jobs: { readonly few: number; readonly many: number }): Promise<void> {
  await withFolder(async (folder) => {
    // Keeps the embedded server for the whole run.
    await withProduct(enterpriseEnvironment(join(folder, 'server')), async (app, url) => {
      const server = app.get(Database);
      const few = await prepare(server, url, join(folder, 'few'), jobs.few);
      const many = await prepare(server, url, join(folder, 'many'), jobs.many);
      await server.query('CHECKPOINT');
      await compare(few, many);
    });
  });
}

async function prepare(server: Database, url: string, folder: string, jobs: number): Promise<Contender> {
  await mkdir(folder);
  const name = `jobs_${jobs}`;
  await server.query(`CREATE DATABASE ${name}`);
  const own = new URL(url);
  own.pathname = `/${name}`;
  const environment = { ...enterpriseEnvironment(folder, own.href), STATEMENT_TIMEOUT: '0' };
  const { clientId, token } = await withProduct(environment, async (app) => {
    const database = app.get(Database);
    const start = performance.now();
    await fillJobs(database, jobs);
    print(`${jobs} jobs created in ${((performance.now() - start) / 1000).toFixed(0)} s`);
    const [client] = await database.query<{ id: string }>(firstClient);
    return { clientId: client?.id ?? '', token: (await demoAccount(app)).token };
  });
  return { jobs, clientId, token, environment };
}

async function compare(few: Contender, many: Contender): Promise<void> {
  const services = [
    { ...few, service: await MeasuredProcess.start(serviceProgram, few.environment) },
    { ...many, service: await MeasuredProcess.start(serviceProgram, many.environment) },
  ] as const;
  const head = ['', ...shares.flatMap((share) => [`p${share * 100} ms, ${few.jobs}`, `${many.jobs}`, 'times'])];
  const rows: string[][] = [];
  try {
    for (const it of cases) {
      const [ofFew, ofMany] = await contest(it, services);
      const cells = shares.flatMap((share) => {
        const [less, more] = [ofFew.percentile(share), ofMany.percentile(share)];
        return [less.toFixed(1), more.toFixed(1), (more / less).toFixed(2)];
      });
      rows.push([it.title, ...cells]);
    }
  } finally {
    await Promise.all(services.map(({ service }) => service.stop()));
  }
  printTable(`Operation 3, 50 rows a page, ${calls} calls each, in turns`, head, rows);
}

type Running = Contender & { readonly service: MeasuredProcess };

/** Calls take turns, so that other work on the machine disturbs both. */
async function contest({ query }: Case, [few, many]: readonly [Running, Running]): Promise<[Timings, Timings]> {
  const timings: [Timings, Timings] = [new Timings(), new Timings()];
  for (let call = -warmUpCalls; call < calls; call++) {
    const [ofFew, ofMany] = call < 0 ? [new Timings(), new Timings()] : timings;
    await ofFew.measure(() => get(few, query));
    await ofMany.measure(() => get(many, query));
  }
  return timings;
}

async function get({ jobs, clientId, token, service }: Running, query: Case['query']): Promise<void> {
  const target = `/api/v2/jobs/finished?limit=50&${query(jobs, clientId)}`;
  const response = await fetch(service.url + target, { headers: signedHeaders(token, 'GET', target, '', new Date()) });
  const text = await response.text();
  if (response.status !== 200 || !text.includes('"domain_results":[{')) throw new Error(`${target}: ${text}`);
}

const clients = `
  INSERT INTO client (id, name, type, domain_controller, created_at, updated_at)
  SELECT md5('client ' || n)::uuid, 'client ' || n, 'directory', '', '2025-01-01', '2025-01-01' FROM generate_series(1, $1::int) n`;

const units = `
  INSERT INTO node (objectid, kind, kinds, name, described, last_seen, props)
  SELECT 'OU-' || n, kind.id, ARRAY[kind.id], 'STAFF ' || n, true, '2026-01-01',
    jsonb_build_object('distinguishedname', 'OU=STAFF ' || n || ',DC=CORP')
  FROM kind, generate_series(0, 19) n WHERE kind.name = 'OU'`;

/** A quarter of the jobs names two organisational units; a tenth did not complete. */
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
  INSERT INTO job_domain_result (job_id, domain_name, success, message, ${domainResultCounts.join(', ')}, created_at, updated_at)
  SELECT id, 'CHILD' || d || '.CORP.EXAMPLE', d < 3, CASE d WHEN 3 THEN 'a file could not be read' ELSE '' END, id % 9973, id % 997, id % 4999, d, 10 * d,
    20 * d, 1, 1, d, 1, 33, 0, end_time, end_time
  FROM job, generate_series(1, 3) d ORDER BY id, d`;

/** Fills a new database with finished jobs of three results each, always the same ones. */
async function fillJobs(database: Database, count: number): Promise<void> {
  await database.query(clients, [jobClients]);
  await database.query(units);
  await database.query(jobs, [count, lastEnd, jobClients]);
  await database.query(results);
  await database.query('VACUUM ANALYZE');
}
