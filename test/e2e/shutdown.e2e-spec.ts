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

async function start(grace: string): Promise<{ service: RunningService; call: Call }> {
  const environment = { DATABASE_URL: home.db.url, DATA_DIR: home.dataDir, PORT: '0', SHUTDOWN_GRACE: grace };
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
