import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { totpCode } from '../support/totp.js';
import { changeAnswer, eventually, expectAccessible, expectAccessibleInAllLooks, type World } from './world.js';

const password = 'seven brass lanterns';

const isOfProvider = (page: Page) => changeAnswer(page, '/self', { sso_slug: 'corp' });

export function describeFactors(world: () => World): void {
  async function call<T>(path: string, body: object, user = world().user): Promise<T> {
    const send = async (target: string, sent: object, headers = {}) => {
      const init = { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers } };
      const answer = await fetch(`${world().url}/api/v2/${target}`, { ...init, body: JSON.stringify(sent) });
      return ((await answer.json()) as { data: T }).data;
    };
    const login = (await send('login', { login_method: 'secret', ...user })) as { session_token: string };
    return send(path, body, { Authorization: `Bearer ${login.session_token}` });
  }

  it('sets up an app, asks for its code at logins, and removes it', async () => {
    await call('accounts', { name: 'mira', role: 'user', password });
    const { page, close } = await world().open('/me', { isLoggedIn: false, width: 390 });
    await logIn(page, { username: 'mira', secret: password });
    const { secret, codes } = await enrol(page);
    expect(codes).toHaveLength(10);
    await page.getByText('Recovery codes left: 10.').waitFor();
    expect(await page.content()).not.toContain(secret);
    await expectAccessibleInAllLooks(page);
    await page.getByText('mira', { exact: true }).first().click();
    await page.getByRole('button', { name: 'Log out' }).click();

    await logIn(page, { username: 'mira', secret: password });
    const code = page.getByLabel('Code of your app');
    await page.locator('input[autocomplete="one-time-code"]:focus').waitFor();
    await expectAccessible(page);
    await code.fill(wrongCode(secret));
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('is not the code of now').waitFor();
    await code.fill(totpCode(secret));
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('Recovery codes left: 10.').waitFor();

    await page.getByRole('button', { name: 'Make new recovery codes' }).click();
    await page.getByRole('dialog').getByLabel('Password').fill(password);
    await page.getByRole('dialog').getByRole('button', { name: 'Make new recovery codes' }).click();
    await page.getByRole('dialog').getByRole('listitem').nth(9).waitFor();
    await page.getByRole('button', { name: 'I have stored them' }).click();
    await page.getByRole('button', { name: 'Remove the app' }).click();
    await page.getByRole('dialog').getByLabel('Password').fill(password);
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the app' }).click();
    await page.getByText('Your password alone logs in.').waitFor();
    await close([/40[01] \(/]);
  });

  it('registers a passkey, logs in by it, and deletes it', async () => {
    const { page, close } = await world().localhost.open('/me', {
      prepare: async (it) => {
        const devices = await it.context().newCDPSession(it);
        await devices.send('WebAuthn.enable');
        await devices.send('WebAuthn.addVirtualAuthenticator', {
          options: {
            protocol: 'ctap2',
            transport: 'internal',
            hasResidentKey: true,
            hasUserVerification: true,
            isUserVerified: true,
            automaticPresenceSimulation: true,
          },
        });
      },
    });
    const { username, secret } = world().localhost.user;
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await dialog.getByLabel('Name').fill('Laptop');
    await dialog.getByLabel('Password').fill(secret);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Add a passkey' }).click();
    await dialog.getByRole('listitem').nth(9).waitFor();
    await dialog.getByRole('button', { name: 'I have stored them' }).click();
    await page.getByRole('row').filter({ hasText: 'Laptop' }).waitFor();
    await expectAccessible(page);
    await page.getByText(username, { exact: true }).first().click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Use a passkey' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByRole('button', { name: 'Delete Laptop' }).click();
    await dialog.getByLabel('Password').fill(secret);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No passkey.').waitFor();
    await page.getByText(username, { exact: true }).first().click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText('the passkey is not valid').waitFor();
    await close([/40[01] \(/]);
  });

  it('lets a program log in whose code is typed, or refuses it', async () => {
    const ask = async <T>(path: string, body: object) => {
      const init = { method: 'POST', headers: { 'Content-Type': 'application/json', 'User-Agent': 'graphward/1.0' } };
      const answer = await fetch(`${world().url}/api/v2/device/${path}`, { ...init, body: JSON.stringify(body) });
      return (await answer.json()) as T;
    };
    const begin = async () => (await ask<{ data: { device_code: string; user_code: string } }>('authorize', {})).data;
    const [first, second] = [await begin(), await begin()];
    const { page, close } = await world().open('/device', { width: 390 });
    const code = page.getByLabel('Code that the program shows');
    await code.fill('BBBB-BBBB');
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByText('no program waits with this code').waitFor();
    await expectAccessible(page);
    await code.fill(first.user_code.toLowerCase());
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByText('graphward/1.0').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Let it log in' }).click();
    await page.getByText('The program is logged in.').waitFor();
    const { data } = await ask<{ data: { session_token: string } }>('token', { device_code: first.device_code });
    expect(data.session_token).toEqual(expect.any(String));
    await code.fill(second.user_code);
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('button', { name: 'Refuse' }).click();
    await page.getByRole('button', { name: 'Refuse it' }).click();
    await page.getByText('The program is refused.').waitFor();
    expect(await ask('token', { device_code: second.device_code })).toMatchObject({
      errors: [{ code: 'device.access_denied' }],
    });
    await close([/404 \(Not Found\)/]);
  });

  it('leads an account of a provider to its login, and keeps the code', async () => {
    const login = '**/api/v2/sso/corp/login?*';
    const asked: string[] = [];
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' };
    const begun = await (await fetch(`${world().url}/api/v2/device/authorize`, init)).json();
    const { user_code: code } = (begun as { data: { user_code: string } }).data;
    const { page, close } = await world().open('/device', {
      prepare: async (it) => {
        await changeAnswer(it, '/self', { sso_slug: 'corp' });
        await changeAnswer(it, '/device/request', { needs_proof: true });
        await it.route(login, async (route) => {
          asked.push(route.request().url());
          await route.fulfill({ status: 302, headers: { Location: '/ui/device' } });
        });
      },
    });
    const field = page.getByLabel('Code that the program shows');
    await field.fill(code);
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByText('Your last login is older than ten minutes.').waitFor();
    await expectAccessible(page);
    expect(await page.getByRole('button', { name: 'Let it log in' }).count()).toBe(0);
    await page.unroute('**/api/v2/device/request');
    await page.getByRole('link', { name: 'Log in again by your identity provider' }).click();
    await page.getByRole('button', { name: 'Go on' }).waitFor();
    await eventually(async () => expect(await field.inputValue()).toBe(code));
    expect(asked).toEqual([`${world().url}/api/v2/sso/corp/login?reauthenticate=true&return_to=%2Fui%2Fdevice`]);
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('button', { name: 'Let it log in' }).click();
    await page.getByText('The program is logged in.').waitFor();
    await page.reload();
    await eventually(async () => expect(await field.inputValue()).toBe(''));
    await close();
  });

  /** Ends all other sessions on the page, whose service wants a proof. */
  async function endOthers(code: string, prepare: (page: Page) => Promise<void> = async () => {}) {
    const { page, close } = await world().open('/me', {
      prepare: async (it) => {
        await prepare(it);
        await it.route('**/api/v2/self/sessions', async (route) => {
          if (route.request().method() !== 'DELETE') return route.fallback();
          const { secret } = route.request().postDataJSON() as { secret?: string };
          if (secret === world().user.secret) return route.fulfill({ status: 204 });
          const errors = [{ code, context: 'body.secret', message: 'is missing' }];
          return route.fulfill({ status: 400, json: { http_status: 400, errors } });
        });
      },
    });
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'End all others' }).click();
    await dialog.getByRole('button', { name: 'End all others' }).click();
    await dialog.getByText('Your last login is older than ten minutes').waitFor();
    await expectAccessible(page);
    return { dialog, close: () => close([/400 \(Bad Request\)/]) };
  }

  it('asks for the password before own sessions end, if the login is old', async () => {
    const { dialog, close } = await endOthers('body.missing_property');
    await dialog.getByLabel('Password').fill(world().user.secret);
    await dialog.getByRole('button', { name: 'End all others' }).click();
    await dialog.waitFor({ state: 'detached' });
    await close();
  });

  it('asks for a login by the provider before own sessions end, if the login is old', async () => {
    const { dialog, close } = await endOthers('auth.provider_login_needed', isOfProvider);
    const link = dialog.getByRole('link', { name: 'Log in again by your identity provider' });
    await eventually(async () =>
      expect(await link.getAttribute('href')).toBe('/api/v2/sso/corp/login?reauthenticate=true&return_to=%2Fui%2Fme'),
    );
    await close();
  });

  it('shows administrators who has a second factor, and removes a lost one', async () => {
    const { id } = await call<{ id: string }>('accounts', { name: 'nils', role: 'user', password });
    const user = { username: 'nils', secret: password };
    const { totp_secret: secret } = await call<{ totp_secret: string }>(
      `accounts/${id}/mfa`,
      { secret: password },
      user,
    );
    await call(`accounts/${id}/mfa-activation`, { otp: totpCode(secret) }, user);
    const { page, close } = await world().open('/accounts?totp_active=true');
    await page.getByText('1 row', { exact: true }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'nils' }).click();
    await page.getByText('Codes of an app').waitFor();
    await page.getByRole('button', { name: 'Remove the second factor nils' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove the second factor' }).click();
    await page.getByText('Codes of an app').waitFor({ state: 'detached' });
    expect(await call('login', { login_method: 'secret', ...user })).toMatchObject({ user_id: id });
    await close();
  });

  it('leads an account that lacks a required factor to its enrolment', async () => {
    const { page, close } = await world().open('/', {
      prepare: (it) => changeAnswer(it, '/self', { permissions: ['self:manage'], factor_missing: true }),
    });
    await page.getByRole('heading', { name: 'Your account needs a second factor' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Set it up' }).click();
    await page.getByRole('button', { name: 'Set up an app' }).waitFor();
    await close();
  });

  it('tells the owner of blocked codes after the login', async () => {
    const { page, close } = await world().open('/', {
      isLoggedIn: false,
      prepare: (it) => changeAnswer(it, '/self/session', { codes_blocked_at: '2026-10-01T12:00:00Z' }),
    });
    await page.getByLabel('User name').fill(world().user.username);
    await page.getByLabel('Password').fill(world().user.secret);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('Somebody who knows your password tried ten wrong codes').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Understood' }).click();
    await page.getByText('Somebody who knows your password').waitFor({ state: 'detached' });
    await close([/401 \(Unauthorized\)/]);
  });
}

/** A code that no step of these minutes has. */
function wrongCode(secret: string): string {
  const right = [-2, -1, 0, 1, 2].map((offset) => totpCode(secret, offset));
  return ['000000', '000001', '000002', '000003', '000004', '000005'].find((it) => !right.includes(it))!;
}

/** Follows the steps of the dialog. @returns the secret and the recovery codes */
async function enrol(page: Page) {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Set up an app' }).click();
  await dialog.getByLabel('Password').fill('wrong');
  await dialog.getByRole('button', { name: 'Go on' }).click();
  await dialog.getByText('is not the current password').waitFor();
  await dialog.getByLabel('Password').fill(password);
  await dialog.getByRole('button', { name: 'Go on' }).click();
  const picture = dialog.getByRole('img', { name: 'QR code of the secret' });
  await picture.waitFor();
  await expectAccessible(page);
  // Three corners of a QR code, in one path.
  await eventually(async () => expect(await picture.locator('path').count()).toBe(1));
  await eventually(async () =>
    expect(await picture.locator('path').getAttribute('d')).toMatch(/^M4 4h1v1h-1zM5 4h1v1h-1z/),
  );
  const secret = (await dialog.locator('code').textContent())!;
  await dialog.getByLabel('Code that the app shows').fill(wrongCode(secret));
  await dialog.getByRole('button', { name: 'Activate' }).click();
  await dialog.getByText('is not the code of now').waitFor();
  await dialog.getByLabel('Code that the app shows').fill(totpCode(secret, -1));
  await dialog.getByRole('button', { name: 'Activate' }).click();
  await page.getByRole('heading', { name: 'Recovery codes' }).waitFor();
  const codes = await dialog.getByRole('listitem').allTextContents();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'I have stored them' }).click();
  return { secret, codes };
}

/** On the page. */
export async function logIn(page: Page, { username, secret }: World['user']): Promise<void> {
  await page.getByLabel('User name').fill(username);
  await page.getByLabel('Password').fill(secret);
  await page.getByRole('button', { name: 'Log in' }).click();
}
