import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';
import type { Response } from 'playwright-core';
import { logIn } from './factors.js';
import { changeAnswer, eventually, expectAccessible, pathOf, snapshotOf, type World } from './world.js';

const password = 'seven brass lanterns';

function isListOfProviders(it: Response): boolean {
  return it.url().endsWith('/api/v2/sso-providers') && it.request().method() === 'GET';
}

export function describeAccess(world: () => World): void {
  it('creates, changes, disables and deletes an account', async () => {
    const { page, close } = await world().open('/accounts', { width: 390, theme: 'dark' });
    const dialog = page.getByRole('dialog');
    const confirm = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
    await page.getByRole('button', { name: 'Create an account' }).click();
    await dialog.getByLabel('Name').fill('olga');
    await dialog.getByLabel('E-mail').fill('nowhere');
    await dialog.getByLabel('Password').fill(password);
    await confirm('Create an account');
    await page.locator('input[aria-invalid="true"]:focus').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('E-mail').fill('');
    await confirm('Create an account');
    await page.getByRole('link', { name: 'olga' }).click();
    await page.getByText('read the graph, its data quality').waitFor();
    const limit = async (ids: string) => {
      await page.getByRole('button', { name: 'Environments olga' }).click();
      await dialog.getByRole('textbox', { name: 'Environments' }).fill(ids);
      await confirm('Environments');
    };
    await limit('s-1-5-21-7\nenv-a');
    await page.getByText('S-1-5-21-7, env-a', { exact: true }).waitFor();
    await limit('');
    await page.getByText('All environments', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Change olga' }).click();
    await dialog.getByLabel('Role').selectOption('auditor');
    await confirm('Change');
    await page.getByText('read the audit log').waitFor();
    await page.getByRole('button', { name: 'Set a new password olga' }).click();
    await dialog.getByLabel('Password').fill(`${password}, and one more`);
    await confirm('Set a new password');
    await page.getByRole('button', { name: 'Disable olga' }).click();
    await confirm('Disable');
    await page.getByRole('button', { name: 'Enable olga' }).waitFor();
    await page.getByRole('button', { name: 'Delete olga' }).click();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Delete olga' }).click();
    await confirm('Delete');
    await page.getByText('3 rows', { exact: true }).waitFor();
    await eventually(() => expect(pathOf(page)).toBe('/ui/accounts'));
    await close([/400 \(Bad Request\)/]);
  });

  it('offers a limited account no figures of the whole graph', async () => {
    const { page, close } = await world().open('/data/analysis', {
      prepare: (it) => changeAnswer(it, '/self', { environments: ['S-1-5-21-7'], permissions: ['graph:read'] }),
    });
    await page.getByText('Your account sees some environments only').waitFor();
    await page.getByText('Sees 1 environment only').waitFor({ state: 'attached' });
    await page.getByRole('link', { name: 'Go to Find' }).click();
    await page.getByText('Your account sees these environments only').waitFor();
    await page.getByRole('link', { name: 'Tier zero', exact: true }).click();
    const tabs = page.getByRole('navigation', { name: 'Tier zero' }).getByRole('link');
    await eventually(async () =>
      expect(await tabs.allTextContents()).toEqual([
        'Plan',
        'Kept plans',
        'Members',
        'Exposure',
        'Ranking',
        'Findings',
        'Posture',
      ]),
    );
    await expectAccessible(page);
    await close();
  });

  it('draws one box in place of objects that the account does not see', async () => {
    const domain = 'S-1-5-21-3856858773-231016774-2279787834';
    const bjorn = `${domain}-1474`;
    const { page, close } = await world().open(`/paths?start_node=${bjorn}`, {
      prepare: (it) =>
        it.route('**/graphs/shortest-path*', async (route) => {
          const response = await route.fetch();
          const { data } = (await response.json()) as { data: { nodes: Record<string, { objectId: string }> } };
          const nodes = Object.entries(data.nodes).filter(([, { objectId }]) => [bjorn, domain].includes(objectId));
          const keyOf = (id: string) => nodes.find(([, { objectId }]) => objectId === id)![0];
          const stub = { hidden: true, sources: [keyOf(bjorn)], targets: [keyOf(domain)] };
          await route.fulfill({
            response,
            json: { data: { nodes: Object.fromEntries(nodes), edges: [], truncated: false, stub } },
          });
        }),
    });
    await page.getByText('1 path over 2 objects').waitFor();
    await page.getByText('A path leads over objects that your account does not see.').waitFor();
    await eventually(async () =>
      expect(await snapshotOf(page.getByRole('region', { name: 'Steps' }))).toEqual([
        '- region "Steps":',
        '  - heading "Steps" [level=2]',
        '  - list:',
        '    - listitem:',
        '      - img "User"',
        '      - link "BJORN.BRUUN@HALDEN.EXAMPLE":',
        '      - text: Owned',
        '    - listitem: leads to hidden objects',
        '    - listitem:',
        '      - text: leads to',
        '      - img "Domain"',
        '      - link "HALDEN.EXAMPLE":',
        '      - text: Tier zero',
      ]),
    );
    await eventually(async () =>
      expect(await page.locator('svg.picture .box.unknown .name').textContent()).toBe('hidden objects'),
    );
    await expectAccessible(page);
    await close();
  });

  it('adds, changes and deletes identity providers', async () => {
    const { page, close } = await world().open('/providers', { width: 390 });
    const dialog = page.getByRole('dialog');
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    const confirm = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
    const ask = async <T>(target: string): Promise<T> => {
      const headers = { 'X-Requested-With': 'graphward' };
      return (await page.request.get(`${world().url}/api/v2/${target}`, { headers })).json() as Promise<T>;
    };
    await page.getByRole('button', { name: 'Add a provider of OpenID Connect' }).click();
    await dialog.getByLabel('Name').fill('Keycloak');
    await dialog.getByLabel('Issuer').fill('https://login.microsoftonline.com/common/v2.0');
    await dialog.getByLabel('Client id').fill('graphward');
    const add = dialog.getByRole('button', { name: 'Add a provider of OpenID Connect' });
    await add.click();
    await dialog.getByText('stands for several tenants; it takes the issuer of one tenant').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Issuer').fill('https://login.example/realms/corp');
    await add.click();
    await row('Keycloak').getByText('Enabled').waitFor();
    await page.getByText('the setting PUBLIC_URL is empty').waitFor();
    await page.getByRole('button', { name: 'Disable Keycloak' }).click();
    await dialog.getByRole('button', { name: 'Disable' }).click();
    await row('Keycloak').getByText('Disabled').waitFor();

    const settings = {
      'Attributes with the name': 'preferred_username\nupn',
      'Its values that may': 'graph\nsecurity',
    };
    const text = (label: string) => dialog.getByLabel(label);
    await page.getByRole('button', { name: 'Change Keycloak' }).click();
    await text('Issuer').fill('https://login.example/common');
    await text('New client secret').fill('a secret');
    for (const [label, value] of Object.entries(settings)) await text(label).fill(value);
    await text('Attribute with the stable id').fill('oid');
    await text('Attribute with the role').fill('role');
    await text('Attribute that decides').fill('groups');
    await text('Roles of groups').fill('Analysts = user\nAll = hands = nobody');
    await text('The provider may make administrators').check();
    await text('Role of new accounts').selectOption('Administrator');
    await text('E-mail addresses count without').check();
    await confirm('Change');
    await dialog.locator('textarea[aria-invalid="true"]').waitFor();
    await expectAccessible(page);
    await text('Roles of groups').fill('Analysts = user\nAll = hands = auditor');
    await confirm('Change');
    await dialog.getByText('stands for several tenants').waitFor();
    await text('Issuer').fill('https://login.example/realms/other');
    const listed = page.waitForResponse(isListOfProviders);
    await confirm('Change');
    await dialog.waitFor({ state: 'detached' });
    await listed;
    await page.getByRole('button', { name: 'Change Keycloak' }).click();
    for (const [label, value] of Object.entries(settings)) expect(await text(label).inputValue()).toBe(value);
    await eventually(async () =>
      expect(await text('Roles of groups').inputValue()).toBe('Analysts = user\nAll = hands = auditor'),
    );
    await eventually(async () => expect(await text('New client secret').inputValue()).toBe(''));
    await text('Attribute that decides').fill('');
    await text('Remove the client secret').check();
    await confirm('Change');
    await dialog.waitFor({ state: 'detached' });
    const { data } = await ask<{ data: readonly { name: string }[] }>('sso-providers');
    expect(data.find(({ name }) => name === 'Keycloak')).toMatchObject({
      details: {
        issuer: 'https://login.example/realms/other',
        client_id: 'graphward',
        has_client_secret: false,
        principal_attribute_mappings: ['preferred_username', 'upn'],
      },
      config: {
        auto_provision: { enabled: false, default_role_id: 1, role_provision: false },
        trust_email: true,
        allow_administrator: true,
        subject: 'oid',
        role_claim: 'role',
        require: null,
        group_roles: [
          { group: 'Analysts', role: 'user' },
          { group: 'All = hands', role: 'auditor' },
        ],
      },
    });

    await page.goto(`${world().url}/ui/accounts`);
    await page.getByRole('button', { name: 'Create an account' }).click();
    await text('Name').fill('provided');
    await text('Logs in by').selectOption('Keycloak');
    await confirm('Create an account');
    await page.getByRole('link', { name: 'provided' }).click();
    await page.getByText('Keycloak', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Set a new password provided' }).count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Release the person provided' }).click();
    await confirm('Release the person');
    await page.getByRole('button', { name: 'Identity provider provided' }).click();
    await text('Logs in by').selectOption('A password');
    await text('New password').fill(password);
    await confirm('Identity provider');
    await page.getByText('A password', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Delete provided' }).click();
    await confirm('Delete');
    await page.getByRole('link', { name: 'provided' }).waitFor({ state: 'detached' });
    await page.goto(`${world().url}/ui/providers`);

    await page.getByRole('button', { name: 'Add a SAML provider' }).click();
    await dialog.getByLabel('Name').fill('Corp ADFS');
    const service =
      '<SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://i/s"/>';
    const xml = `<EntityDescriptor entityID="https://i"><IDPSSODescriptor>${service}</IDPSSODescriptor></EntityDescriptor>`;
    await dialog
      .getByLabel('Metadata of the provider (XML)')
      .setInputFiles({ name: 'metadata.xml', mimeType: 'text/xml', buffer: Buffer.from(xml) });
    await dialog.getByLabel('Role of new accounts').selectOption('2');
    await dialog.getByRole('button', { name: 'Add a SAML provider' }).click();
    await row('Corp ADFS').getByText('None: nobody can log in. Send the metadata again.').waitFor();
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Certificate of this service for Corp ADFS' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('corp-adfs-signing-certificate.pem');
    await page.getByRole('button', { name: 'Change Corp ADFS' }).click();
    await text('The Response has to be signed').check();
    await text('A login may begin at the provider').check();
    await confirm('Change');
    await dialog.waitFor({ state: 'detached' });
    const all = await ask<{ data: readonly { name: string }[] }>('sso-providers');
    expect(all.data.find(({ name }) => name === 'Corp ADFS')).toMatchObject({
      config: { require_signed_response: true, allow_idp_initiated: true, auto_provision: { default_role_id: 2 } },
    });
    for (const name of ['Keycloak', 'Corp ADFS']) {
      await page.getByRole('button', { name: `Delete ${name}` }).click();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await row(name).waitFor({ state: 'detached' });
    }
    await close([/400 \(Bad Request\)/]);
  });

  it('creates a token whose lines work in a shell, and revokes it', async () => {
    const { page, close } = await world().open('/tokens', { width: 320 });
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Create a token' }).click();
    await dialog.getByLabel('Name').fill('nightly');
    await dialog.getByLabel('Expires').fill('2200-01-31');
    await dialog.getByRole('button', { name: 'Create a token' }).click();
    await expectAccessible(page);
    const [, key, ...lines] = await dialog.locator('code').allTextContents();
    const answers = await Promise.all(lines.map((it) => promisify(execFile)('bash', ['-c', it])));
    expect(answers.map(({ stdout }) => JSON.parse(stdout).data.name)).toEqual(['demo', 'demo']);
    await dialog.getByRole('button', { name: 'I have stored it' }).click();
    await page.locator('dialog', { hasText: key ?? '' }).waitFor({ state: 'detached' });
    expect(await page.content()).not.toContain(key);
    const row = page.getByRole('row').filter({ hasText: 'nightly' });
    await row.getByText('31 Jan 2200').waitFor();
    await row.getByRole('button', { name: 'Revoke nightly' }).click();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await row.waitFor({ state: 'detached' });
    await close();
  });

  it('finds an entry of the audit log by filters that stay in the address', async () => {
    const { page, close } = await world().open('/audit?action=~eq:client.create');
    await page.getByLabel('Outcome').selectOption('success');
    await page.getByRole('row').nth(1).getByRole('link').click();
    await page
      .getByRole('region', { name: /^Entry \d+$/ })
      .getByText('"type": ')
      .waitFor();
    await expectAccessible(page);
    await eventually(() =>
      expect(pathOf(page)).toMatch(/^\/ui\/audit\?action=%7Eeq%3Aclient.create&outcome=success&entry=\d+$/),
    );
    await page.goBack();
    await page.getByRole('region', { name: /^Entry/ }).waitFor({ state: 'detached' });
    await close();
  });

  it('shows the sessions of an account, and ends them all', async () => {
    const call = async (path: string, body: object, headers: Record<string, string> = {}) => {
      const init = { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers } };
      return (await fetch(`${world().url}/api/v2/${path}`, { ...init, body: JSON.stringify(body) })).json();
    };
    const bearerOf = async (user: object, program = 'node') => {
      const login = await call('login', { login_method: 'secret', ...user }, { 'User-Agent': program });
      return { Authorization: `Bearer ${(login as { data: { session_token: string } }).data.session_token}` };
    };
    const draft = { name: 'nightly', role: 'read_only', password };
    const made = (await call('accounts', draft, await bearerOf(world().user))) as { data: { id: string } };
    const headers = await bearerOf({ username: 'nightly', secret: password }, 'nightly-script/1.0');
    const { page, close } = await world().open(`/accounts/${made.data.id}`);
    await page.getByRole('cell', { name: 'nightly-script/1.0' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'End all sessions' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'End all sessions' }).click();
    await page.getByText('No session.').waitFor();
    expect((await fetch(`${world().url}/api/v2/self`, { headers })).status).toBe(401);
    await close();
  });

  it('shows a wrong password beside its field, and ends another session', async () => {
    // Ten minutes after its login, a session asks for another proof.
    const { page, close } = await world().open('/me', { width: 320, theme: 'dark', isLoggedIn: false });
    await logIn(page, world().user);
    await page.getByRole('heading', { level: 1, name: 'Your account' }).waitFor();
    const login = await fetch(`${world().url}/api/v2/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ login_method: 'secret', ...world().user }),
    });
    const { data } = (await login.json()) as { data: { session_token: string } };
    await page.reload();
    await page.getByLabel('Present password').fill('wrong');
    await page.getByLabel('New password').fill(password);
    await page.getByRole('button', { name: 'Change the password' }).click();
    await page.getByText('is not the current password').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'End' }).first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const ended = await fetch(`${world().url}/api/v2/self`, {
      headers: { Authorization: `Bearer ${data.session_token}` },
    });
    expect(ended.status).toBe(401);
    await close([/400 \(Bad Request\)/, /401 \(Unauthorized\)/]);
  });

  it('leads to what the role permits, and names the missing permission elsewhere', async () => {
    const { page, close } = await world().open('/accounts', {
      prepare: (it) => changeAnswer(it, '/self', { permissions: ['self:manage', 'tokens:manage-own'] }),
    });
    await page.getByText('This screen needs the permission users:manage.').waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: 'API tokens' }).waitFor();
    expect(await page.getByRole('navigation', { name: 'Access' }).count()).toBe(0);
    await close();
  });
}
