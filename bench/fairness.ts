import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { AccountsService } from '../src/auth/accounts/accounts.service.js';
import { AnalysisService } from '../src/analysis/analysis.service.js';
import { Database } from '../src/database/database.js';
import { Kind } from '../src/graph/kinds/kind-catalogue.js';
import { estateOfUsers, timedIngest, writeFiles } from './estate.js';
import type { Attack } from './fairness/attacker.js';
import { Victim, type VictimTimes } from './fairness/victim.js';
import { logIn } from './http/log-in.js';
import { print, printTable } from './measure.js';
import { MeasuredProcess } from './measured-process.js';
import { PostgresCpu } from './postgres-cpu.js';
import { enterpriseEnvironment, serviceProgram, untilReady, withFolder, withProduct } from './product.js';

/**
 * Measures what one account that asks over 30 connections does to another account, to the graph that follows each change, and to
 * the memory of the service.
 *
 *   npm run bench:fairness -- [seconds per attack] [attack] ...
 */
const [seconds = '20', ...chosen] = process.argv.slice(2);

const users = 10_000;
const connections = 30;
const password = 'bench-bench-bench';
const MIB = 1024 ** 2;

type Order = Pick<Attack, 'method' | 'paths' | 'reads'> & Partial<Pick<Attack, 'headers' | 'body'>>;

await withFolder(async (folder) => {
  const environment = enterpriseEnvironment(join(folder, 'data'));
  await withProduct(environment, async (app, url) => {
    await load(app, join(folder, 'files'));
    const database = app.get(Database);
    const limits = { RATE_LIMIT_PER_SECOND: process.env['RATE_LIMIT_PER_SECOND'] ?? '100' };
    const served = { ...enterpriseEnvironment(join(folder, 'service'), url), ...limits };
    const all = await attacks(database);
    for (const [title, order] of Object.entries(all)) {
      if (chosen.length > 0 && !chosen.includes(title)) continue;
      await measure(title, order, served, database);
    }
  });
});

async function load(app: INestApplicationContext, folder: string): Promise<void> {
  const { files } = await writeFiles(folder, estateOfUsers(users));
  await timedIngest(app, await PostgresCpu.of(app.get(Database)), files);
  await app.get(AnalysisService).run();
  await app.get(Database).query('VACUUM ANALYZE');
  for (const [name, role] of [
    ['attacker', 'read_only'],
    ['victim', 'user'],
    ['uploader', 'upload_only'],
  ] as const)
    await app.get(AccountsService).create({ name, email: null, role, password });
}

async function attacks(database: Database): Promise<Record<string, Order>> {
  const ids = async (kind: number, count: number) => {
    const rows = await database.query<{ objectid: string }>(
      'SELECT objectid FROM node WHERE kind = $1 ORDER BY md5(objectid) LIMIT $2',
      [kind, count],
    );
    return rows.map(({ objectid }) => encodeURIComponent(objectid));
  };
  const anyUsers = await ids(Kind.User, 500);
  const [largest] = await database.query<{ environment: string }>(
    'SELECT environment FROM node WHERE kind = $1 GROUP BY 1 ORDER BY count(*) DESC LIMIT 1',
    [Kind.User],
  );
  const domain = encodeURIComponent(largest?.environment ?? '');
  const get = (paths: readonly string[], more: Partial<Order> = {}): Order => ({
    method: 'GET',
    paths: paths.map((path) => `/api/v2/${path}`),
    reads: true,
    ...more,
  });
  const csv = { headers: { Accept: 'text/csv', Prefer: 'wait=300' } };
  const widePaths = ['graphs/shortest-path?start_kind=User&end_kind=Group&max_nodes=10000'];
  const members = [
    `groups/${domain}-513/members?sort_by=name`,
    `domains/${domain}/users`,
    `domains/${domain}/computers`,
  ];
  return {
    none: get([], { paths: [] }),
    paths: get(widePaths),
    'paths unread': get(widePaths, { reads: false }),
    reachable: get(anyUsers.map((id) => `graphs/reachable?node=${id}`)),
    panels: get([`domains/${domain}`, `groups/${domain}-513`]),
    'type=graph': get([`groups/${domain}-513/members?type=graph`, `domains/${domain}/users?type=graph`]),
    search: get(['search?query=a', 'search?query=e', 'search?query=adm']),
    lists: get([`domains/${domain}/users?limit=1000`, `groups/${domain}-513/members?limit=1000&sort_by=-name`]),
    csv: get(members, csv),
    'csv unread': get(members, { ...csv, reads: false }),
  };
}

async function measure(
  title: string,
  order: Order,
  environment: Record<string, string>,
  database: Database,
): Promise<void> {
  const service = await MeasuredProcess.start(serviceProgram, environment);
  const attacker = await MeasuredProcess.start(new URL('fairness/attacker.js', import.meta.url), {});
  try {
    await untilReady(service.url);
    const bearer = (username: string) => logIn(service.url, { username, password });
    const victim = new Victim(service.url, await bearer('victim'), database);
    await victim.during(3);
    const idle = await service.figures();
    const headers = {
      ...order.headers,
      Authorization: `Bearer ${await bearer(order.method === 'POST' ? 'uploader' : 'attacker')}`,
    };
    const attack: Attack = { url: service.url, connections, seconds: Number(seconds), ...order, headers };
    const attacking = order.paths.length > 0 ? attacker.ask(attack) : sleep(0, {});
    await sleep(500);
    const times = await victim.during(Number(seconds) - 1);
    const during = await service.figures();
    report(title, times, (during.peakMemory - idle.memory) / MIB, during.loopDelay, await attacking);
  } finally {
    await Promise.all([service.stop(), attacker.stop()]);
  }
}

function report(title: string, times: VictimTimes, memory: number, loopDelay: number, outcome: unknown): void {
  printTable(
    `${title}: ${JSON.stringify(outcome)}; memory +${memory.toFixed(0)} MiB; event loop at most ${loopDelay.toFixed(0)} ms late`,
    ['victim', 'calls', 'errors', 'p50 ms', 'p99 ms', 'longest ms'],
    Object.entries(times).map(([name, { timings, errors }]) => [
      name,
      String(timings.count),
      String(errors.length),
      ...[0.5, 0.99, 1].map((share) => timings.percentile(share).toFixed(1)),
    ]),
  );
  for (const { errors } of Object.values(times)) for (const error of new Set(errors)) print(`  ${error}`);
}
