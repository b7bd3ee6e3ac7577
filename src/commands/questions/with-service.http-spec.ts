import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { login } from '../../../test/support/signed-client.js';
import { testDatabase } from '../../../test/support/test-database.js';
import { AccountsService } from '../../auth/accounts/accounts.service.js';
import { writeGraph } from '../../graph/graph.fixture.js';
import type { Finding } from '../output/findings.js';
import { environmentOf, runCommand, runPiped, smallEstate } from './questions.fixture.js';

const hit = { name: 'BO@BIRCH.LOCAL', type: 'User' };
const question = ['search', 'bo@birch.local', '--json'];

/** The finding of doctor about the services of the database. */
async function instancesOf(environment: Record<string, string>): Promise<Finding | undefined> {
  const { out } = await runCommand(environment, 'doctor', '--json');
  const findings: Finding[] = JSON.parse(out);
  return findings.find(({ name }) => name === 'instances');
}

describe('the service that a command asks', () => {
  let app: TestApp;
  let other: TestApp;
  let environment: Record<string, string>;

  beforeAll(async () => {
    app = await testApp({ edition: 'community' });
    other = await testApp({ edition: 'community' });
    await writeGraph(app.database, smallEstate);
    await app.call('GET', '/api/v2/self');
    environment = environmentOf(app);
  });
  afterAll(async () => {
    await app.close();
    await other.close();
  });

  const sessions = () =>
    app.database.query(
      `SELECT account.name, ended_at IS NOT NULL AS ended, round(extract(epoch FROM expires_at - session.created_at) / 60)::int AS minutes
       FROM session JOIN account ON account.id = account_id WHERE expires_at - session.created_at < '1 hour'`,
    );

  it('is the running one of the database, with a session of an administrator that ends with the command', async () => {
    const { code, out, err } = await runCommand(environment, ...question);

    expect([code, err]).toEqual([0, '']);
    expect(JSON.parse(out)).toMatchObject({ count: 1, data: [hit] });
    expect(await sessions()).toEqual([{ name: 'a-administrator', ended: true, minutes: 5 }]);
    const [entry] = await app.database.query('SELECT * FROM audit_log ORDER BY id DESC LIMIT 1');
    expect(entry).toMatchObject({
      account_name: 'a-administrator',
      action: 'login',
      outcome: 'success',
      details: { by: 'command line' },
    });
  });

  it('is one in the process of the command if none runs', async () => {
    const { code, out, err } = await runCommand({ ...environment, PORT: '2' }, ...question);

    expect([code, err]).toEqual([0, 'no service runs at http://127.0.0.1:2: reading the graph']);
    expect(JSON.parse(out)).toMatchObject({ count: 1, data: [hit] });
  });

  it('is not found if it chooses its port', async () => {
    const { code, err } = await runCommand({ ...environment, PORT: '0' }, ...question);
    expect([code, err]).toEqual([0, 'PORT is 0, so no service can be found: reading the graph']);
  });

  it('is never a service of another database', async () => {
    const { code, out, err } = await runCommand({ ...environment, PORT: new URL(other.url).port }, ...question);

    expect([code, err]).toEqual([0, `${other.url} is not the service of this database: reading the graph`]);
    expect(JSON.parse(out).count).toBe(1);
  });

  it('is told from a service of another database by status and doctor', async () => {
    const elsewhere = { ...environment, PORT: new URL(other.url).port };
    expect((await runPiped(elsewhere, 'status')).out).toContain(
      `service     ${other.url}: a service answers, but it uses another database`,
    );
    expect(await instancesOf(elsewhere)).toMatchObject({
      state: 'warn',
      message: `the service at ${other.url} is not connected to this database`,
    });
    expect(await instancesOf(environment)).toMatchObject({ state: 'ok' });
  });

  it('is found at the loopback address if it listens on all addresses', async () => {
    expect(await runCommand({ ...environment, HOST: '0.0.0.0' }, ...question)).toMatchObject({ code: 0, err: '' });
    const { err } = await runCommand({ ...environment, HOST: '::', PORT: '2' }, ...question);
    expect(err).toBe('no service runs at http://[::1]:2: reading the graph');
  });

  it('needs an administrator who can log in', async () => {
    const empty = await testDatabase();
    const { code, err } = await runCommand(
      { DATABASE_URL: empty.url, SECRET_KEY: 'a secret of more than 32 characters', PORT: '2' },
      ...question,
    );
    await empty.drop();

    expect([code, err]).toEqual([
      1,
      'no administrator is enabled and has a valid password; replace the first one: user password admin, or create one: user create --name NAME --role administrator',
    ]);
  });

  describe('at another address', () => {
    let server: Server;
    let url: string;
    let targets: string[];

    beforeAll(async () => {
      server = createServer((request, response) => {
        targets.push(`${request.method} ${request.url}`);
        if (request.url?.startsWith('/away')) response.writeHead(302, { Location: app.url }).end();
        else response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>');
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const address = server.address();
      url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    });
    afterAll(() => void server.close());

    it('is not another program', async () => {
      targets = [];
      const { code, err } = await runCommand({ ...environment, PORT: new URL(url).port }, ...question);

      expect([code, err]).toEqual([0, `${url} is not the service of this database: reading the graph`]);
      expect(targets).toEqual(['GET /api/v2/self']);
    });

    it.each(['--json', '--csv'])('does not print the answer of another program (%s)', async (format) => {
      expect(await runCommand({}, 'search', 'bo', format, '--url', url, '--token', 't')).toEqual({
        code: 3,
        out: '',
        err: `${url} is not a Graphward service: it answers with text/html`,
      });
    });

    it('is not one that redirects', async () => {
      targets = [];
      const { code, err } = await runCommand({}, ...question, '--url', `${url}/away`, '--token', 't');
      expect([code, err]).toEqual([3, expect.stringContaining(`${url}/away does not answer: `)]);
      expect(targets.length).toBe(1);
    });
  });

  describe('by GRAPHWARD_URL and GRAPHWARD_TOKEN', () => {
    const withoutSettings = { PORT: 'not a port' };
    let token: string;

    beforeAll(async () => {
      const draft = { name: 'reader', email: null, role: 'read_only', password: 'a long password' } as const;
      await app.app.get(AccountsService).create(draft);
      token = await login(app.url, draft.name, draft.password);
    });

    it('needs no settings, and the session stays', async () => {
      for (const url of [app.url, `${app.url}/`]) {
        const { code, out } = await runCommand(withoutSettings, ...question, '--url', url, '--token', token);
        expect([code, JSON.parse(out).count]).toEqual([0, 1]);
      }
    });

    it('must accept the token', async () => {
      const { code, out, err } = await runCommand(withoutSettings, ...question, '--url', app.url, '--token', 'none');
      expect({ code, out, err }).toEqual({
        code: 1,
        out: '',
        err: `${app.url} refuses the token: it is wrong, or its session has ended`,
      });
    });

    it('must answer', async () => {
      const { code, err } = await runCommand({}, ...question, '--url', 'http://127.0.0.1:2', '--token', token);
      expect([code, err]).toEqual([3, 'http://127.0.0.1:2 does not answer: ECONNREFUSED']);
    });

    it('must be given with --remote, whatever the settings are', async () => {
      expect(await runCommand(environment, ...question, '--remote')).toEqual({
        code: 2,
        out: '',
        err: '--remote needs GRAPHWARD_URL and GRAPHWARD_TOKEN, or --url and --token',
      });
      expect((await runCommand({}, ...question, '--remote', '--url', app.url, '--token', token)).code).toBe(0);
    });

    it('takes an address of HTTP only', async () => {
      for (const url of ['ftp://graph.example', 'graph.example'])
        expect(await runCommand(environment, ...question, '--url', url, '--token', token)).toEqual({
          code: 2,
          out: '',
          err: 'GRAPHWARD_URL or --url is not valid; it takes an http(s) URL, such as http://127.0.0.1:8080',
        });
    });

    it('takes both or none', async () => {
      expect(await runCommand(environment, ...question, '--url', app.url)).toEqual({
        code: 2,
        out: '',
        err: 'GRAPHWARD_URL is set without GRAPHWARD_TOKEN: set both, or none to use the database of the settings',
      });
      expect(await runCommand(environment, ...question, '--token', token)).toMatchObject({
        err: 'GRAPHWARD_TOKEN is set without GRAPHWARD_URL: set both, or none to use the database of the settings',
      });
    });
  });
});
