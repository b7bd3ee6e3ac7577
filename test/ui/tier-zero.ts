import { expect, it } from '@jest/globals';
import { eventually, expectLoaded, pathOf, type World } from './world.js';

export function describeTierZero(world: () => World): void {
  it('lists members by kind, and says why they are members', async () => {
    const { page, close } = await world().open('/tags/1');
    await page.getByRole('heading', { level: 1, name: 'Admin Tier Zero' }).waitFor();
    await page
      .getByRole('navigation', { name: 'Kind' })
      .getByRole('link', { name: /^Domain \d/ })
      .click();
    await page.getByText('2 members', { exact: true }).waitFor();
    const domain = page.getByRole('link', { name: 'HALDEN.EXAMPLE', exact: true });
    await page.getByRole('row').filter({ has: domain }).getByRole('link').last().click();
    await page.getByRole('heading', { name: 'Why HALDEN.EXAMPLE is a member' }).waitFor();
    await expectLoaded(page);
    await eventually(() => expect(pathOf(page)).toMatch(/[?&]primary_kind=Domain&(.*&)?member=/));
    await page.goBack();
    await page.getByRole('heading', { name: 'Why HALDEN.EXAMPLE is a member' }).waitFor({ state: 'detached' });
    await close();
  });

  it('switches a rule off and on, and adds and removes an object', async () => {
    const { page, close } = await world().open('/tags/1');
    await page.getByLabel('Switch off DNS Admins').click();
    await page.getByLabel('Switch on DNS Admins').click();
    await page.getByLabel('Switch off DNS Admins').waitFor();
    await page.getByRole('combobox', { name: 'Add an object to the group' }).fill('alma.jansen');
    await page.locator('#add-found').getByRole('option').first().click();
    await page.getByText(/^Added ALMA\.JANSEN/i).waitFor();
    await page.getByRole('button', { name: /^Remove ALMA\.JANSEN/i }).click();
    await page.getByRole('button', { name: /^Remove ALMA\.JANSEN/i }).waitFor({ state: 'detached' });
    expect(await page.getByRole('button', { name: /^Remove ALMA/i }).count()).toBe(0);
    await close();
  });

  it('previews, adds, changes and removes a query', async () => {
    const { page, close } = await world().open('/tags/1');
    await page.getByRole('button', { name: 'Add a query' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Trusted domains');
    const editor = page.getByRole('textbox', { name: 'Query in Cypher' });
    await editor.fill('MATCH (d:Domain RETURN d');
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText(/^line 1, column 17: /).waitFor();
    await editor.fill("MATCH (d:Domain) WHERE d.name = 'HALDEN.EXAMPLE' RETURN d");
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.getByText(/^Would select \d+ objects\.$/).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Edit Trusted domains' }).click();
    await editor.fill('MATCH (d:Domain) RETURN d');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('MATCH (d:Domain) RETURN d', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Remove Trusted domains' }).click();
    await page.getByText('MATCH (d:Domain) RETURN d', { exact: true }).waitFor({ state: 'detached' });
    await close([/status of 400/]);
  });

  it('shows no switches to an account that may only read', async () => {
    const { page, close } = await world().open('/tags/1', {
      prepare: async (it) => {
        await it.route('**/api/v2/self', async (route) => {
          const response = await route.fetch();
          const { data } = await response.json();
          await route.fulfill({ response, json: { data: { ...data, permissions: ['graph:read'] } } });
        });
      },
    });
    await page.getByText('DNS Admins').first().waitFor();
    expect(await page.getByRole('checkbox').count()).toBe(0);
    await close();
  });
}
