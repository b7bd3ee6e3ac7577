import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import Table from 'cli-table3';
import { Database } from '../../src/database/database.js';
import { demoAccount } from '../../demo/demo-account.js';
import { signedHeaders } from '../../demo/signed-headers.js';
import { Timings } from '../graph/timing.js';
import { MeasuredProcess } from '../http/measured-process.js';
import { withFolder } from '../with-folder.js';
import { environmentOf, withProduct } from './bench-database.js';
import { aClient, fillJobs, jobClients, lastEnd } from './fill-jobs.js';

/** The first is what other work on the machine disturbs least. */
const shares = [0.1, 0.5, 0.99] as const;

const [warmUpCalls, calls] = [20, 120] as const;

/** A list that both databases are asked for; `jobs` is how many they hold. */
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
  { title: 'a day half way down, by end_time', query: (jobs) => day('end_time', jobs / 2) },
  { title: 'a day half way down, by start_time', query: (jobs) => day('start_time', jobs / 2) },
  { title: 'a day half way down, from start_time to end_time', query: (jobs) => span(1440, jobs / 2) },
  { title: 'a fourth of the jobs, from start_time to end_time', query: (jobs) => span(jobs / 4, jobs / 2) },
  { title: 'a day of one client', query: (_, clientId) => `client_id=${clientId}&${day('start_time')}` },
  { title: 'since half of the jobs, by end_time', query: (jobs) => `end_time=gte:${minutesBefore(jobs / 2)}` },
  { title: 'since half of the jobs, by start_time', query: (jobs) => `start_time=gte:${minutesBefore(jobs / 2)}` },
  { title: 'half way down', query: (jobs) => `skip=${jobs / 2}` },
  { title: 'the end', query: (jobs) => `skip=${jobs - 50}` },
  { title: 'half way down, one client', query: (jobs, id) => `client_id=${id}&skip=${jobs / jobClients / 2}` },
];

interface Contender {
  readonly jobs: number;
  readonly clientId: string;
  readonly token: { readonly id: string; readonly key: string };
  readonly environment: Readonly<Record<string, string>>;
}

/** How long pages of operation 3 take with many finished jobs, as multiples of what they take with few, both on one PostgreSQL. */
export async function measureLists(jobs: { readonly few: number; readonly many: number }): Promise<void> {
  await withFolder(async (folder) => {
    // Holds the embedded server for the whole run.
    await withProduct(environmentOf(join(folder, 'server')), async (app, url) => {
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
  const environment = { ...environmentOf(folder, own.href), STATEMENT_TIMEOUT: '0' };
  const { clientId, token } = await withProduct(environment, async (app) => {
    const database = app.get(Database);
    const start = performance.now();
    await fillJobs(database, jobs);
    process.stdout.write(`${jobs} jobs made in ${((performance.now() - start) / 1000).toFixed(0)} s\n`);
    const [client] = await database.query<{ id: string }>(aClient);
    return { clientId: client?.id ?? '', token: (await demoAccount(app)).token };
  });
  return { jobs, clientId, token, environment };
}

async function compare(few: Contender, many: Contender): Promise<void> {
  const script = new URL('../http/service.js', import.meta.url);
  const services = [
    { ...few, service: await MeasuredProcess.start(script, few.environment) },
    { ...many, service: await MeasuredProcess.start(script, many.environment) },
  ] as const;
  const head = ['', ...shares.flatMap((share) => [`p${share * 100} ms, ${few.jobs}`, `${many.jobs}`, 'times'])];
  const table = new Table({ head, style: { head: [], border: [] } });
  try {
    for (const it of cases) {
      const [ofFew, ofMany] = await contest(it, services);
      const cells = shares.flatMap((share) => {
        const [less, more] = [ofFew.percentile(share), ofMany.percentile(share)];
        return [less.toFixed(1), more.toFixed(1), (more / less).toFixed(2)];
      });
      table.push([it.title, ...cells]);
    }
  } finally {
    await Promise.all(services.map(({ service }) => service.stop()));
  }
  process.stdout.write(`Operation 3, 50 rows a page, ${calls} calls each, taking turns\n${table.toString()}\n`);
}

type Running = Contender & { readonly service: MeasuredProcess };

/** The two take turns call by call, so that whatever else the machine does meets both. */
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
