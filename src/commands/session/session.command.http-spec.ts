import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { bearerFetch, login } from '../../../test/support/signed-client.js';
import { until } from '../../../test/support/until.js';
import { AccountsService } from '../../auth/accounts/accounts.service.js';
import { runCommand } from '../questions/questions.fixture.js';

const password = 'correct horse battery staple';

describe('login and logout of the command line', () => {
  let app: TestApp;
  let folder: string;
  let former: string | undefined;

  beforeAll(async () => {
    app = await testApp({ environment: { PUBLIC_URL: 'https://graph.example/' } });
    await app.app.get(AccountsService).create({ name: 'alice', email: null, role: 'user', password });
    folder = await mkdtemp(join(tmpdir(), 'graphward-login-'));
    former = process.env['XDG_CONFIG_HOME'];
    process.env['XDG_CONFIG_HOME'] = folder;
  });
  afterAll(async () => {
    if (former === undefined) delete process.env['XDG_CONFIG_HOME'];
    else process.env['XDG_CONFIG_HOME'] = former;
    await rm(folder, { recursive: true });
    await app.close();
  });

  it('keep a session for their user alone, which --remote uses', async () => {
    const file = join(folder, 'graphward/session.json');
    const bearer = await login(app.url, 'alice', password);
    const loggedIn = runCommand({}, 'login', '--url', `${app.url}/`);
    let code: string | undefined;
    await until(async () => {
      const [row] = await app.database.query<{ code: string }>('SELECT user_code AS code FROM device_login');
      code = row?.code;
      return row !== undefined;
    });
    const body = JSON.stringify({ user_code: code, is_approved: true });
    await bearerFetch(app.url, bearer, 'POST', '/api/v2/device/decision', { body });
    expect(await loggedIn).toEqual({
      code: 0,
      out: '',
      err: `Open https://graph.example/ui/device and type the code ${code!.slice(0, 4)}-${code!.slice(4)}\nlogged in at ${app.url}; the session is in ${file}`,
    });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const { url, token } = JSON.parse(await readFile(file, 'utf8'));
    expect(url).toBe(app.url);
    expect(await runCommand({}, 'search', 'nobody', '--remote', '--json')).toMatchObject({ err: '' });
    expect(await runCommand({}, 'logout')).toEqual({ code: 0, out: '', err: `logged out of ${app.url}` });
    expect((await bearerFetch(app.url, token, 'GET', '/api/v2/self')).status).toBe(401);
    expect(await runCommand({}, 'logout')).toEqual({ code: 0, out: '', err: 'there is no session' });
    expect(await runCommand({}, 'login', '--url', 'nowhere')).toMatchObject({
      code: 2,
      err: '--url is not valid; it takes an http(s) URL, such as https://graph.example',
    });
  });
});
