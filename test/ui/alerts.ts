import { expect, it } from '@jest/globals';
import { expectAccessible, type World } from './world.js';

export function describeAlerts(world: () => World): void {
  it('creates channels and rules, tests, changes and deletes them', async () => {
    const { page, close } = await world().open('/alerts', { width: 390, theme: 'dark' });
    const dialog = page.getByRole('dialog');
    const confirm = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await page.getByText('Create a channel first: rules need one.').waitFor();

    await page.getByRole('button', { name: 'Create a channel' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('operations');
    await dialog.getByLabel('URL').fill('https://127.0.0.1/x');
    await confirm('Create a channel');
    await dialog.getByText('127.0.0.1 is an inner address; ALERT_NETWORKS can permit it').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('URL').fill('https://hooks.invalid/secret');
    await confirm('Create a channel');
    await dialog.getByText(/^whsec_/).waitFor();
    await confirm('I have stored it');
    await row('operations').getByText('Works').waitFor();

    await page.getByLabel('Type').selectOption('email');
    await page.getByRole('button', { name: 'Create a channel' }).click();
    await dialog.getByLabel('Name', { exact: true }).fill('mail');
    await dialog.getByLabel('Addresses').fill('ada@example.com\nbo@example.com');
    await confirm('Create a channel');
    await row('mail').waitFor();

    await page.getByLabel('Occasion').selectOption('exposure.above');
    // By keys alone.
    await page.getByRole('button', { name: 'Create a rule' }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Name', { exact: true }).fill('too exposed');
    await dialog.getByLabel('Percent of the accounts').fill('101');
    await dialog.getByLabel('operations').check();
    await dialog.getByLabel('When alerts are sent').selectOption('day');
    await dialog.getByLabel('Time zone').fill('Europe/Berlin');
    await confirm('Create a rule');
    await dialog.getByText('takes a number from 0 to 100').waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Percent of the accounts').fill('30');
    await confirm('Create a rule');
    const rule = page.getByRole('region', { name: 'too exposed' });
    await rule
      .getByText(
        'When more than 30 % of the accounts reach tier zero, tell operations each day at 07:00 (Europe/Berlin).',
      )
      .waitFor();
    await rule.getByText('No alert yet.').waitFor();

    await page.getByRole('button', { name: 'Change too exposed' }).click();
    await dialog.getByLabel('mail').check();
    await dialog.getByLabel('Enabled').uncheck();
    await confirm('Change');
    await rule.getByText(/tell operations and mail each day/).waitFor();
    await rule.getByText('It is disabled. No alert yet.').waitFor();

    await page.getByRole('button', { name: 'Test mail' }).click();
    await row('mail').getByText('A test is on its way.').waitFor();
    await page.getByRole('button', { name: 'Deliveries of mail' }).click();
    await dialog.getByText('test', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await expectAccessible(page);

    await page.getByRole('button', { name: 'Delete too exposed' }).click();
    await confirm('Delete');
    await rule.waitFor({ state: 'detached' });
    for (const name of ['operations', 'mail']) {
      await page.getByRole('button', { name: `Delete ${name}` }).click();
      await confirm('Delete');
      await row(name).waitFor({ state: 'detached' });
    }
    const body = await page.locator('body').evaluate((it) => it.scrollWidth);
    expect(body).toBeLessThanOrEqual(390);
    await close([/400 \(Bad Request\)/]);
  });
}
