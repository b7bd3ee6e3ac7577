import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { eventually, pathOf, type World } from './world.js';

const domain = 'S-1-5-21-3856858773-231016774-2279787834';
const bjorn = `/o/${domain}-1474`;

/** This project has no types of the DOM. */
interface Scrollable {
  scrollTo(left: number, top: number): void;
}

export function describeObject(world: () => World): void {
  it('shows what an object is, its lists with exact counts, and its properties', async () => {
    const { page, close } = await world().open(bjorn);
    await page.getByText('User, QF_Base, Base').waitFor();
    await page.getByText('Owned', { exact: true }).waitFor();
    const lists = page.getByRole('navigation', { name: 'Lists' });
    await eventually(async () =>
      expect((await lists.getByRole('listitem').allInnerTexts()).slice(0, 6)).toEqual([
        'Admin rights 653',
        'Controllables 2,027',
        'Controllers 57',
        'Memberships 22',
        'RDP rights 25',
        'Sessions 2',
      ]),
    );
    await page.getByText('4 empty lists').click();
    await lists.getByRole('link', { name: 'DCOM rights' }).click();
    await page
      .getByText(/^BJORN\.BRUUN@HALDEN\.EXAMPLE has no DCOM rights in the data that was last seen on /)
      .waitFor();
    await page.getByRole('region', { name: 'Properties' }).getByText('Assistant, Information Technology').waitFor();
    await close();
  });

  it('shows a list of any length as a table with few rows in the document', async () => {
    const { page, close } = await world().open(`${bjorn}?list=controllables`);
    const table = page.getByRole('table');
    await table.getByRole('row').nth(10).waitFor();
    await eventually(async () => expect(await table.getAttribute('aria-rowcount')).toBe('2028'));
    await table.evaluate((it: Scrollable) => it.scrollTo(0, 1e6));
    await table.locator('[data-row="2026"] a').waitFor();
    await eventually(async () => expect(await table.getByRole('row').count()).toBeLessThan(60));
    const last = await table.locator('[data-row="2026"] a').innerText();
    await table.getByRole('button', { name: 'Name' }).click();
    await table.locator('[data-row="0"] a', { hasText: last }).waitFor();
    await eventually(() => expect(pathOf(page)).toBe(`/ui${bjorn}?list=controllables&sort_by=-name`));
    await close();
  });

  it('moves between rows by j and k, and opens one', async () => {
    const { page, close } = await world().open(`${bjorn}?list=sessions`);
    await page.getByRole('table').locator('[data-row="1"] a').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'OSL-WS00001.HALDEN.EXAMPLE' }).waitFor();
    await close();
  });

  it('saves all rows as CSV', async () => {
    const { page, close } = await world().open(`${bjorn}?list=memberships`);
    await page.getByText('22 objects').waitFor();
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    const text = await readFile(await (await saved).path(), 'utf8');
    await eventually(async () => expect((await saved).suggestedFilename()).toBe('memberships.csv'));
    expect(text.trimEnd().split('\n')).toHaveLength(23);
    await close();
  });

  it('counts how far control reaches when it is asked', async () => {
    const { page, close } = await world().open(bjorn);
    await page.getByRole('button', { name: 'How far does control reach?' }).click();
    const sentence = await page.getByText(/^It reaches /).innerText();
    expect(sentence).toMatch(/^It reaches [\d,]+ objects, \d+ of them tier zero\. [\d,]+ objects control it\.$/);
    await close();
  });

  it('shows objects of the cloud and the calls that it makes', async () => {
    const { page, close } = await world().open('/?query=bjorn.bruun&type=AZUser');
    await page.getByRole('table').getByRole('link').click();
    await page.getByRole('link', { name: 'Inbound control' }).click();
    await page.getByRole('table', { name: /^Inbound control of / }).waitFor();
    await page.getByRole('button', { name: 'Show call' }).click();
    const calls = await page.getByRole('dialog', { name: 'Show call' }).locator('code').allInnerTexts();
    expect(calls).toContainEqual(
      expect.stringMatching(
        /^curl -s .* 'http:\/\/[\d.:]+\/api\/v2\/cloud\/users\?object_id=.*&related_entity_type=inbound-control/,
      ),
    );
    await close();
  });

  it('adds an object to the owned ones after a question, and takes it back', async () => {
    const { page, close } = await world().open('/?query=alma.jansen&type=User');
    await page.getByRole('table').getByRole('link').click();
    await page.getByRole('button', { name: 'Add to tier zero' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(/^\d+ other objects? above and below: \S+/).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Mark owned' }).click();
    await dialog.getByRole('button', { name: 'Mark owned' }).click();
    await page.getByText('Owned', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Undo: ALMA.JANSEN@HALDEN.EXAMPLE is in Owned.' }).click();
    await page.getByText('Undone: ALMA.JANSEN@HALDEN.EXAMPLE is in Owned.').waitFor();
    await page.getByRole('button', { name: 'Mark owned' }).waitFor();
    await close();
  });

  it('marks dangerous properties', async () => {
    const { page, close } = await world().open(`/o/${domain}-1475`, {
      prepare: (it) =>
        it.route('**/api/v2/users/*', async (route) => {
          const answer = await route.fetch();
          const { data } = (await answer.json()) as { data: { props: object } };
          const props = { ...data.props, enabled: true, hasspn: true };
          await route.fulfill({ response: answer, json: { data: { ...data, props } } });
        }),
    });
    await page.getByText('guess the password offline (Kerberoasting)').waitFor();
    await close();
  });
}
