import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import type { Locator, Page } from 'playwright-core';
import { until } from '../support/until.js';
import { changeAnswer, eventually, expectAccessibleInAllLooks, pathOf, reach, type World } from './world.js';

const DOMAIN = 'S-1-5-21-3856858773-231016774-2279787834';
const BJORN = `${DOMAIN}-1474`;

const boxes = (page: Page) => page.locator('svg.scene [data-box]');
const box = (page: Page, key: string) => page.locator(`svg.scene [data-box="${key}"]`);
const panel = (page: Page) => page.getByRole('complementary', { name: 'Chosen box' });

async function expand(page: Page, direction: 'in' | 'out', kind: string): Promise<void> {
  await panel(page)
    .getByRole('button', { name: new RegExp(`^${kind} [\\d,]+: expand ${direction}$`) })
    .click();
}

async function said(page: Page, text: string | RegExp): Promise<void> {
  await page.getByRole('status').filter({ hasText: text }).waitFor();
}

/** The number of objects in the address. */
const inAddress = (page: Page) => new URL(page.url()).searchParams.getAll('node').length;

interface Answer {
  readonly data: {
    readonly nodes: Readonly<Record<string, { readonly objectid: string }>>;
    readonly edges?: readonly { readonly target: string }[];
  };
}

/** Answers as if the graph were newer, and Bjorn had no edges in. */
async function answerNewer(page: Page): Promise<void> {
  await page.route(/\/(neighbourhood|counts)$/, async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as Answer;
    const headers = { ...response.headers(), 'graph-version': String(Number(response.headers()['graph-version']) + 1) };
    const edges = data.edges?.filter(({ target }) => data.nodes[target]?.objectid !== BJORN);
    await route.fulfill({ response, headers, json: { data: { ...data, edges } } });
  });
}

export function describeExplore(world: () => World): void {
  it('grows from an object by its numbers of edges, and undoes', async () => {
    const { page, close } = await world().open(`/explore?node=${BJORN}`);
    await expand(page, 'out', 'MemberOf');
    await said(page, /^Expanded 8 neighbours of BJORN\.BRUUN@HALDEN\.EXAMPLE by MemberOf$/);
    await eventually(async () => expect([await boxes(page).count(), inAddress(page)]).toEqual([9, 9]));
    // Tier zero is marked by a sign, not by colour alone.
    await expand(page, 'in', 'GenericAll');
    await said(page, /^Expanded 3 neighbours/);
    await eventually(async () => expect(await boxes(page).count()).toBe(12));
    await eventually(async () => expect(await page.locator('svg.scene .tier-zero-sign').count()).toBeGreaterThan(0));
    await page.keyboard.press('Control+z');
    await said(page, /^Undone: Expanded 3 neighbours/);
    await eventually(async () => expect([await boxes(page).count(), inAddress(page)]).toEqual([9, 9]));
    await page.getByRole('button', { name: 'Do again' }).click();
    await said(page, /^Done again: Expanded 3 neighbours/);
    await eventually(async () => expect(await boxes(page).count()).toBe(12));
    await page.reload();
    await until(async () => (await boxes(page).count()) === 12);
    await answerNewer(page);
    await expand(page, 'out', 'SyncedToEntraUser');
    await page.getByText(/^Since this picture was drawn, \d+ edges went\./).waitFor();
    await page.getByText('The graph has changed since this view was loaded.').waitFor();
    await eventually(async () =>
      expect([await boxes(page).count(), await page.locator('svg.scene .went').count()]).toEqual([13, 4]),
    );
    await expectAccessibleInAllLooks(page);
    await page.getByRole('button', { name: 'Reload' }).click();
    await until(async () => (await page.getByText(/^Since this picture was drawn/).count()) === 0);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByRole('button', { name: 'Fit' }).click();
    await until(async () => (await boxes(page).count()) === 13);
    expect(await page.getByText('The graph has changed').count()).toBe(0);
    await close();
  });

  it('is used by the keyboard alone, from the search to the file', async () => {
    const { page, close } = await world().open('/explore');
    const press = (key: string) => page.keyboard.press(key);
    const button = (name: string | RegExp) => page.getByRole('button', { name });
    const use = async (target: Locator) => {
      await reach(page, target);
      await press('Enter');
    };
    const write = async (field: string, text: string) => {
      await reach(page, page.locator('input').and(page.getByLabel(field, { exact: true })));
      await press('ControlOrMeta+a');
      await page.keyboard.type(text);
    };
    const find = async (text: string) => {
      await write('Find in picture', text);
      await press('Enter');
      await page.locator('[role="application"]:focus').waitFor();
    };
    await write('Object to begin with', 'bjorn.bruun');
    const chosen = page.getByRole('option', { name: /^User BJORN/, selected: true });
    await page.getByRole('option', { name: /^User BJORN/ }).waitFor();
    while ((await chosen.count()) === 0) await press('ArrowDown');
    await press('Enter');
    await until(async () => (await boxes(page).count()) === 1);
    await reach(page, page.getByRole('application'));
    await press('Enter');
    await panel(page).locator(':focus').waitFor();
    await use(button(/^MemberOf 8: expand out$/));
    await said(page, /^Expanded 8 neighbours of BJORN/);
    await use(button('Fold 8 leaves'));
    await said(page, 'Folded 8 boxes');
    await eventually(async () => expect(await boxes(page).count()).toBe(2));
    await press('Escape');
    await page.locator('[role="application"]:focus').waitFor();
    await press('Control+z');
    await said(page, 'Undone: Folded 8 boxes');
    await find('domain users');
    await press('Enter');
    await use(button(/^MemberOf [\d,]+: expand in$/));
    await find('more by memberof');
    const heading = panel(page).getByRole('heading', { level: 2 });
    await heading.getByText(/^[\d,]+ more by MemberOf$/).waitFor();
    const before = Number((await heading.innerText()).replaceAll(/\D/g, ''));
    await write('Name', 'alma.jansen');
    await use(button(/^Take out ALMA\.JANSEN/));
    await said(page, /^Took out 1 object$/);
    await heading.getByText(`${new Intl.NumberFormat('en').format(before - 1)} more by MemberOf`).waitFor();
    for (const name of ['BJORN.BRUUN', 'ALMA.JANSEN']) {
      await find(name);
      await press('Space');
      await said(page, `Marked ${name}@HALDEN.EXAMPLE`);
    }
    await use(button('Paths between the marked').first());
    await said(page, 'Added 2 objects');
    await find('more by');
    await press('Enter');
    await use(panel(page).getByRole('button', { name: 'Hide' }));
    await button('Show 1 hidden box').waitFor();
    await find('alma.jansen');
    await press('Enter');
    await use(button('Mark owned'));
    await page.getByRole('dialog', { name: 'Mark owned: ALMA.JANSEN@HALDEN.EXAMPLE' }).locator(':focus').waitFor();
    await press('Enter');
    await page.getByText('ALMA.JANSEN@HALDEN.EXAMPLE is in Owned.').waitFor();
    const owned = page.locator('svg.scene .owned-sign');
    await until(async () => (await owned.count()) === 2);
    await use(button(/^Undo: ALMA/));
    await page.getByText('Undone: ALMA.JANSEN@HALDEN.EXAMPLE is in Owned.').waitFor();
    await until(async () => (await owned.count()) === 1);
    await use(page.getByText('Keep', { exact: true }));
    await write('Name of the picture', 'By keys');
    await press('Enter');
    await said(page, 'Kept as By keys');
    const drawn = await boxes(page).count();
    await use(page.getByText('Boxes, edges and acts as lists'));
    await use(button(/^MemberOf → HELPDESK-EARLY-SHIFT\S+ from BJORN/));
    await panel(page).getByRole('heading', { name: '1 edge' }).and(page.locator(':focus')).waitFor();
    await use(panel(page).getByRole('link', { name: 'MemberOf' }));
    await page.getByRole('heading', { level: 1, name: 'Paths' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'By keys' }).waitFor();
    await until(async () => (await boxes(page).count()) === drawn);
    await use(page.getByText('Export', { exact: true }));
    const saved = page.waitForEvent('download');
    await use(page.getByRole('button', { name: 'CSV' }));
    expect(await readFile(await (await saved).path(), 'utf8')).toContain('HELPDESK-EARLY-SHIFT');
    await page.goto('/ui/explore');
    await use(button('Share By keys'));
    await page
      .getByRole('dialog')
      .getByRole('button', { name: 'Share', exact: true })
      .and(page.locator(':focus'))
      .waitFor();
    await press('Enter');
    await button('Share no more By keys').waitFor();
    const went = { change: 'went', source: `${DOMAIN}-1477`, kind: 'GenericAll', target: BJORN };
    const other = await world().reader.open('/explore', {
      prepare: (it) => changeAnswer(it, '/pictures/*', { changes: [went] }),
    });
    await reach(other.page, other.page.getByRole('link', { name: 'By keys' }));
    await other.page.keyboard.press('Enter');
    await other.page.getByText('Since this picture was drawn, 1 edge went.').waitFor();
    await eventually(async () => expect(await boxes(other.page).count()).toBe(drawn));
    expect(await other.page.getByRole('button', { name: /^(Mark owned|Add to tier zero)$/ }).count()).toBe(0);
    const gone = other.page.locator('svg.scene .went title');
    await eventually(async () =>
      expect(await gone.textContent()).toBe(
        'ALMA.JANSEN@HALDEN.EXAMPLE – GenericAll → BJORN.BRUUN@HALDEN.EXAMPLE, went',
      ),
    );
    await reach(other.page, other.page.getByRole('button', { name: 'Reload' }));
    await other.page.keyboard.press('Enter');
    await until(async () => (await gone.count()) === 0);
    await other.close();
    await use(button('Delete By keys'));
    await page.getByRole('dialog').locator(':focus').waitFor();
    await press('Enter');
    await page.getByText('No picture is kept yet.').waitFor();
    await close();
  });

  it('is used by the pointer, kept by its name with its acts, and shared', async () => {
    const { page, close } = await world().open(`/paths?start_node=${BJORN}`);
    const answer = page.getByRole('status').filter({ hasText: /^\d+ paths? over \d+ objects$/ });
    const objects = Number(/over (\d+)/.exec(await answer.innerText())?.[1]);
    await page.getByRole('main').getByRole('link', { name: 'Explore', exact: true }).click();
    await until(async () => (await boxes(page).count()) === objects);
    await expand(page, 'out', 'MemberOf');
    await said(page, /^Expanded \d neighbours? of BJORN\.BRUUN@HALDEN\.EXAMPLE by MemberOf$/);
    await panel(page).getByLabel('Note').fill('begin here');
    await page.keyboard.press('Enter');
    await said(page, 'Noted on BJORN.BRUUN@HALDEN.EXAMPLE');
    const all = await boxes(page).count();
    await box(page, BJORN).click({ modifiers: ['Shift'] });
    await said(page, 'Marked BJORN.BRUUN@HALDEN.EXAMPLE');
    await box(page, `${DOMAIN}-1104`).click({ modifiers: ['Shift'] });
    await page.getByRole('button', { name: 'Paths between the marked', exact: true }).click();
    await said(page, 'All shortest paths are shown already.');
    await page.getByRole('button', { name: 'Hide 2 marked boxes' }).click();
    await page.getByRole('button', { name: 'Show 2 hidden boxes' }).click();
    await box(page, BJORN).click();
    await page.getByRole('button', { name: /^Fold \d+ leaves$/ }).click();
    await said(page, /^Folded \d+ boxes$/);
    await eventually(async () => expect(await boxes(page).count()).toBeLessThan(all));
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await said(page, /^Undone: Folded/);
    await page.locator('svg.scene [data-line] .label').first().click();
    await panel(page)
      .getByText(/^\d+ edges?$/)
      .waitFor();
    await box(page, BJORN).click();
    await page.getByText('Export', { exact: true }).click();
    const file = page.waitForEvent('download');
    await page.getByRole('button', { name: 'SVG' }).click();
    expect(await readFile(await (await file).path(), 'utf8')).toContain('HELPDESK-EARLY-SHIFT');
    await page.getByText('Keep', { exact: true }).click();
    await page.getByLabel('Name of the picture').fill('Ways of Bjorn');
    await page.keyboard.press('Enter');
    await said(page, 'Kept as Ways of Bjorn');
    await eventually(() => expect(pathOf(page)).toMatch(/^\/ui\/explore\?picture=[0-9a-f-]{36}$/));
    const saved = page.waitForResponse((it) => it.request().method() === 'PATCH' && it.ok());
    await page.getByRole('button', { name: 'Pin', exact: true }).click();
    await saved;
    const drawn = await boxes(page).count();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Ways of Bjorn' }).waitFor();
    await until(async () => (await boxes(page).count()) === drawn);
    await eventually(async () =>
      expect(await page.locator(`svg.scene [data-box="${BJORN}"] title`).textContent()).toContain('begin here'),
    );
    const lines = page.locator('svg.scene [data-line] title');
    const byMembership = async () => (await lines.allTextContents()).filter((it) => it.includes('MemberOf')).length;
    await page.getByText('Kinds', { exact: true }).click();
    await page.getByRole('checkbox', { name: 'MemberOf' }).uncheck();
    await said(page, 'Hid edges of MemberOf');
    await until(async () => (await byMembership()) === 0);
    await eventually(async () => expect(await lines.count()).toBeGreaterThan(0));
    await expectAccessibleInAllLooks(page);
    const picture = pathOf(page).replace('/ui', '');
    await page.goto('/ui/explore');
    await page.getByRole('button', { name: 'Share Ways of Bjorn' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('button', { name: 'Share no more Ways of Bjorn' }).waitFor();
    const other = await world().reader.open(picture);
    await until(async () => (await boxes(other.page).count()) === drawn);
    await eventually(async () =>
      expect(await other.page.getByRole('heading', { level: 1 }).innerText()).toBe('Ways of Bjorn'),
    );
    await other.close();
    await page.getByRole('button', { name: 'Delete Ways of Bjorn' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('No picture is kept yet.').waitFor();
    await close();
  });

  it('zooms to less detail, keeps names in two lines, and begins without an object', async () => {
    const { page, close } = await world().open(`/explore?node=${BJORN}`);
    const names = page.locator('svg.scene .name');
    await until(async () => (await names.allTextContents()).join('|') === 'BJORN.BRUUN@|HALDEN.EXAMPLE');
    await page.getByRole('application').focus();
    for (let step = 0; step < 3; step++) await page.keyboard.press('-');
    expect(await names.count()).toBe(0);
    await page.keyboard.press('0');
    await eventually(async () => expect(await names.count()).toBe(2));
    await page.goto('/ui/explore');
    await page.getByRole('combobox', { name: 'Object to begin with' }).fill('bjorn.bruun');
    await page.getByRole('option', { name: /^User BJORN\.BRUUN/ }).click();
    await until(async () => (await boxes(page).count()) === 1);
    await eventually(() => expect(pathOf(page)).toBe(`/ui/explore?node=${BJORN}`));
    await close();
  });
}
