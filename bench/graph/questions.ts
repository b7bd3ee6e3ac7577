import type { Database } from '../../src/database/database.js';
import { Kind } from '../../src/graph/kinds/kind-catalogue.js';
import { format, median, printTable, Timings } from '../measure.js';
import { MeasuredProcess } from '../measured-process.js';
import { logIn } from '../../demo/demo-account.js';
import { serviceProgram, untilReady, user } from '../product.js';
import { Comparison } from './admin-rights.js';

/** The target of a turn. */
type Target = (turn: number) => string;

/** `plain` is the same question without a view, which takes turns with it: other work on the machine slows both. */
export type Question = readonly [title: string, times: number, target: Target, plain?: Target];

/** The first answer of each is measured, too. */
const rankings = [
  'direction=out',
  'direction=out&reach=stored',
  'direction=in',
  'direction=out&only_traversable=false',
  'by=only_through',
  'by=only_through&reach=stored',
];

/** Answers before the measured ones. V8 compiles meanwhile. */
const warmUp = 400;

/** Always the same nodes, in a seeded order. */
const nodesOf = `SELECT objectid FROM node WHERE $1::int = 0 OR kind = $1::int ORDER BY md5(objectid) LIMIT $2::int`;

const domainAdmins = `
  SELECT objectid FROM node WHERE objectid LIKE 'S-1-5-21-%-512' ORDER BY objectid LIMIT 1`;

/** Searches, and asks for paths, over HTTP. */
export function reportQuestions(database: Database, environment: Record<string, string>): Promise<void> {
  return MeasuredProcess.during(serviceProgram, environment, async (service) => {
    await untilReady(service.url);
    const headers = { Authorization: `Bearer ${await logIn(service.url, user)}` };
    const rows: string[][] = [];
    let cpuOfUnknown = 0;
    for (const [title, times, target, plainTarget] of await questions(database)) {
      const sizes: number[] = [];
      let comparison = new Comparison(database);
      let plain = new Timings();
      let cpuBefore = 0;
      for (let turn = times === 1 ? 0 : -Math.min(warmUp, times); turn < times; turn++) {
        if (turn === 0) {
          comparison = new Comparison(database);
          plain = new Timings();
          cpuBefore = await service.cpuMicros();
        }
        const ask = async (address: string) => sizeOf(await fetch(`${service.url}/api/v2/${address}`, { headers }));
        const other = plainTarget?.(turn + warmUp);
        if (other !== undefined) await plain.measure(() => ask(other));
        await comparison.measure('', async () => sizes.push(await ask(target(turn + warmUp))));
      }
      const cpu = ((await service.cpuMicros()) - cpuBefore) / (times + plain.count);
      cpuOfUnknown ||= cpu;
      const [p50, p99] = [0.5, 0.99].map((share) => comparison.answers.percentile(share).toFixed(2));
      rows.push([
        plain.count > 0 ? `${title}: ${timesOf(comparison.answers, plain)} times` : title,
        format(median(sizes)),
        p50!,
        p99!,
        comparison.times()[1]!,
        (cpu / 1000).toFixed(2),
        (cpu / cpuOfUnknown).toFixed(1),
      ]);
    }
    printTable(
      'Questions over HTTP, as multiples of one read of a node by its object id; CPU of the service, also as multiples of a 404',
      ['question', 'nodes p50', 'p50 ms', 'p99 ms', 'p50, times', 'CPU ms', 'CPU, times'],
      rows,
    );
  });
}

export async function questions(database: Database): Promise<Question[]> {
  const some = async (kind: number, count: number) => {
    const rows = await database.query<{ objectid: string }>(nodesOf, [kind, count]);
    return rows.map(({ objectid }) => encodeURIComponent(objectid));
  };
  const [any, users, groups] = [await some(0, 1000), await some(Kind.User, 1000), await some(Kind.Group, 500)];
  const domains = await some(Kind.Domain, 1);
  const [admins] = await database.query<{ objectid: string }>(domainAdmins);
  const names = await database.query<{ name: string }>(`SELECT name FROM node WHERE objectid = ANY ($1::text[])`, [
    any.map(decodeURIComponent),
  ]);
  const typed = (turn: number, from: number, to: number) =>
    `search?query=${encodeURIComponent(names[turn % names.length]!.name.slice(from, to).trim() || 'x')}`;
  const toAdmins = (turn: number) => path(`start_node=${at(users, turn)}&end_node=${admins?.objectid}`);
  const hundred = users.slice(0, 100).map((id) => `start_node=${id}`);
  return [
    ['no such path: 404', 1000, () => 'nothing'],
    ['10 admin rights of a user', 400, (turn) => `users/${at(users, turn)}/admin-rights?limit=10`],
    ['a user with counts', 400, (turn) => `users/${at(users, turn)}`],
    ['search: the first 1 to 8 letters', 400, (turn) => typed(turn, 0, 1 + (turn % 8))],
    ['search: 4 letters of the middle', 400, (turn) => typed(turn, 3, 7)],
    ['search: no such name', 400, (turn) => `search?query=nobody${turn}`],
    ['a user to the domain', 400, (turn) => path(`start_node=${at(users, turn)}&end_node=${domains[0]}`)],
    ['a user to Domain Admins', 400, toAdmins],
    ['any node to any node', 400, (turn) => path(`start_node=${at(any, turn)}&end_node=${at(any, turn * 7 + 3)}`)],
    ['a user to a user', 400, (turn) => path(`start_node=${at(users, turn)}&end_node=${at(users, turn * 7 + 3)}`)],
    ['a group to tier zero', 200, (turn) => path(`start_node=${at(groups, turn)}&end_tag=tier_zero`)],
    ['100 users to tier zero', 20, () => path(`${hundred.join('&')}&end_tag=tier_zero`)],
    ['all groups to tier zero', 20, () => path('start_kind=Group&end_tag=tier_zero')],
    ['all users to tier zero', 20, () => path('start_kind=User&end_tag=tier_zero')],
    ['who reaches a node', 100, (turn) => `graphs/reachable?node=${at(any, turn)}&direction=in`],
    [
      'a user to Domain Admins, without another user',
      400,
      (turn) => `${toAdmins(turn)}&exclude_node=${at(users, turn * 7 + 3)}`,
      toAdmins,
    ],
    [
      'a user to Domain Admins, without a group',
      400,
      (turn) => `${toAdmins(turn)}&exclude_node=${at(groups, turn)}`,
      toAdmins,
    ],
    [
      'a user to Domain Admins, by the states of containers',
      400,
      (turn) => `${toAdmins(turn)}&only_traversable=true`,
      (turn) => `${toAdmins(turn)}&only_traversable=true&reach=stored`,
    ],
    ['a user to Domain Admins, one step more', 100, (turn) => `${toAdmins(turn)}&longer=true`],
    ['20 paths of a user to Domain Admins', 50, (turn) => `${toAdmins(turn)}&paths=20`],
    ['edges from users to groups', 50, () => 'graphs/edges?start_kind=User&end_kind=Group'],
    [
      'users whose password was set before a day',
      50,
      (turn) => `search?type=User&where=enabled:true&where=pwdlastset:lt:${dayOf(turn)}`,
    ],
    [
      'a user to Domain Admins, without disabled accounts',
      400,
      (turn) => `${toAdmins(turn)}&exclude_where=enabled:false`,
      toAdmins,
    ],
    [
      'users with a service that reach tier zero',
      50,
      () => 'graphs/reachable?end_tag=tier_zero&kind=User&where=hasspn:true&type=list',
    ],
    ['summary', 20, () => 'graphs/summary'],
    ['exposure of tier zero', 20, () => 'graphs/exposure', () => 'graphs/exposure?reach=stored'],
    ['exposure of tier zero, without a group', 20, (turn) => `graphs/exposure?exclude_node=${at(groups, turn)}`],
    ...rankings.flatMap((ranking): Question[] => [
      [`ranking, first: ${ranking}`, 1, () => `graphs/ranking?${ranking}`],
      [`ranking, again: ${ranking}`, 50, () => `graphs/ranking?${ranking}`],
    ]),
    ['plan of fixes, first', 1, () => 'graphs/plan'],
    ['plan of fixes, again', 50, () => 'graphs/plan'],
    ['what a user reaches', 100, (turn) => `graphs/reachable?node=${at(users, turn)}&direction=out`],
  ];
}

function timesOf(answers: Timings, plain: Timings): string {
  return (answers.percentile(0.5) / plain.percentile(0.5)).toFixed(2);
}

/** Another day for each turn, so that no answer is kept. */
function dayOf(turn: number): string {
  return new Date(Date.UTC(2025, 0, 1 + turn)).toISOString();
}

function at(nodes: readonly string[], turn: number): string {
  return nodes[turn % nodes.length]!;
}

function path(query: string): string {
  return `graphs/shortest-path?${query}`;
}

/** The nodes of an answer; 0: there is no path. */
async function sizeOf(response: Response): Promise<number> {
  const { count, data } = (await response.json()) as {
    count?: number;
    data?: { nodes?: object | number; count?: number; reaching?: number };
  };
  if (response.status !== 200 && response.status !== 404) throw new Error(`${response.url}: ${response.status}`);
  const nodes = data?.nodes ?? {};
  return count ?? data?.count ?? data?.reaching ?? (typeof nodes === 'number' ? nodes : Object.keys(nodes).length);
}
