import { once } from 'node:events';
import { rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { pino } from 'pino';
import { type Environment, loadSettings, SettingsError } from '../../src/base/config/load-settings.js';
import { type RunningService, serve } from '../../src/server.js';
import { type ServiceHome, serviceHome } from '../support/test-database.js';
import { bearerFetch, login } from '../support/signed-client.js';
import { withClient } from '../support/postgres/template.js';
import { until } from '../support/until.js';

let home: ServiceHome;

beforeAll(async () => {
  home = await serviceHome();
});
afterAll(() => home.remove());

function start(port: number, environment: Environment = {}, log: string[] = []): Promise<RunningService> {
  const settings = loadSettings({
    DATABASE_URL: home.db.url,
    DATA_DIR: home.dataDir,
    PORT: String(port),
    ...environment,
  });
  return serve(settings, pino({ level: 'warn' }, { write: (line) => void log.push(line) }));
}

describe('the first start', () => {
  it('refuses an INITIAL_ADMIN_PASSWORD that is easy to guess before it opens the database', async () => {
    const DATABASE_URL = 'postgres://nobody@127.0.0.1:1/none';
    await expect(start(0, { DATABASE_URL, INITIAL_ADMIN_PASSWORD: 'admin-admin-1' })).rejects.toEqual(
      new SettingsError([
        'INITIAL_ADMIN_PASSWORD: is made of the name or the e-mail address of the account; choose several words that do not belong together',
      ]),
    );
  });

  it('logs nothing of a damaged secret, which its error names', async () => {
    const log: string[] = [];
    const file = join(home.dataDir, 'secret.key');
    await writeFile(file, 'half a key');
    await expect(start(0, {}, log)).rejects.toThrow(`${file} is damaged`);
    await rm(file);
    expect(log).toEqual([]);
  });

  it('creates the admin only after it listens, so that a used port does not lose the password, which the first login has to replace', async () => {
    const squatter = createServer().listen(0, '127.0.0.1');
    await once(squatter, 'listening');
    const address = squatter.address();
    const port = typeof address === 'object' && address ? address.port : 0;

    await expect(start(port)).rejects.toThrow(`PORT: ${port} on 127.0.0.1 is taken by another program`);
    squatter.close();

    const service = await start(0);
    const { name, generatedPassword } = service.initialAdmin!;
    const bearer = await login(service.url, name, generatedPassword!);
    const call = async (method: string, target: string, body?: object) => {
      const sent = body && { body: JSON.stringify(body) };
      return (await bearerFetch(service.url, bearer, method, `/api/v2/${target}`, sent)).status;
    };
    expect(await call('GET', 'accounts')).toBe(403);
    const current = generatedPassword!;
    expect(await call('PUT', 'self/password', { current, new: current })).toBe(400);
    expect(await call('PUT', 'self/password', { current, new: 'nine quiet harbours' })).toBe(204);
    expect(await call('GET', 'accounts')).toBe(200);
    await service.stop();
  });

  it('is the only one that creates an admin', async () => {
    const service = await start(0);
    expect(service.initialAdmin).toBeNull();
    await service.stop();
  });
});

describe('a start that loses its database', () => {
  const LOST = 'terminating connection due to administrator command';
  let holder: pg.Client;

  beforeEach(async () => {
    holder = new pg.Client({ connectionString: home.db.url });
    await holder.connect();
    // Every start waits for this table.
    await holder.query('BEGIN; LOCK TABLE migration');
  });
  afterEach(() => holder.end());

  it('starts again and logs the reason', async () => {
    const log: string[] = [];
    const starting = start(0, {}, log);
    await endItsConnection();
    await until(() => log.length > 0);
    await holder.query('ROLLBACK');

    const service = await starting;
    await until(async () => (await fetch(`${service.url}/health/ready`)).status === 200);
    expect(log.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
      `lost the database while starting, starting over: ${LOST}`,
    ]);
    await service.stop();
  });

  it('fails if it may not wait', async () => {
    const starting = start(0, { DATABASE_WAIT: '0' });
    await Promise.all([endItsConnection(), expect(starting).rejects.toThrow(LOST)]);
  });
});

/** What a restart of the database does to a start. */
async function endItsConnection(): Promise<void> {
  const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                WHERE datname = current_database() AND application_name = 'graphward-migrate' AND wait_event = 'relation'`;
  await withClient(home.db.url, (client) => until(async () => (await client.query(end)).rowCount === 1));
}
