import { expect, it } from '@jest/globals';
import { expectAccessible, type World } from './world.js';

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
    expect(await page.evaluate('document.cookie')).toBe('');
    await page.getByText('demo', { exact: true }).click();
    await page.getByRole('button', { name: 'Log out' }).click();
    await page.getByRole('button', { name: 'Log in' }).waitFor();
    // The browser itself reports answers that are errors.
    await close([/401 \(Unauthorized\)/]);
  });
}
