import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { described, edge } from '../../src/graph/graph-records.fixture.js';
import { writeGraph } from '../../src/graph/graph.fixture.js';
import { type ServiceHome, serviceHome } from '../support/test-database.js';
import { bearerFetch, login } from '../support/signed-client.js';
import { until } from '../support/until.js';

/** The compiled code, because a thread needs it to read the graph. `npm test` builds it. */
const dist = (path: string) => fileURLToPath(new URL(`../../dist/src/${path}`, import.meta.url));

const password = 'the password of the admin';

let home: ServiceHome;

beforeAll(async () => {
  home = await serviceHome();
  await writeGraph(home.db.database, [
    described('ANN', ['User', 'Base'], { name: 'ANN' }),
    described('ADMINS', ['Group', 'Base'], { name: 'ADMINS' }),
    ...['PC1', 'PC2'].map((id) => described(id, ['Computer', 'Base'], { name: id })),
    edge('ANN', 'MemberOf', 'ADMINS'),
    edge('ADMINS', 'AdminTo', 'PC1'),
  ]);
});

afterAll(() => home.remove());

interface Service {
  readonly child: ChildProcess;
  readonly url: string;
}

async function start(): Promise<Service> {
  const child = spawn(process.execPath, [dist('main.js')], {
    cwd: home.dataDir,
    env: {
      DATABASE_URL: home.db.url,
      DATA_DIR: home.dataDir,
      PORT: '0',
      LOG_LEVEL: 'silent',
      INITIAL_ADMIN_PASSWORD: password,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  for await (const line of createInterface(child.stderr)) {
    const url = / listens on (\S+);/.exec(line)?.[1];
    if (url) return { child, url };
  }
  throw new Error('the service did not start');
}

async function stop({ child }: Service): Promise<number | null> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
  return child.exitCode;
}

async function metric(url: string, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^graphward_graph_${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

describe('the graph in memory', () => {
  it('is read by a thread that does not keep the process alive', async () => {
    // Nothing but the address is given, so that only a thread with a connection of its own can read.
    const program = `
      const { GraphThread } = await import(${JSON.stringify(dist('graph/memory/graph-thread.js'))});
      const { MemoryGraph } = await import(${JSON.stringify(dist('graph/memory/memory-graph.js'))});
      const thread = new GraphThread({ url: ${JSON.stringify(home.db.url)} });
      const waiting = setInterval(() => {}, 1000);
      const graph = new MemoryGraph(await thread.run({ name: 'whole', maxBytes: Infinity }));
      clearInterval(waiting);
      thread.run({ name: 'whole', maxBytes: Infinity }).catch(() => {});
      console.log(JSON.stringify([graph.nodeCount, graph.data.base.out.peer.length]));`;
    const file = join(home.dataDir, 'read.mjs');
    await writeFile(file, program);
    const { stdout } = await promisify(execFile)(process.execPath, [file], { timeout: 900_000 });
    expect(JSON.parse(stdout)).toEqual([4, 2]);
  });

  it('answers requests right after each change with its version, in each of two instances, and lets them stop', async () => {
    const services = [await start(), await start()];
    try {
      const bearers = await Promise.all(services.map(({ url }) => login(url, 'admin', password)));
      const rights = (at: number) =>
        bearerFetch(services[at]!.url, bearers[at]!, 'GET', '/api/v2/users/ANN/admin-rights');
      const answer = async (at: number) => {
        const response = await rights(at);
        const { data } = (await response.json()) as { data: { name: string }[] };
        return { names: data.map(({ name }) => name), version: Number(response.headers.get('Graph-Version')) };
      };
      for (const at of [0, 1]) await until(async () => (await rights(at)).status === 200);
      const before = await answer(0);
      expect(before).toEqual({ names: ['PC1'], version: expect.any(Number) });
      expect(await answer(1)).toEqual(before);
      await writeGraph(home.db.database, [edge('ANN', 'AdminTo', 'PC2')]);
      const after = { names: ['PC1', 'PC2'], version: before.version + 1 };
      for (const at of [0, 1]) expect(await answer(at)).toEqual(after);
      for (const { url } of services) {
        expect(await metric(url, 'version')).toBe(after.version);
        expect(await metric(url, 'nodes')).toBe(4);
      }
      const statuses: number[] = [];
      for (let number = 0; number < 20; number++) {
        await writeGraph(home.db.database, [described(`NEW${number}`, ['User', 'Base'])]);
        const at = number % services.length;
        const path = `/api/v2/users/NEW${number}`;
        statuses.push((await bearerFetch(services[at]!.url, bearers[at]!, 'GET', path)).status);
      }
      expect(statuses).toEqual(Array(20).fill(200));
    } finally {
      expect(await Promise.all(services.map(stop))).toEqual([0, 0]);
    }
  });
});
