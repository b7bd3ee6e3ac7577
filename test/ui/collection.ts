import { expect, it } from '@jest/globals';
import { changeAnswer, eventually, expectAccessible, pathOf, type World } from './world.js';

export function describeCollection(world: () => World): void {
  it('keeps the filters of jobs in the address, and shows a job with its results and its log', async () => {
    const { page, close } = await world().open('/jobs?status=partially_complete', { width: 390, theme: 'dark' });
    await page.getByText('4 rows', { exact: true }).waitFor();
    const controller = page.getByRole('searchbox', { name: 'Domain controller' });
    await controller.fill('dc002');
    await controller.press('Enter');
    await page.getByText('Nothing matches these filters.').waitFor();
    await controller.fill('dc001');
    await controller.press('Enter');
    await page.getByLabel('Due before').fill('2200-01-01');
    await page.getByText('4 rows', { exact: true }).waitFor();
    await eventually(() =>
      expect(new URL(page.url()).searchParams.toString()).toBe(
        'status=partially_complete&domain_controller=%7Eeq%3Adc001&execution_time=lt%3A2200-01-01T00%3A00%3A00Z',
      ),
    );
    await page.reload();
    const link = page.getByRole('row').nth(1).getByRole('link');
    const id = await link.textContent();
    await link.click();
    await page.getByRole('heading', { level: 1, name: `Job ${id}` }).waitFor();
    await page.getByRole('heading', { name: 'HALDEN.EXAMPLE ✓' }).waitFor();
    await page.getByText('The log is empty.').waitFor();
    await expectAccessible(page);
    await page.goBack();
    await eventually(async () => expect(await controller.inputValue()).toBe('dc001'));
    await close();
  });

  it('creates a client, shows its token once, runs and cancels a job, and deletes the client', async () => {
    const { page, close } = await world().open('/clients');
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Create a client' }).click();
    await dialog.getByLabel('Name').fill('Headquarters');
    await dialog.getByRole('button', { name: 'Create a client' }).click();
    await dialog.getByText('taken').waitFor();
    await page.locator('input[aria-invalid="true"]:focus').waitFor();
    await dialog.getByLabel('Name').fill('Harbour');
    await dialog.getByRole('button', { name: 'Create a client' }).click();
    const key = await page.getByRole('dialog', { name: 'The new token' }).locator('code').nth(1).textContent();
    expect(key).toMatch(/^[A-Za-z0-9+/]{54}==$/);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.getByRole('link', { name: 'Harbour' }).click();
    await page.getByRole('heading', { level: 1, name: 'Harbour' }).waitFor();
    expect(await page.content()).not.toContain(key);
    expect(await page.evaluate('JSON.stringify([localStorage, sessionStorage])')).not.toContain(key);
    await page.getByRole('button', { name: 'Start a job' }).click();
    await expectAccessible(page);
    await dialog.getByLabel('Sessions').check();
    await dialog.getByRole('button', { name: 'Start a job' }).click();
    await page.getByText('Sessions, Structure of the directory').waitFor();
    await page.getByRole('button', { name: 'Cancel the job' }).click();
    await dialog.getByRole('button', { name: 'Cancel the job' }).click();
    await page.getByText('Cancelled', { exact: true }).waitFor();
    await page.getByRole('link', { name: 'Harbour' }).click();
    await page.getByRole('button', { name: 'Delete Harbour' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { level: 1, name: 'Clients' }).waitFor();
    await page.getByText('3 rows', { exact: true }).waitFor();
    await close([/409 \(Conflict\)/]);
  });

  it('creates a schedule by a form, changes its rule as a text, and deletes it', async () => {
    const { page, close } = await world().open('/clients', { width: 320 });
    await page.getByRole('link', { name: 'Headquarters' }).click();
    await page.getByRole('link', { name: 'Add a schedule' }).click();
    await page.getByLabel('Title').fill('Fridays');
    await page.getByLabel('Repeats').selectOption('weekly');
    await page.getByLabel('Friday').check();
    await page.getByLabel('Monday').uncheck();
    await page.getByLabel('First day').fill('2200-01-03');
    await page.getByRole('combobox', { name: 'Time zone' }).selectOption('UTC');
    const times = page.getByRole('region', { name: 'The next times' }).getByRole('listitem').locator('time');
    await page.locator('time[datetime="2200-01-31T02:00:00.000Z"]').waitFor();
    await eventually(async () =>
      expect(await times.evaluateAll((all) => all.map((it) => it.getAttribute('datetime')?.slice(0, 10)))).toEqual([
        '2200-01-03',
        '2200-01-10',
        '2200-01-17',
        '2200-01-24',
        '2200-01-31',
      ]),
    );
    await page.getByRole('button', { name: 'Add a schedule' }).click();
    await page.getByRole('heading', { level: 1, name: 'Fridays' }).waitFor();
    await page.getByText('Every week on Friday at 02:00, UTC').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Repeats').selectOption('raw');
    const rule = page.getByLabel('DTSTART and RRULE');
    await rule.fill('DTSTART:22000103T020000Z\nRRULE:FREQ=MINUTELY');
    await page.getByRole('region', { name: 'The next times' }).getByText('occurs 60 s apart').waitFor();
    await rule.fill('DTSTART:22000103T020000Z\nRRULE:FREQ=MONTHLY;BYMONTHDAY=3');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Every month on day 3 at 02:00, UTC').waitFor();
    await page.getByRole('button', { name: 'Delete the schedule' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the schedule' }).click();
    await page.getByRole('heading', { level: 1, name: 'Headquarters' }).waitFor();
    expect(await page.getByRole('link', { name: 'Every month on day 3' }).count()).toBe(0);
    await close([/400 \(Bad Request\)/]);
  });

  it('has no buttons for an account that may only read', async () => {
    const { page, close } = await world().open('/events/1', {
      prepare: (it) => changeAnswer(it, '/self', { permissions: ['self:manage', 'collection:read'] }),
    });
    await page.getByText('Every day at 02:30, Europe/Oslo').waitFor();
    await page.getByRole('region', { name: 'The next times' }).getByRole('listitem').nth(4).waitFor();
    expect(await page.locator('main').getByRole('button').count()).toBe(0);
    await close();
  });

  it('is part of the enterprise edition', async () => {
    const { page, close } = await world().open('/jobs', {
      prepare: (it) => changeAnswer(it, '/about', { edition: 'community', capabilities: [] }),
    });
    await page.getByRole('heading', { name: 'Part of the enterprise edition' }).waitFor();
    await expectAccessible(page);
    const navigation = page.getByRole('navigation', { name: 'Main' });
    expect(await navigation.getByRole('link', { name: 'Collection' }).count()).toBe(0);
    await eventually(() => expect(pathOf(page)).toBe('/ui/jobs'));
    await close();
  });
}
