import { afterAll, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The compiled code, because a thread needs it. `npm test` builds it. */
const dist = (path: string) => JSON.stringify(fileURLToPath(new URL(`../../dist/src/${path}`, import.meta.url)));

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

/** Asks for the rights of the first of a million groups; each is a member of the next. */
const program = `
  import { Cancellation, runInScope } from ${dist('base/scope/request-scope.js')};
  import { adjacenciesOf } from ${dist('graph/memory/adjacency.js')};
  import { EdgeBuffer, sideKey } from ${dist('graph/memory/edge-columns.js')};
  import { sharedColumn } from ${dist('graph/memory/growing-columns.js')};
  import { Kind } from ${dist('graph/kinds/kind-catalogue.js')};
  import { QueryThreads } from ${dist('graph/threads/query-threads.js')};

  const size = 1_000_001;
  const edges = new EdgeBuffer();
  for (let node = 1; node < size - 1; node++) edges.add(node, sideKey(Kind.MemberOf, false), node + 1, 64);
  const column = (Type) => sharedColumn(Type, size);
  const nodes = { kind: column(Uint16Array), kindSet: column(Uint16Array), environment: column(Int32Array),
    nameRank: column(Uint32Array), objectidRank: column(Uint32Array) };
  const state = column(Uint8Array).fill(1);
  const nodeIds = column(Int32Array);
  for (let place = 0; place < size; place++) nodeIds[place] = place;
  const base = { version: 1, nodeCount: size, state, places: null, ids: nodeIds, slots: size, nodes, ...adjacenciesOf(edges, size, null) };
  const graph = { version: 1, size, nodeCount: size, base, overlay: null, addedIds: column(Int32Array).subarray(0, 0), state, kindSets: [[]], environments: [] };
  const threads = new QueryThreads();
  const page = { skip: 0, limit: 1, order: [] };
  const steps = [{ from: 0, to: 0, direction: 'out', kinds: [Kind.MemberOf] }, { from: 0, to: 1, direction: 'out', kinds: [Kind.AdminTo] }];
  const walk = { steps, ends: [1], results: {} };
  const ask = (start, of = graph) => threads.ask(of, 'entityList', { walk, start, environment: '', page });
  await ask(size - 1);

  let ticks = 0;
  const ticking = setInterval(() => ticks++, 5);
  const seconds = async (work) => {
    const start = performance.now();
    const result = await work().then(() => 'answered', (error) => error.message);
    return [result, (performance.now() - start) / 1000];
  };
  const whole = await seconds(() => ask(1));
  const ticksOfWhole = ticks;
  const cancellation = new Cancellation();
  setTimeout(() => cancellation.abort(new Error('the request ended')), 20);
  const canceled = await seconds(() => runInScope({ requestId: '1', signal: cancellation }, () => ask(2)));
  const waiting = await Promise.all(Array.from({ length: 50 }, () => seconds(() => ask(size - 2))));
  clearInterval(ticking);
  const threadCount = () => process.report.getReport().workers.length;
  const threadsOfGraph = threadCount();
  const next = { ...graph, base: { ...base, version: 2 } };
  threads.releaseFormer(next);
  await ask(size - 1, next);
  for (let tries = 0; tries < 100 && threadCount() > 1; tries++) await new Promise((resolve) => setTimeout(resolve, 50));
  console.log(JSON.stringify({ whole, ticksOfWhole, canceled, waiting, threadsOfGraph, threadsOfNext: threadCount() }));`;

interface Outcome {
  readonly whole: [result: string, seconds: number];
  readonly ticksOfWhole: number;
  readonly canceled: [result: string, seconds: number];
  readonly waiting: [result: string, seconds: number][];
  readonly threadsOfGraph: number;
  readonly threadsOfNext: number;
}

async function run(): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'questions-'));
  folders.push(folder);
  const file = join(folder, 'ask.mjs');
  await writeFile(file, program);
  const { stdout } = await promisify(execFile)(process.execPath, [file], { timeout: 900_000 });
  return JSON.parse(stdout) as Outcome;
}

it('answers long questions beside the event loop, stops one whose request ends, and releases a former graph', async () => {
  const { whole, ticksOfWhole, canceled, waiting, threadsOfGraph, threadsOfNext } = await run();
  expect(whole[0]).toBe('answered');
  // The timer goes on meanwhile.
  expect(ticksOfWhole).toBeGreaterThan(2);
  expect(canceled[0]).toBe('the request ended');
  expect(canceled[1]).toBeLessThan(whole[1]);
  expect(waiting.map(([result]) => result)).toEqual(waiting.map(() => 'answered'));
  expect(threadsOfGraph).toBeGreaterThan(1);
  expect(threadsOfNext).toBe(1);
});
