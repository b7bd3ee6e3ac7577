import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Estate } from '../demo/generator/estate.js';
import { AnalysisService } from '../src/analysis/analysis.service.js';
import { Database } from '../src/database/database.js';
import { shippedQueries } from '../src/database/migrations/shipped-queries.js';
import { estateOfNodes, timedIngest, writeFiles } from './estate.js';
import { logIn } from '../demo/demo-account.js';
import { MeasuredProcess } from './measured-process.js';
import { format, median, print, printTable, Timings } from './measure.js';
import { PostgresCpu } from './postgres-cpu.js';
import { serviceEnvironment, serviceProgram, untilReady, user, withFolder, withProduct } from './product.js';

/**
 * Runs the shipped queries, or a JSON list of `{name, query}`, over HTTP on estates of 10,000 and 100,000 nodes: their times, their
 * refusals, and operation 5 beside the slowest of them.
 *
 *   npm run bench:cypher -- [10000 | 100000 | FILE.json] ...
 */
const words = process.argv.slice(2);
const file = words.find((word) => word.endsWith('.json'));
const queries: readonly Query[] = file
  ? (JSON.parse(readFileSync(file, 'utf8')) as Query[])
  : shippedQueries.map(([name, , query]) => ({ name, query }));
const sizes = words.filter((word) => word !== file).map(Number);

const times = 3;
const groupReads = 2000;
const slowestShown = 10;

interface Query {
  readonly name: string;
  readonly query: string;
}

interface Result {
  readonly name: string;
  readonly query: string;
  readonly ms: number;
  readonly bytes: number;
  /** Null: it was answered. */
  readonly refusal: string | null;
}

async function run(estate: Estate, folder: string): Promise<void> {
  await withProduct({ DATA_DIR: join(folder, 'data') }, async (app, url) => {
    const files = join(folder, 'files');
    const database = app.get(Database);
    const { changes } = await timedIngest(app, await PostgresCpu.of(database), (await writeFiles(files, estate)).files);
    await rm(files, { recursive: true });
    await app.get(AnalysisService).run();
    print(`\n${format(changes.nodesCreated)} nodes, ${format(changes.edgesCreated)} edges`);
    const service = { ...serviceEnvironment(join(folder, 'service')), DATABASE_URL: url };
    await MeasuredProcess.during(serviceProgram, service, report);
  });
}

async function report(service: MeasuredProcess): Promise<void> {
  await untilReady(service.url);
  const token = await logIn(service.url, user);
  const caller = new Caller(service.url, token);
  const results: Result[] = [];
  for (const { name, query } of queries) results.push(await caller.measured(name, query));
  reportQueries(results);
  await reportOperation5(caller, results);
}

class Caller {
  private readonly headers: Readonly<Record<string, string>>;

  constructor(
    private readonly url: string,
    token: string,
  ) {
    this.headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  }

  async measured(name: string, query: string): Promise<Result> {
    const timings = new Timings();
    let text = '';
    let status = 0;
    for (let turn = 0; turn < times; turn++)
      await timings.measure(async () => {
        const response = await this.ask(query);
        [text, status] = [await response.text(), response.status];
      });
    const { errors } = status === 200 ? { errors: [] } : (JSON.parse(text) as { errors: { message: string }[] });
    return { name, query, ms: timings.percentile(0.5), bytes: text.length, refusal: errors[0]?.message ?? null };
  }

  ask(query: string): Promise<Response> {
    const request = {
      method: 'POST',
      headers: this.headers,
      body: JSON.stringify({ query, include_properties: true }),
    };
    return fetch(`${this.url}/api/v2/graphs/cypher`, request);
  }

  async group(): Promise<void> {
    const response = await fetch(`${this.url}/api/v2/asset-groups/1`, { headers: this.headers });
    await response.text();
  }
}

function reportQueries(results: readonly Result[]): void {
  const answered = results.filter(({ refusal }) => refusal === null);
  const p50 = median(answered.map(({ ms }) => ms)).toFixed(1);
  const most = Math.max(...results.map(({ ms }) => ms)).toFixed(0);
  print(`${results.length} queries: ${answered.length} answered, median ${p50} ms; the slowest of all ${most} ms`);
  const slowest = results.toSorted((a, b) => b.ms - a.ms).slice(0, slowestShown);
  const refused = results.filter((it) => it.refusal !== null && !slowest.includes(it));
  const rowOf = ({ name, ms, bytes, refusal }: Result) => [name, ms.toFixed(1), format(bytes / 1000), refusal ?? ''];
  printTable('The slowest, and all others that are refused', ['query', 'ms', 'kB', 'refusal'], [...slowest, ...refused].map(rowOf)); // prettier-ignore
}

/** Beside the slowest query, which one caller asks again and again. */
async function reportOperation5(caller: Caller, results: readonly Result[]): Promise<void> {
  const [slowest] = results.toSorted((a, b) => b.ms - a.ms);
  await timesOfGroup(caller);
  const before = await timesOfGroup(caller);
  const reads = new AbortController();
  const [beside, asked] = await Promise.all([
    timesOfGroup(caller).finally(() => reads.abort()),
    askUntil(reads.signal, caller, slowest!.query),
  ]);
  const after = await timesOfGroup(caller);
  print(
    `operation 5, p50 and p99: ${shown(before)} ms idle before, ${shown(after)} ms after; ${shown(beside)} ms beside "${slowest!.name}", asked ${asked} times`,
  );
}

async function timesOfGroup(caller: Caller): Promise<Timings> {
  const timings = new Timings();
  while (timings.count < groupReads) await timings.measure(() => caller.group());
  return timings;
}

async function askUntil(end: AbortSignal, caller: Caller, query: string): Promise<number> {
  let asked = 0;
  for (; !end.aborted; asked++) await (await caller.ask(query)).arrayBuffer();
  return asked;
}

function shown(timings: Timings): string {
  return [0.5, 0.99].map((share) => timings.percentile(share).toFixed(2)).join(' and ');
}

for (const nodes of sizes.length > 0 ? sizes : [10_000, 100_000])
  await withFolder((folder) => run(estateOfNodes(nodes), folder));
