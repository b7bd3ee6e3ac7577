import { expect, it } from '@jest/globals';
import {
  answerWith,
  changeAnswer,
  changeOwnSession,
  eventually,
  expectAccessible,
  expectLoaded,
  inParallel,
  type World,
} from './world.js';

/** The browser itself reports answers that are errors. */
const refused = (status: number) => [new RegExp(`status of ${status} `)];

const fault = (message: string) => ({ errors: [{ code: 'x', context: 'query.query', message }] });

export function describeFrame(world: () => World): void {
  it('logs in over the address that was asked for, and out again', async () => {
    const { page, close } = await world().open('/?query=bjorn', { isLoggedIn: false });
    await expectAccessible(page);
    await page.getByLabel('User name').fill('demo');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('User name or password is wrong.').waitFor();
    await page.getByLabel('Password').fill(world().user.secret);
    await page.getByRole('button', { name: 'Log in' }).click();
    await page.getByRole('heading', { name: 'Objects called “bjorn”' }).waitFor();
    await eventually(async () => expect(await page.evaluate('document.cookie')).toBe(''));
    await page.getByText('demo', { exact: true }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    await close(refused(401));
  });

  it('offers the identity providers, and says by which reference a failed login is found', async () => {
    const { page, close } = await world().open('/paths?login=failed&reference=r-17', {
      isLoggedIn: false,
      prepare: (it) =>
        changeAnswer(it, '/about', {
          identity_providers: [
            { slug: 'corp', name: 'Corp <b>ADFS</b>', type: 'SAML' },
            { slug: 'keycloak', name: 'Keycloak', type: 'OIDC' },
          ],
        }),
    });
    await page.getByText('by the reference r-17.').waitFor();
    const links = page.getByRole('list', { name: 'Other ways to log in' }).getByRole('link');
    await links.first().waitFor();
    await eventually(async () =>
      expect(await links.allTextContents()).toEqual(['Log in with Corp <b>ADFS</b>', 'Log in with Keycloak']),
    );
    await eventually(async () =>
      expect(await links.first().getAttribute('href')).toBe('/api/v2/sso/corp/login?return_to=%2Fui%2Fpaths'),
    );
    await expectAccessible(page);
    await page.goto('/ui/?login=confirm&provider=keycloak');
    await page.getByText('Your identity provider asks to log you in here.').waitFor();
    await links.first().waitFor();
    await eventually(async () => expect(await links.allTextContents()).toEqual(['Log in with Keycloak']));
    await close(refused(401));
  });

  it('asks for the login again when the session ends, and returns to the view', async () => {
    const { page, close } = await world().open('/?query=bjorn');
    await page.getByText('38 objects').waitFor();
    await page.context().clearCookies();
    await page.getByLabel('Tier zero').selectOption('true');
    const dialog = page.getByRole('dialog', { name: 'Log in' });
    await dialog.getByText('Log in again to go on where you were.').waitFor();
    await dialog.getByLabel('Password').fill(world().user.secret);
    await dialog.getByRole('button', { name: 'Log in' }).click();
    await page.getByText('2 objects').waitFor();
    await close(refused(401));
  });

  it('has a navigation of what the account may open', async () => {
    const { page, close } = await world().open('/', {
      prepare: (it) =>
        it.route('**/api/v2/self', async (route) => {
          const answer = await route.fetch();
          const { data } = (await answer.json()) as { data: object };
          await route.fulfill({ response: answer, json: { data: { ...data, permissions: ['self:manage'] } } });
        }),
    });
    await page.getByText('This screen needs the permission graph:read.').waitFor();
    expect(await page.getByRole('navigation', { name: 'Main' }).getByRole('link').count()).toBe(0);
    await close();
  });

  it('explains an error with the id of its request', async () => {
    const { page, close } = await world().open('/?query=bjorn', {
      prepare: (it) =>
        answerWith(it, '/search?**', { status: 500, body: fault('it failed'), headers: { 'X-Request-Id': 'r-1' } }),
    });
    await page.getByText('The call failed (500)').waitFor();
    await page.getByText('it failed').waitFor();
    await page.getByText('r-1', { exact: true }).waitFor();
    await expectAccessible(page);
    await page.unroute('**/api/v2/search?**');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('38 objects').waitFor();
    await close(refused(500));
  });

  it('waits and asks again after 429 and 503', () =>
    inParallel([429, 503], async (status) => {
      let asked = 0;
      const { page, close } = await world().open('/?query=bjorn', {
        prepare: (it) =>
          it.route('**/api/v2/search?**', (route) => {
            asked += 1;
            if (asked > 1) return route.continue();
            return route.fulfill({ status, headers: { 'Retry-After': '1' }, json: fault('later') });
          }),
      });
      await page.getByText('The service is busy. It is asked again in 1 s.').waitFor();
      await page.getByText('38 objects').waitFor();
      expect(asked).toBe(2);
      await close(refused(status));
    }));

  it('names the missing permission of a call', async () => {
    const { page, close } = await world().open('/?query=bjorn', {
      prepare: (it) => answerWith(it, '/search?**', { status: 403, body: fault('needs graph:read') }),
    });
    await page.getByText('Not permitted').waitFor();
    await page.getByText('Your role is administrator.').waitFor();
    await close(refused(403));
  });

  it('offers to load the view again when the graph has changed', async () => {
    let version = 1000;
    const { page, close } = await world().open('/?query=bjorn', {
      prepare: (it) =>
        it.route('**/api/v2/search?**', async (route) => {
          version += 1;
          const answer = await route.fetch();
          await route.fulfill({ response: answer, headers: { ...answer.headers(), 'graph-version': `${version}` } });
        }),
    });
    await page.getByText('38 objects').waitFor();
    await page.getByLabel('Environment').selectOption({ label: 'HALDEN' });
    await page.getByText('The graph has changed since this view was loaded.').waitFor();
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByText('The graph has changed').waitFor({ state: 'detached' });
    await close();
  });

  it('shows once above the view what its answers must be read with', async () => {
    const note = 'tier zero has no members: no analysis has run';
    const { page, close } = await world().open('/exposure?end_tag=tier_zero', {
      prepare: (it) =>
        it.route('**/api/v2/graphs/exposure?**', async (route) => {
          const answer = await route.fetch();
          await route.fulfill({
            response: answer,
            headers: { ...answer.headers(), 'graph-notes': JSON.stringify([note]) },
          });
        }),
    });
    await page.getByText('Tier zero has no members: no analysis has run.').waitFor();
    await eventually(async () => expect(await page.getByText(/no analysis has run/).count()).toBe(1));
    await expectAccessible(page);
    await page.goto('/ui/?query=bjorn');
    await page.getByText('38 objects').waitFor();
    expect(await page.getByText(/no analysis has run/).count()).toBe(0);
    await close();
  });

  it('has a red dot while calls fail, and asks again by itself', async () => {
    let isAway = false;
    const { page, close } = await world().open('/?query=bjorn', {
      prepare: (it) =>
        it.route('**/api/v2/**', (route) =>
          isAway ? route.fulfill({ status: 500, json: fault('it failed') }) : route.continue(),
        ),
    });
    await page.getByText('38 objects').waitFor();
    isAway = true;
    await page.getByRole('link', { name: 'Query', exact: true }).click();
    const dot = page.getByRole('link', { name: 'The last calls failed.' });
    await dot.waitFor();
    await eventually(async () => expect(await dot.getAttribute('class')).toBe('dot away'));
    await page.getByText('it failed').first().waitFor();
    isAway = false;
    await dot.waitFor({ state: 'detached' });
    await page.getByText('it failed').first().waitFor({ state: 'detached' });
    await close(refused(500));
  });

  it('offers to reload if its files are from another version', async () => {
    const { page, close } = await world().open('/', {
      prepare: (it) => it.route('**/assets/find-*', (route) => route.fulfill({ status: 404 })),
    });
    await page.getByText('The page is older than the service.').waitFor();
    await close(refused(404));
  });

  it('keeps the chosen theme, and lists its keys', async () => {
    const { page, close } = await world().open('/');
    await page.getByText('demo', { exact: true }).click();
    await page.getByLabel('Theme').selectOption('dark');
    await page.reload();
    await page.getByRole('heading', { name: 'Find', exact: true }).waitFor();
    await eventually(async () =>
      expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('dark'),
    );
    await page.keyboard.press('?');
    const sheet = page.getByRole('dialog', { name: 'Keys' });
    await sheet.getByText('g f').waitFor();
    await sheet.getByLabel('Single keys').uncheck();
    await sheet.getByRole('button', { name: 'Close' }).click();
    await page.keyboard.press('?');
    await eventually(async () => expect(await sheet.isVisible()).toBe(false));
    await close();
  });

  it('opens screens and objects and runs commands by Ctrl+K', async () => {
    const { page, close } = await world().open('/');
    await expectLoaded(page);
    const palette = page.getByRole('dialog', { name: 'Commands' });
    const open = async () => {
      await palette.waitFor({ state: 'detached' });
      await page.keyboard.press('ControlOrMeta+k');
      await palette.locator(':focus').waitFor();
    };
    const run = async (text: string, option: string | RegExp) => {
      await open();
      await page.keyboard.type(text);
      await palette.getByRole('option', { name: option }).waitFor();
    };
    await run('bjorn.bruun', /BJORN\.BRUUN@HALDEN\.EXAMPLE User/);
    await expectAccessible(page);
    await palette.getByRole('option', { name: /BJORN\.BRUUN@HALDEN\.EXAMPLE User/ }).click();
    await page.getByRole('heading', { level: 1, name: 'BJORN.BRUUN@HALDEN.EXAMPLE' }).waitFor();
    await run('paths from', /^Paths from here/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Paths' }).waitFor();
    await run('dark', 'Theme: Dark');
    await page.keyboard.press('Enter');
    await eventually(async () =>
      expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe('dark'),
    );
    await run('', /BJORN\.BRUUN@HALDEN\.EXAMPLE User/);
    await page.keyboard.press('Escape');
    await run('tier zero: po', 'Tier zero: Posture');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Posture' }).waitFor();
    await open();
    await page.keyboard.type('no such thing');
    await palette.getByText('Nothing has this name.').waitFor();
    await close();
  });

  it('warns before a session ends that nobody uses, and stays logged in by a click', async () => {
    let isIdle = true;
    const { page, close } = await world().open('/?query=bjorn', {
      prepare: (it) =>
        changeOwnSession(it, () =>
          isIdle ? { idle_until: { time: new Date(Date.now() + 60_000).toISOString(), valid: true } } : {},
        ),
    });
    await page.getByText(/^Your session ends at \d\d:\d\d if you do not use it\./).waitFor();
    isIdle = false;
    await page.getByRole('button', { name: 'Stay logged in' }).click();
    await page.getByText(/^Your session ends/).waitFor({ state: 'detached' });
    await close();
  });

  it('warns before the session ends, and goes on after a new login', async () => {
    const { page, close } = await world().open('/?query=bjorn', {
      prepare: (it) => changeOwnSession(it, () => ({ expires_at: new Date(Date.now() + 60_000).toISOString() })),
    });
    await page.getByText(/^Your session ends at \d\d:\d\d\./).waitFor();
    await expectAccessible(page);
    await page.unroute('**/api/v2/self/sessions?*');
    await page.getByRole('button', { name: 'Log in again' }).click();
    const dialog = page.getByRole('dialog', { name: 'Log in' });
    await dialog.getByLabel('Password').fill(world().user.secret);
    await dialog.getByRole('button', { name: 'Log in' }).click();
    await page.getByText(/^Your session ends/).waitFor({ state: 'detached' });
    await page.getByText('38 objects').waitFor();
    await close();
  });
}
