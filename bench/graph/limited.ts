import type { INestApplicationContext } from '@nestjs/common';
import { logIn } from '../../demo/demo-account.js';
import { Database } from '../../src/database/database.js';
import { Kind } from '../../src/graph/kinds/kind-catalogue.js';
import { limitedAccount } from '../limited-account.js';
import { printTable, Timings } from '../measure.js';
import { MeasuredProcess } from '../measured-process.js';
import { PostgresCpu } from '../postgres-cpu.js';
import { serviceProgram, untilReady, user } from '../product.js';
import { type Question, questions } from './questions.js';

/** Of each question. The accounts take turns block by block, because other work on the machine slows both. */
const blocks = 10;
/** Before the measured blocks: V8 compiles, and PostgreSQL plans. */
const warmUp = 5;
const mostTurns = 100;

const largestGroups = `
  SELECT n.objectid FROM node n JOIN edge_list l ON l.owner = n.id WHERE n.kind = ${Kind.Group}
  GROUP BY n.id, n.objectid ORDER BY sum(cardinality(l.peers)) DESC, n.objectid LIMIT 5`;

interface Cost {
  readonly timings: Timings;
  serviceMicros: number;
  postgresMicros: number;
}

/** Asks the same as an account that sees everything and as one that is limited to all environments there are, whose answers are equal. */
export async function reportLimited(
  app: INestApplicationContext,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  const database = app.get(Database);
  const limited = await limitedAccount(app);
  const postgres = await PostgresCpu.of(database);
  const asked = await allQuestions(database);
  await MeasuredProcess.during(serviceProgram, { ...environment }, async (service) => {
    await untilReady(service.url);
    const callers = await Promise.all([user, limited].map((it) => logIn(service.url, it)));
    const rows: string[][] = [];
    for (const [title, times, target] of asked) {
      const costs = callers.map((): Cost => ({ timings: new Timings(), serviceMicros: 0, postgresMicros: 0 }));
      const turns = Math.ceil(Math.min(times, mostTurns) / blocks);
      for (let block = 0; block < warmUp + blocks; block++) {
        for (const [index, bearer] of callers.entries()) {
          const ask = async (turn: number) => {
            const response = await fetch(`${service.url}/api/v2/${target(block * turns + turn)}`, {
              headers: { Authorization: `Bearer ${bearer}` },
            });
            await response.arrayBuffer();
            if (response.status !== 200 && response.status !== 404)
              throw new Error(`${response.url}: ${response.status}`);
          };
          const cost = costs[index]!;
          const [before, postgresBefore] = [await service.cpuMicros(), await postgres.micros()];
          for (let turn = 0; turn < turns; turn++)
            await (block < warmUp ? ask(turn) : cost.timings.measure(() => ask(turn)));
          if (block < warmUp) continue;
          cost.serviceMicros += (await service.cpuMicros()) - before;
          cost.postgresMicros += (await postgres.micros()) - postgresBefore;
        }
      }
      rows.push([title, ...cells(costs[0]!, costs[1]!)]);
    }
    printTable(
      'Questions over HTTP of an account that is limited to environments, as multiples of those of one that is not; CPU of the service and of PostgreSQL',
      ['question', 'p50 ms', 'limited', 'times', 'CPU ms', 'limited', 'times'],
      rows,
    );
  });
}

function cells(whole: Cost, limited: Cost): string[] {
  const cpu = ({ serviceMicros, postgresMicros, timings }: Cost) =>
    (serviceMicros + postgresMicros) / timings.count / 1000;
  return [...pair(whole.timings.percentile(0.5), limited.timings.percentile(0.5)), ...pair(cpu(whole), cpu(limited))];
}

function pair(one: number, other: number): string[] {
  return [one.toFixed(2), other.toFixed(2), (other / one).toFixed(2)];
}

/** Those of {@link questions} that are asked again and again, and lists that SQL answers. */
async function allQuestions(database: Database): Promise<Question[]> {
  const groups = (await database.query<{ objectid: string }>(largestGroups)).map(({ objectid }) => objectid);
  const group = (turn: number) => `groups/${encodeURIComponent(groups[turn % groups.length]!)}`;
  const others = await questions(database);
  return [
    ['an asset group', 100, () => 'asset-groups/1'],
    ['members of tier zero', 100, () => 'asset-groups/1/members?limit=10'],
    ['domains', 100, () => 'ad-domains'],
    ['findings', 100, () => 'attack-paths/findings?limit=10'],
    ['members of a group', 100, (turn) => `${group(turn)}/members?limit=10`],
    ['a group with counts', 100, group],
    ...others.filter(([, times]) => times > 1).slice(1),
  ];
}
