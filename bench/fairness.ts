import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import { AccountsService } from '../src/auth/accounts/accounts.service.js';
import { AnalysisService } from '../src/analysis/analysis.service.js';
import { Database } from '../src/database/database.js';
import { Kind } from '../src/graph/kinds/kind-catalogue.js';
import { estateOfUsers, timedIngest, writeFiles } from './estate.js';
import type { Attack } from './fairness/attacker.js';
import { cypherAttacks } from './fairness/cypher-attacks.js';
import { sendDigests } from './fairness/digests.js';
import { floods } from './fairness/flood.js';
import { type Followed, FollowedChanges } from './fairness/followed-changes.js';
import { reportHiddenIds } from './fairness/hidden-ids.js';
import { Victim, type VictimTimes } from './fairness/victim.js';
import { logIn } from '../demo/demo-account.js';
import { print, printTable } from './measure.js';
import { MeasuredProcess } from './measured-process.js';
import { PostgresCpu } from './postgres-cpu.js';
import { enterpriseEnvironment, serviceProgram, untilReady, withFolder, withProduct } from './product.js';

/**
 * Measures what one account that asks over 30 connections does to another account, to the graph that follows each change, to the tasks
 * of the queue, and to the memory of the service. The limits are as in a new deployment.
 *
 *   npm run bench:fairness -- [seconds per attack] [attack] ... [--max-old-space-size=512]
 */
const words = process.argv.slice(2);
/** Of the service. */
const options = words.filter((word) => word.startsWith('--')).join(' ');
const [seconds = '20', ...chosen] = words.filter((word) => !word.startsWith('--'));

const users = 10_000;
/** Of an uploaded file. */
const uploadedUsers = 4000;
const connections = 30;
const warmUpSeconds = 3;
const password = 'bench-bench-bench';
const MIB = 1024 ** 2;

/** The observer asks until a change of the graph is shown: its calls would count against the limit of the victim. */
const accounts = {
  attacker: 'read_only',
  reporter: 'user',
  victim: 'user',
  observer: 'user',
  uploader: 'upload_only',
} as const;

/** The name of the comparison of ids that a limited account asks for. */
const hiddenIds = 'hidden ids';

/** The first row that was measured is `none`, unless others were chosen. */
const unattacked = new Map<string, number>();

type Order = Pick<Attack, 'method' | 'paths'> &
  Partial<Attack> & {
    /** Whether digests are sent meanwhile. */
    readonly digests?: boolean;
    readonly by?: keyof typeof accounts;
  };

await withFolder(async (folder) => {
  const environment = enterpriseEnvironment(join(folder, 'data'));
  await withProduct(environment, async (app, url) => {
    await load(app, join(folder, 'files'));
    const [upload = ''] = (await writeFiles(join(folder, 'upload'), estateOfUsers(uploadedUsers), { types: ['users'] }))
      .files;
    const service = {
      ...enterpriseEnvironment(join(folder, 'service'), url),
      RATE_LIMIT_PER_SECOND: '100',
      ALERT_NETWORKS: '127.0.0.0/8',
      NODE_OPTIONS: options,
    };
    for (const [title, order] of Object.entries(await attacks(app.get(Database), await readFile(upload, 'utf8')))) {
      if (chosen.length === 0 || chosen.includes(title)) await measure(title, order, service, app, folder);
    }
    if (chosen.length === 0 || chosen.includes(hiddenIds)) await reportHiddenIds(app, service);
  });
});

async function load(app: INestApplicationContext, folder: string): Promise<void> {
  const { files } = await writeFiles(folder, estateOfUsers(users));
  await timedIngest(app, await PostgresCpu.of(app.get(Database)), files);
  await app.get(AnalysisService).run();
  await app.get(Database).query('VACUUM ANALYZE');
  for (const [name, role] of Object.entries(accounts))
    await app.get(AccountsService).create({ name, email: null, role, password });
}

async function attacks(database: Database, upload: string): Promise<Record<string, Order>> {
  const [largest] = await database.query<{ environment: string }>(
    'SELECT environment FROM node WHERE kind = $1 GROUP BY 1 ORDER BY count(*) DESC LIMIT 1',
    [Kind.User],
  );
  const domain = largest?.environment ?? '';
  const get = (paths: readonly string[], more: Partial<Order> = {}): Order => ({ method: 'GET', paths, ...more });
  const json = { 'Content-Type': 'application/json' };
  const csv = { headers: { Accept: 'text/csv', Prefer: 'wait=300' } };
  const widePaths = ['graphs/shortest-path?start_kind=User&end_kind=Group&max_nodes=10000'];
  const longLists = [`groups/${domain}-513/members`, `domains/${domain}/users`, `domains/${domain}/computers`];
  return {
    none: get([]),
    paths: get(widePaths),
    'paths unread': get(widePaths, { reads: false }),
    reachable: get((await someUsers(database, 500)).map((id) => `graphs/reachable?node=${id}`)),
    plans: get((await someUsers(database, 500)).map((id) => `graphs/plan?end_node=${id}`)),
    panels: get([`domains/${domain}`, `groups/${domain}-513`]),
    'given up': get(['graphs/exposure', 'graphs/overview', 'search?query=a', ...longLists], { leavesAfter: 100 }),
    'type=graph': get(longLists.map((list) => `${list}?type=graph`)),
    search: get(['search?query=a', 'search?query=e', 'search?query=adm']),
    lists: get(longLists.map((list) => `${list}?limit=1000&sort_by=-name`)),
    csv: get(longLists, csv),
    'csv unread': get(longLists, { ...csv, reads: false }),
    ...cypherAttacks(),
    uploads: { method: 'POST', paths: [], body: upload, headers: json, by: 'uploader' },
    reports: { method: 'POST', paths: ['reports/run'], body: '{"name":"bench"}', headers: json, by: 'reporter' },
    digests: get([], { digests: true }),
    ...floods,
  };
}

async function someUsers(database: Database, count: number): Promise<string[]> {
  const rows = await database.query<{ objectid: string }>(
    'SELECT objectid FROM node WHERE kind = $1 ORDER BY md5(objectid) LIMIT $2',
    [Kind.User, count],
  );
  return rows.map(({ objectid }) => objectid);
}

async function measure(
  title: string,
  order: Order,
  environment: Record<string, string>,
  app: INestApplicationContext,
  folder: string,
): Promise<void> {
  const service = await MeasuredProcess.start(serviceProgram, environment);
  const attacker = await MeasuredProcess.start(new URL('fairness/attacker.js', import.meta.url), {});
  try {
    await untilReady(service.url);
    const headersOf = async (username: keyof typeof accounts) => ({
      Authorization: `Bearer ${await logIn(service.url, { username, password })}`,
    });
    // Before the attack: strangers share the address, which may log in no more then.
    const [ofVictim, ofObserver] = [await headersOf('victim'), await headersOf('observer')];
    const [user = ''] = await someUsers(app.get(Database), 1);
    const question = `users/${user}/admin-rights?limit=10`;
    const victim = new Victim(service.url, ofVictim, question);
    const changes = new FollowedChanges(app, folder);
    await victim.during(warmUpSeconds);
    const idle = await service.figures();
    const { by = 'attacker', digests = false, ...asked } = order;
    const ofAttacker = await headersOf(by);
    const paths = by === 'uploader' ? [await uploadOf(service.url, ofAttacker)] : order.paths;
    const headers = { ...order.headers, ...ofAttacker };
    const attack: Attack = {
      reads: true,
      connections,
      seconds: Number(seconds),
      ...asked,
      headers,
      url: `${service.url}/${order.pipelined ? '' : 'api/v2/'}`,
      paths,
    };
    const attacking = digests
      ? sendDigests(app, service.url, Number(seconds))
      : paths.length > 0
        ? attacker.ask(attack)
        : sleep(0, 'nothing');
    await sleep(500);
    const [times, followed] = await Promise.all([
      victim.during(Number(seconds) - 1),
      changes.during(Number(seconds) - 1, `${service.url}/api/v2/${question}`, ofObserver),
    ]);
    const { peakMemory, loopDelay } = await service.figures();
    report(
      `${title}: ${order.pipelined ? 'strangers' : 'one account'} over ${attack.connections} connections, ${seconds} s`,
      times,
      followed,
    );
    print(
      `memory +${((peakMemory - idle.memory) / MIB).toFixed(0)} MiB; event loop at most ${loopDelay.toFixed(0)} ms late; ` +
        `tasks at most ${followed.lateSeconds} s late; answers to the attacker: ${JSON.stringify(await attacking)}`,
    );
  } finally {
    await Promise.all([service.stop(), attacker.stop()]);
  }
}

async function uploadOf(url: string, headers: Record<string, string>): Promise<string> {
  const response = await fetch(`${url}/api/v2/file-upload/start`, { method: 'POST', headers });
  const { data }: { data: { id: number } } = JSON.parse(await response.text());
  return `file-upload/${data.id}`;
}

function timesNone(name: string, p99: number): string {
  const least = unattacked.get(name);
  if (least === undefined) unattacked.set(name, p99);
  return (p99 / (least ?? p99)).toFixed(1);
}

function report(title: string, times: VictimTimes, { graph }: Followed): void {
  const rows = { ...times, 'a change of the graph': { timings: graph, errors: [] } };
  printTable(
    title,
    ['victim', 'calls', 'errors', 'p50 ms', 'p99 ms', 'longest ms', 'times none'],
    Object.entries(rows).map(([name, { timings, errors }]) => [
      name,
      String(timings.count),
      String(errors.length),
      ...[0.5, 0.99, 1].map((share) => timings.percentile(share).toFixed(1)),
      timesNone(name, timings.percentile(0.99)),
    ]),
  );
  for (const { errors } of Object.values(times)) for (const error of new Set(errors)) print(`  ${error}`);
}
