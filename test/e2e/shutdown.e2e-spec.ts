import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { ApiTokensService } from '../../src/auth/tokens/api-tokens.service.js';
import { AccountsService } from '../../src/auth/accounts/accounts.service.js';
import { loadSettings } from '../../src/base/config/load-settings.js';
import { type RunningService, serve } from '../../src/server.js';
import { type ServiceHome, serviceHome } from '../support/test-database.js';
import { signedFetch } from '../support/signed-client.js';
import { until } from '../support/until.js';

let home: ServiceHome;

beforeAll(async () => {
  home = await serviceHome();
});
afterAll(() => home.remove());

type Call = (path: string) => Promise<Response>;

async function start(grace: string, delay = '0'): Promise<{ service: RunningService; call: Call }> {
  const times = { SHUTDOWN_GRACE: grace, SHUTDOWN_DELAY: delay };
  const environment = {
    DATABASE_URL: home.db.url,
    DATA_DIR: home.dataDir,
    PORT: '0',
    RATE_LIMIT_PER_SECOND: '0',
    ...times,
  };
  const service = await serve(loadSettings(environment), pino({ level: 'silent' }));
  const { id } = await service.app.get(AccountsService).getByName('admin');
  const { token, key } = await service.app
    .get(ApiTokensService)
    .create({ accountId: id, name: 'test', expiresAt: null });
  return { service, call: (path) => signedFetch(service.url, { id: token.id, key }, 'GET', path) };
}

async function waitsForLock(): Promise<boolean> {
  const [row] = await home.db.database.query<{ count: string }>(
    `SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return row?.count === '1';
}

function written(socket: Socket, text: string): Promise<void> {
  return new Promise((resolve) => socket.write(text, () => resolve()));
}

/** A client that calls again and again until no connection is accepted. `lost` counts requests on a connection that it had kept. */
async function callRepeatedly(url: string): Promise<{ readonly lost: Promise<number> }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  /** @returns the request if it failed */
  const failure = async () => {
    const sent = request(`${url}/health/live`, { agent }).end();
    try {
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      await once(answer.resume(), 'end');
      return undefined;
    } catch {
      return sent;
    }
  };
  const untilRefused = async () => {
    for (;;) {
      const failed = await failure();
      if (!failed) continue;
      agent.destroy();
      return failed.reusedSocket ? 1 : 0;
    }
  };
  expect(await failure()).toBeUndefined();
  return { lost: untilRefused() };
}

describe('a service that is asked to stop', () => {
  it.each([
    ['rows', '/api/v2/custom-nodes', 'custom_node'],
    ['the graph', '/api/v2/search?query=anything', 'node'],
  ])('accepts no new requests and finishes running ones about %s', async (_, path, table) => {
    const { service, call } = await start('30');
    await until(async () => (await fetch(`${service.url}/health/ready`)).ok);
    let stopped: Promise<void> | undefined;
    const inFlight = await home.db.database.transaction(async (tx) => {
      await tx.query(`LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      const answer = call(path);
      await until(waitsForLock);
      stopped = service.stop();
      await until(() =>
        fetch(service.url).then(
          () => false,
          () => true,
        ),
      );
      return { answer };
    });
    expect((await inFlight.answer).status).toBe(200);
    await stopped;
  });

  it('is not ready and still accepts requests until SHUTDOWN_DELAY is over; its answers end their connections', async () => {
    const { service, call } = await start('30', '3');
    await until(async () => (await fetch(`${service.url}/health/ready`)).ok);
    const stopped = service.stop();
    const ready = await fetch(`${service.url}/health/ready`);
    expect([ready.status, await ready.json()]).toEqual([
      503,
      { status: 'down', database: 'up', starting: false, shutting_down: true, graph: 'up' },
    ]);
    const answer = await call('/api/v2/custom-nodes');
    expect([answer.status, ...[answer, ready].map(({ headers }) => headers.get('connection'))]).toEqual([
      200,
      'close',
      'close',
    ]);
    await stopped;
    await expect(fetch(service.url)).rejects.toThrow('fetch failed');
  });

  it('loses no request of clients that keep their connections', async () => {
    const { service } = await start('30');
    const clients = await Promise.all(Array.from({ length: 20 }, () => callRepeatedly(service.url)));
    await service.stop();
    expect(await Promise.all(clients.map(({ lost }) => lost))).toEqual(Array(20).fill(0));
  });

  it('waits two seconds, not the grace time, for a connection without a whole request', async () => {
    const { service } = await start('3600');
    const body = 'Content-Type: application/json\r\nContent-Length: 9\r\n\r\n{';
    const sent = {
      nothing: '',
      'a part of a head': 'GET /api/v2/self HTTP/1.1\r\nHost: x',
      'a part of a body': `POST /api/v2/login HTTP/1.1\r\nHost: x\r\n${body}`,
      'a request that is answered': 'GET /health/live HTTP/1.1\r\nHost: x\r\n\r\n',
    };
    const closed = Object.entries(sent).map(async ([name, text]) => {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1').on('error', () => {});
      await once(socket, 'connect');
      if (text) await written(socket, text);
      return { name, closed: once(socket.resume(), 'close') };
    });
    const open = await Promise.all(closed);
    await fetch(`${service.url}/health/live`);
    await service.stop();
    for (const { name, closed: hasFailed } of open) expect([name, await hasFailed]).toEqual([name, [false]]);
  });

  it('aborts requests that exceed the grace time', async () => {
    const { service, call } = await start('1');
    await home.db.database.transaction(async (tx) => {
      await tx.query('LOCK TABLE custom_node IN ACCESS EXCLUSIVE MODE');
      const answer = call('/api/v2/custom-nodes').then(
        () => 'answered',
        () => 'cut off',
      );
      await until(waitsForLock);
      await service.stop();
      expect(await answer).toBe('cut off');
    });
  });
});

describe('a service that starts twice on one database', () => {
  it('creates the administrator once', async () => {
    const starts = await Promise.all([start('1'), start('1')]);
    expect(starts.map(({ service }) => service.initialAdmin)).toEqual([null, null]);
    await Promise.all(starts.map(({ service }) => service.stop()));
  });
});
