import type { INestApplicationContext } from '@nestjs/common';
import { logIn } from '../../demo/demo-account.js';
import { AccountsService } from '../../src/auth/accounts/accounts.service.js';
import { Database } from '../../src/database/database.js';
import { Kind } from '../../src/graph/kinds/kind-catalogue.js';
import { median, printTable } from '../measure.js';
import { MeasuredProcess } from '../measured-process.js';
import { PostgresCpu } from '../postgres-cpu.js';
import { serviceProgram, untilReady } from '../product.js';
import { questions } from './questions.js';

const blocks = 20;
const password = 'bench-bench-bench';

const environmentsOf = 'SELECT DISTINCT environment AS id FROM node WHERE environment IS NOT NULL';
const largestGroups = `SELECT n.objectid FROM node n JOIN edge_list l ON l.owner = n.id WHERE n.kind = ${Kind.Group}
  GROUP BY n.id, n.objectid ORDER BY sum(cardinality(l.peers)) DESC, n.objectid LIMIT 5`;

interface Cost {
  readonly ms: number[];
  serviceMicros: number;
  postgresMicros: number;
}

/**
 * Asks the same questions by two accounts in turns: one sees everything, the other is limited to all environments there are. The answers
 * are equal, so the difference is the price of the limit.
 */
export async function reportLimited(
  app: INestApplicationContext,
  environment: Record<string, string>,
  only: string | undefined,
): Promise<void> {
  const database = app.get(Database);
  const accounts = app.get(AccountsService);
  await accounts.create({ name: 'whole', email: null, role: 'user', password });
  const { id } = await accounts.create({ name: 'limited', email: null, role: 'user', password });
  const environments = await database.query<{ id: string }>(environmentsOf);
  await accounts.limit(id, { environments: environments.map((it) => it.id), seesNodesOfNone: true });
  const postgres = await PostgresCpu.of(database);
  const asked = (await allQuestions(database)).filter(([title]) => only === undefined || title.includes(only));
  await MeasuredProcess.during(serviceProgram, environment, async (service) => {
    await untilReady(service.url);
    const callers = await Promise.all(
      ['whole', 'limited'].map(async (username) => ({
        headers: { Authorization: `Bearer ${await logIn(service.url, { username, password })}` },
      })),
    );
    const rows: string[][] = [];
    for (const [title, times, target] of asked) {
      const [whole, limited] = [emptyCost(), emptyCost()];
      for (let block = -5; block < blocks; block++) {
        for (const [index, { headers }] of callers.entries()) {
          const cost = block < 0 ? emptyCost() : [whole, limited][index]!;
          const [before, postgresBefore] = [await service.cpuMicros(), await postgres.micros()];
          for (let turn = 0; turn < Math.ceil(times / blocks); turn++) {
            const began = performance.now();
            const response = await fetch(`${service.url}/api/v2/${target(block * 50 + turn + 250)}`, { headers });
            await response.arrayBuffer();
            if (response.status !== 200 && response.status !== 404)
              throw new Error(`${response.url}: ${response.status}`);
            cost.ms.push(performance.now() - began);
          }
          cost.serviceMicros += (await service.cpuMicros()) - before;
          cost.postgresMicros += (await postgres.micros()) - postgresBefore;
        }
      }
      rows.push([title, ...cells(whole, limited)]);
    }
    printTable(
      'Questions over HTTP of an account that sees everything, and of one that is limited to all environments, in turns',
      ['question', 'p50 ms', 'limited', 'times', 'service CPU ms', 'limited', 'PostgreSQL ms', 'limited', 'CPU, times'],
      rows,
    );
  });
}

function emptyCost(): Cost {
  return { ms: [], serviceMicros: 0, postgresMicros: 0 };
}

function cells(whole: Cost, limited: Cost): string[] {
  const [one, other] = [median(whole.ms), median(limited.ms)];
  const mean = (micros: number, { ms }: Cost) => (micros / ms.length / 1000).toFixed(2);
  const all = ({ serviceMicros, postgresMicros, ms }: Cost) => (serviceMicros + postgresMicros) / ms.length;
  return [
    one.toFixed(2),
    other.toFixed(2),
    (other / one).toFixed(2),
    mean(whole.serviceMicros, whole),
    mean(limited.serviceMicros, limited),
    mean(whole.postgresMicros, whole),
    mean(limited.postgresMicros, limited),
    (all(limited) / all(whole)).toFixed(2),
  ];
}

async function allQuestions(database: Database): ReturnType<typeof questions> {
  const groups = (await database.query<{ objectid: string }>(largestGroups)).map(({ objectid }) => objectid);
  const group = (turn: number) => encodeURIComponent(groups[turn % groups.length]!);
  const others = await questions(database);
  return [
    ['an asset group', 400, () => 'asset-groups/1'],
    ['members of a group', 400, (turn) => `groups/${group(turn)}/members?limit=10`],
    ['100 members of a group', 400, (turn) => `groups/${group(turn)}/members?limit=100`],
    ['a group with counts', 400, (turn) => `groups/${group(turn)}`],
    ['members of tier zero', 400, () => 'asset-groups/1/members?limit=10'],
    ['domains', 400, () => 'ad-domains'],
    ['findings', 400, () => 'attack-paths/findings?limit=10'],
    ...others.filter(([title, times]) => times > 1 && !title.includes('no such path')),
  ];
}
