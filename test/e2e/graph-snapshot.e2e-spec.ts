import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { described, edge } from '../../src/graph/graph-records.fixture.js';
import { GraphReader } from '../../src/graph/graph-reader.js';
import { writeGraph } from '../../src/graph/graph.fixture.js';
import { SqlGraphReader } from '../../src/graph/sql-graph-reader.js';
import { testApp } from '../support/app.js';
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
      GRAPH_SNAPSHOT: 'true',
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

async function answersFromMemory(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^graphward_admin_rights_answers_total\{from="memory"\} (\d+)$/m.exec(text)?.[1]);
}

describe('the graph in memory', () => {
  it('is read by a thread that does not keep the process alive', async () => {
    // Nothing but the address is given, so that only a thread with a connection of its own can read.
    const program = `
      const { SnapshotSource } = await import(${JSON.stringify(dist('graph/snapshot/snapshot-source.js'))});
      const source = new SnapshotSource({ url: ${JSON.stringify(home.db.url)} });
      const waiting = setInterval(() => {}, 1000);
      const { nodeIds, memberOf, adminTo, computers } = await source.read('graph');
      const again = await source.read('computers');
      clearInterval(waiting);
      source.read('graph').catch(() => {});
      console.log(JSON.stringify([nodeIds, memberOf.targets, adminTo.targets, computers.ids, again.ids].map((it) => it.length)));`;
    const file = join(home.dataDir, 'read.mjs');
    await writeFile(file, program);
    const { stdout } = await promisify(execFile)(process.execPath, [file], { timeout: 50_000 });
    expect(JSON.parse(stdout)).toEqual([4, 1, 1, 2, 2]);
  });

  it('answers requests right after each change, and lets the service stop', async () => {
    const service = await start();
    try {
      const bearer = await login(service.url, 'admin', password);
      const names = async () => {
        const answer = await bearerFetch(service.url, bearer, 'GET', '/api/v2/users/ANN/admin-rights');
        const { data } = (await answer.json()) as { data: { name: string }[] };
        return data.map(({ name }) => name);
      };
      const answeredFromMemory = async () => {
        const before = await answersFromMemory(service.url);
        await names();
        return (await answersFromMemory(service.url)) > before;
      };
      expect(await names()).toEqual(['PC1']);
      await until(answeredFromMemory);
      expect(await names()).toEqual(['PC1']);
      await writeGraph(home.db.database, [edge('ANN', 'AdminTo', 'PC2')]);
      expect(await names()).toEqual(['PC1', 'PC2']);
      await until(answeredFromMemory);
      expect(await names()).toEqual(['PC1', 'PC2']);
    } finally {
      expect(await stop(service)).toBe(0);
    }
  });

  it('can be switched off', async () => {
    const app = await testApp({ environment: { GRAPH_SNAPSHOT: 'false' } });
    try {
      expect(app.app.get(GraphReader)).toBeInstanceOf(SqlGraphReader);
    } finally {
      await app.close();
    }
  });
});
