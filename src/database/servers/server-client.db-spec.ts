import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { copyDataDir, makeClusterDataDir, removeDataDir } from '../../../test/support/postgres/cluster-folder.js';
import { type PausableProxy, pausableProxy } from '../../../test/support/pausable-proxy.js';
import { withClient } from '../../../test/support/postgres/template.js';
import { until } from '../../../test/support/until.js';
import { loadSettings } from '../../base/config/load-settings.js';
import { PooledDataSource } from '../opening/data-source.js';
import { isDatabaseAway } from '../driver-errors.js';
import { type EmbeddedPostgres, openEmbeddedPostgres } from '../embedded/embedded-postgres.js';
import { StatementCanceller } from './pg-clients.js';
import { waitForDatabase } from './wait-for-database.js';

/** Two servers with the same users, each behind a proxy that can fall silent. One accepts writes. */
describe('a URL with two servers', () => {
  const folders: string[] = [];
  let servers: EmbeddedPostgres[];
  let proxies: PausableProxy[];
  let source: PooledDataSource;
  let canceller: StatementCanceller;

  const setReadOnly = (at: number, value: 'on' | 'off') =>
    withClient(servers[at]!.url, async (client) => {
      await client.query('SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE');
      await client.query(`ALTER DATABASE graphward SET default_transaction_read_only = ${value}`);
    });

  beforeAll(async () => {
    folders.push(await makeClusterDataDir());
    folders.push(await copyDataDir(folders[0]!));
    servers = await Promise.all(folders.map((dataDir) => openEmbeddedPostgres({ dataDir, log: () => {} })));
    for (const [at, server] of servers.entries())
      await withClient(server.url, (client) => client.query(`CREATE TABLE place AS SELECT ${at} AS number`));
  });
  afterAll(async () => {
    await Promise.all(servers.map((it) => it.stop()));
    await Promise.all(folders.map(removeDataDir));
  });
  beforeEach(async () => {
    await setReadOnly(0, 'on');
    await setReadOnly(1, 'off');
    proxies = await Promise.all(servers.map(({ url }) => pausableProxy(new URL(url))));
  });
  afterEach(async () => {
    await source.destroy();
    await canceller.close();
    for (const proxy of proxies) proxy.close();
  });

  const urlFor = (attributes: string) =>
    servers[0]!.url.replace(/@[^/]*/, `@${proxies.map(({ port }) => `127.0.0.1:${port}`).join(',')}`) + attributes;

  async function open(attributes: string): Promise<void> {
    const url = urlFor(attributes);
    canceller = new StatementCanceller(url);
    source = new PooledDataSource(loadSettings({ DATABASE_POOL_SIZE: '2' }), { url, entities: [], canceller });
    await source.initialize();
  }

  async function place(): Promise<number> {
    const [row] = await source.database.query<{ number: number }>('SELECT number FROM place');
    return row!.number;
  }

  it.each([
    ['', 0],
    ['?target_session_attrs=any', 0],
    ['?target_session_attrs=read-only', 0],
    ['?target_session_attrs=read-write', 1],
    ['?target_session_attrs=primary', 0],
  ])('with %j connects to the first that fits', async (attributes, expected) => {
    await open(attributes);
    expect(await Promise.all([place(), place(), place()])).toEqual([expected, expected, expected]);
    expect(await source.query('SELECT number FROM place')).toEqual([{ number: expected }]);
  });

  it('goes to the other server if the machine in use is gone: what runs there fails, and no connection is stuck', async () => {
    await open('?target_session_attrs=read-write');
    expect(await place()).toBe(1);
    const running = [0, 1].map(() => source.database.query('SELECT pg_sleep(600)'));
    await until(() => source.database.connections().busy === 2);
    proxies[1]!.pause();
    await setReadOnly(0, 'off');
    const ends = await Promise.allSettled(running);
    expect(ends.map((it) => it.status === 'rejected' && isDatabaseAway(it.reason))).toEqual([true, true]);
    expect(await place()).toBe(0);
  });

  it('stays with a server that answers, and follows one that ceases to fit', async () => {
    await open('?target_session_attrs=read-write');
    await setReadOnly(0, 'off');
    expect(await place()).toBe(1);
    await setReadOnly(1, 'on');
    await until(async () => (await place().catch(() => -1)) === 0);
  });

  it('is away if no server fits, and the reason names each', async () => {
    await setReadOnly(1, 'on');
    await open('?target_session_attrs=any');
    const waiting = waitForDatabase(urlFor('?target_session_attrs=read-write'), { seconds: 0, log: () => {} });
    const places = proxies.map(({ port }) => `127.0.0.1:${port}`);
    await expect(waiting).rejects.toThrow(
      `The database graphward at ${places.join(', ')} as user graphward_service could not be reached within 0 s: ` +
        places.map((it) => `${it}: is not read-write`).join('; '),
    );
  });

  it('waits for no server that refuses the password', async () => {
    await open('');
    const url = urlFor('').replace(/:[^:@]*@/, ':wrong@');
    await expect(waitForDatabase(url, { seconds: 60, log: () => {} })).rejects.toThrow(
      'refuses: password authentication failed',
    );
  });
});
