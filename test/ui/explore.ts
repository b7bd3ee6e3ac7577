import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { until } from '../support/until.js';
import { expectAccessibleInAllLooks, follow, pathOf, type World } from './world.js';

const DOMAIN = 'S-1-5-21-3856858773-231016774-2279787834';
const BJORN = `${DOMAIN}-1474`;

const boxes = (page: Page) => page.locator('svg.scene [data-box]');
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

export function describeExplore(world: () => World): void {
  it('grows from an object by its numbers of edges, and undoes', async () => {
    const { page, close } = await world().open(`/explore?node=${BJORN}`);
    await expand(page, 'out', 'MemberOf');
    await said(page, /^Expanded 8 neighbours of BJORN\.BRUUN@HALDEN\.EXAMPLE by MemberOf$/);
    expect([await boxes(page).count(), inAddress(page)]).toEqual([9, 9]);
    // Tier zero is marked by a sign, not by colour alone.
    await expand(page, 'in', 'GenericAll');
    await said(page, /^Expanded 3 neighbours/);
    expect(await boxes(page).count()).toBe(12);
    expect(await page.locator('svg.scene .tier-zero-sign').count()).toBeGreaterThan(0);
    await page.keyboard.press('Control+z');
    await said(page, /^Undone: Expanded 3 neighbours/);
    expect([await boxes(page).count(), inAddress(page)]).toEqual([9, 9]);
    await page.getByRole('button', { name: 'Do again' }).click();
    await said(page, /^Done again: Expanded 3 neighbours/);
    expect(await boxes(page).count()).toBe(12);
    await page.reload();
    await until(async () => (await boxes(page).count()) === 12);
    await expectAccessibleInAllLooks(page);
    await close();
  });

  it('shows many neighbours as one box, from which objects are taken out', async () => {
    const { page, close } = await world().open(`/explore?node=${DOMAIN}-513`);
    await expand(page, 'in', 'MemberOf');
    const more = page.locator('svg.scene .several');
    await more.waitFor();
    expect(await boxes(page).count()).toBe(2);
    await more.click();
    const heading = panel(page).getByRole('heading', { level: 2 });
    await heading.getByText(/^[\d,]+ more by MemberOf$/).waitFor();
    const before = Number((await heading.innerText()).replaceAll(/\D/g, ''));
    await panel(page).getByLabel('Name').fill('alma');
    await panel(page)
      .getByRole('button', { name: /^Take out ALMA/ })
      .first()
      .click();
    await said(page, /^Took out 1 object$/);
    await heading.getByText(`${new Intl.NumberFormat('en').format(before - 1)} more by MemberOf`).waitFor();
    expect(await boxes(page).count()).toBe(3);
    await close();
  });

  it('is used by the keyboard alone: walk, mark, find paths between the marked, fold, hide, and leave', async () => {
    const { page, close } = await world().open(`/explore?node=${BJORN}`);
    const picture = page.getByRole('application');
    await picture.focus();
    await page.keyboard.press('Space');
    await said(page, 'Marked BJORN.BRUUN@HALDEN.EXAMPLE');
    await page.keyboard.press('Enter');
    await panel(page).locator(':focus').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('[role="application"]:focus').waitFor();
    await follow(page, `/explore?node=${BJORN}&node=${DOMAIN}-512`);
    await page.reload();
    await until(async () => (await boxes(page).count()) === 2);
    await picture.focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Home');
    await page.keyboard.press('Space');
    const marked = page.getByRole('button', { name: 'Hide 2 marked boxes' });
    if ((await marked.count()) === 0) {
      await page.keyboard.press('End');
      await page.keyboard.press('Space');
    }
    await marked.waitFor();
    await page.getByRole('button', { name: 'Paths between the marked, swapped' }).focus();
    await page.keyboard.press('Enter');
    await said(page, /^(Added \d+ objects?|All shortest paths are shown already\.)$/);
    await marked.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Show 2 hidden boxes' }).waitFor();
    await page.keyboard.press('Control+z');
    await marked.waitFor();
    await close();
  });

  it('keeps a picture of paths by its name, saves its acts, and shares it', async () => {
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
    await page.getByText('Keep', { exact: true }).click();
    await page.getByLabel('Name of the picture').fill('Ways of Bjorn');
    await page.keyboard.press('Enter');
    await said(page, 'Kept as Ways of Bjorn');
    expect(pathOf(page)).toMatch(/^\/ui\/explore\?picture=[0-9a-f-]{36}$/);
    const saved = page.waitForResponse((it) => it.request().method() === 'PATCH' && it.ok());
    await page.getByRole('button', { name: 'Pin', exact: true }).click();
    await saved;
    const drawn = await boxes(page).count();
    await page.reload();
    await page.getByRole('heading', { level: 1, name: 'Ways of Bjorn' }).waitFor();
    await until(async () => (await boxes(page).count()) === drawn);
    expect(await page.locator(`svg.scene [data-box="${BJORN}"] title`).textContent()).toContain('begin here');
    const lines = page.locator('svg.scene [data-line] title');
    const byMembership = async () => (await lines.allTextContents()).filter((it) => it.includes('MemberOf')).length;
    expect(await byMembership()).toBeGreaterThan(0);
    await page.getByText('Kinds', { exact: true }).click();
    await page.getByRole('checkbox', { name: 'MemberOf' }).uncheck();
    await said(page, 'Hid edges of MemberOf');
    await until(async () => (await byMembership()) === 0);
    expect(await lines.count()).toBeGreaterThan(0);
    await expectAccessibleInAllLooks(page);
    const picture = pathOf(page).replace('/ui', '');
    await page.goto('/ui/explore');
    await page.getByRole('button', { name: 'Share Ways of Bjorn' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('button', { name: 'Share no more Ways of Bjorn' }).waitFor();
    const other = await world().reader.open(picture);
    await until(async () => (await boxes(other.page).count()) === drawn);
    expect(await other.page.getByRole('heading', { level: 1 }).innerText()).toBe('Ways of Bjorn');
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
    expect(await names.count()).toBe(2);
    await page.goto('/ui/explore');
    await page.getByRole('combobox', { name: 'Object to begin with' }).fill('bjorn.bruun');
    await page.getByRole('option', { name: /^User BJORN\.BRUUN/ }).click();
    await until(async () => (await boxes(page).count()) === 1);
    expect(pathOf(page)).toBe(`/ui/explore?node=${BJORN}`);
    await close();
  });
}
