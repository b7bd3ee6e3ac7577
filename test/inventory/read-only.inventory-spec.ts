import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FakeClock } from '../support/fake-clock.js';
import { described } from '../../src/graph/graph-records.fixture.js';
import { writeGraph } from '../../src/graph/graph.fixture.js';
import { type TestApp, testApp } from '../support/app.js';
import { disabledChannel } from '../support/disabled-channel.js';
import { type Route, routesOf, targetOf } from '../support/routes.js';
import { until } from '../support/until.js';

const sid = 'S-1-5-21-1-2-3';

const selectors = [{ name: 'alice', selector: `${sid}-1104` }];

describe.each(['', 'bloodhound'])('a database that cannot be written, with COMPAT=%s', (compat) => {
  let app: TestApp;
  const clock = new FakeClock(new Date().toISOString());
  const lines: Record<string, unknown>[] = [];
  /** Values of path parameters that name something. */
  const ids = new Map<string, string>();

  beforeAll(async () => {
    app = await testApp({
      edition: 'enterprise',
      environment: { COMPAT: compat },
      clock,
      onLogLine: (line) => lines.push(line),
    });
    await writeGraph(app.database, [
      described(sid, ['Domain', 'Base'], { domainsid: sid, name: 'BIRCH', collected: true }),
      described(`${sid}-1104`, ['User', 'Base'], { domainsid: sid }),
      described('T', ['AZTenant', 'AZBase'], { tenantid: 'T', name: 'CEDAR' }),
    ]);
    const group = await create('/asset-groups', { name: 'Mine', tag: 'mine', selectors });
    ids.set('asset_group_id', String(group));
    ids.set('object_id', `${sid}-1104`);
    ids.set('domain_id', sid);
    ids.set('tenant_id', 'T');
    ids.set('account_id', await accountId());
    ids.set('user_id', await accountId());
    ids.set('role_id', '1');
    ids.set('permission_id', '1');
    ids.set('file_upload_id', String(await create('/file-upload/start', undefined)));
    await create('/custom-nodes', { custom_types: { Server: { icon: { type: 'font-awesome', name: 'server' } } } });
    ids.set('kind_name', 'Server');
    await app.asClient('GET', '/api/v2/jobs/available');
    const [client] = await app.database.query<{ id: string }>('SELECT id FROM client');
    ids.set('client_id', client?.id ?? '');
    ids.set('job_id', String(await create(`/clients/${client?.id}/jobs`, { session_collection: true })));
    const channel = await disabledChannel(app);
    ids.set('alert_channel_id', channel);
    await forbidWriting(app);
    // Uses of tokens are recorded once a minute.
    clock.advance(120_000);
  });
  afterAll(() => app.close());

  async function create(path: string, body: unknown): Promise<number> {
    const response = await app.call('POST', `/api/v2${path}`, body);
    expect([path, Math.floor(response.status / 100)]).toEqual([path, 2]);
    const { data } = (await response.json()) as { data: { id: number } };
    return data.id;
  }

  async function accountId(): Promise<string> {
    const [account] = await app.database.query<{ id: string }>('SELECT id FROM account LIMIT 1');
    return account?.id ?? '';
  }

  function targetTo(route: Route): string {
    const path = route.path.replaceAll(/:(\w+)/g, (whole: string, name: string) => ids.get(name) ?? whole);
    return targetOf({ path });
  }

  it('is read by every GET route', async () => {
    // Readiness reports that writes fail, and a collector's call stores a heartbeat. The others may run on a replica.
    const routes = routesOf(app.app).filter((route) => route.method === 'GET' && !route.usesPrimary);
    expect(routes.length).toBeGreaterThan(30);
    const failed: unknown[] = [];
    for (const route of routes) {
      const target = targetTo(route);
      const response = await app.as('administrator', 'signature', 'GET', target);
      if (response.status >= 500) failed.push([target, response.status, await response.text()]);
    }
    expect(failed).toEqual([]);
  });

  it('answers writes with 503 and the time to try again', async () => {
    const group = JSON.stringify({ name: 'Another', tag: 'another' });
    const response = await app.as('administrator', 'signature', 'POST', '/api/v2/asset-groups', { body: group });
    expect([response.status, response.headers.get('retry-after'), await response.json()]).toMatchObject([
      503,
      '5',
      {
        errors: [
          {
            ...(compat === '' && { code: 'database.read_only' }),
            context: 'database',
            message: 'the database accepts no writes; try again in 5 s',
          },
        ],
      },
    ]);
  });

  it('is logged once for any number of used tokens', async () => {
    await app.asClient('GET', '/api/v2/jobs/current');
    const warnings = lines.filter(({ context }) => context === 'TokenUses');
    expect(warnings).toMatchObject([{ level: 40, msg: expect.stringContaining('read-only') }]);
  });
});

/** From the next connection on, and there is no other. */
async function forbidWriting({ database }: TestApp): Promise<void> {
  await database.query(`DO $$ BEGIN
    EXECUTE format('ALTER DATABASE %I SET default_transaction_read_only = on', current_database()); END $$`);
  await database.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`);
  await until(async () => {
    try {
      await database.query('CREATE TABLE written ()');
    } catch (error) {
      return String(error).includes('read-only');
    }
    await database.query('DROP TABLE written');
    await database.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => {});
    return false;
  });
}
