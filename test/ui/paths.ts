import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { until } from '../support/until.js';
import { eventually, expectAccessible, expectLoaded, snapshotOf, type World } from './world.js';

const BJORN = 'S-1-5-21-3856858773-231016774-2279787834-1474';
const DOMAIN = 'S-1-5-21-3856858773-231016774-2279787834';

const bjorn = `/paths?start_node=${BJORN}`;
const users = '/paths?start_kind=User&max_nodes=10000';

/** Presses keys until an element with this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  for (let presses = 0; presses < 200; presses += 1) {
    await page.keyboard.press('Tab');
    const focused = page.locator(':focus');
    const text = (await focused.count()) === 0 ? '' : await focused.evaluate((it) => it.textContent ?? '');
    if (text === name) return;
  }
  throw new Error(`Tab does not reach ${name}`);
}

async function save(page: Page, form: string): Promise<{ readonly name: string; readonly text: string }> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: form, exact: true }).click();
  const file = await download;
  const path = await file.path();
  return { name: file.suggestedFilename(), text: await readFile(path, 'latin1') };
}

export function describePaths(world: () => World): void {
  it('goes from a search to an exported path by keyboard alone', async () => {
    const { page, close } = await world().open('/');
    await expectLoaded(page);
    await page.keyboard.press('/');
    await page.keyboard.type('bjorn.bruun');
    await page.getByRole('option', { name: 'User BJORN.BRUUN@HALDEN.EXAMPLE', exact: false }).first().waitFor();
    const chosen = page.locator('[role="option"][aria-selected="true"]');
    await page.getByText('3 found').waitFor();
    do await page.keyboard.press('ArrowDown');
    while ((await chosen.locator('svg').getAttribute('aria-label')) !== 'User');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'BJORN.BRUUN@HALDEN.EXAMPLE' }).waitFor();
    await eventually(() => expect(new URL(page.url()).pathname).toBe(`/ui/o/${BJORN}`));
    await expectLoaded(page);
    await page.keyboard.press('p');
    await page.getByRole('heading', { level: 2, name: 'Steps' }).waitFor();
    await expectLoaded(page);
    await eventually(async () =>
      expect(await snapshotOf(page.getByRole('region', { name: 'Steps' }))).toEqual([
        '- region "Steps":',
        '  - heading "Steps" [level=2]',
        '  - list:',
        '    - listitem:',
        '      - img "User"',
        '      - link "BJORN.BRUUN@HALDEN.EXAMPLE":',
        '      - text: Owned',
        '    - listitem:',
        '      - text: is a member of',
        '      - link "Explain MemberOf":',
        '      - img "Group"',
        '      - link "HELPDESK-EARLY-SHIFT@HALDEN.EXAMPLE":',
        '      - link "Exclude HELPDESK-EARLY-SHIFT@HALDEN.EXAMPLE":',
        '        - text: Exclude',
        '    - listitem:',
        '      - text: is a member of',
        '      - link "Explain MemberOf":',
        '      - img "Group"',
        '      - link "HELPDESK-FIRST-LINE@HALDEN.EXAMPLE":',
        '      - link "Exclude HELPDESK-FIRST-LINE@HALDEN.EXAMPLE":',
        '        - text: Exclude',
        '    - listitem:',
        '      - text: can request a certificate for each account of',
        '      - link "Explain ADCSESC1":',
        '      - img "Domain"',
        '      - link "HALDEN.EXAMPLE":',
        '      - text: Tier zero',
      ]),
    );
    await tabTo(page, 'Explain ADCSESC1');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 2, name: 'Explain edge' }).waitFor();
    await expectLoaded(page);
    await eventually(async () => expect(await page.locator(':focus').textContent()).toBe('Explain edge'));
    await eventually(async () =>
      expect(await page.getByRole('complementary').textContent()).toContain('HELPDESK-FIRST-LINE@HALDEN.EXAMPLE'),
    );
    await page.keyboard.press('e');
    await eventually(async () => expect(await page.locator(':focus').getAttribute('type')).toBe('checkbox'));
    await page.keyboard.press('Tab');
    const download = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    await eventually(async () =>
      expect((await download).suggestedFilename()).toBe('paths-BJORN-BRUUN-HALDEN-EXAMPLE.svg'),
    );
    await close();
  });

  it('draws the paths of all users in 60 boxes', async () => {
    const { page, close } = await world().open(users);
    await page.getByText('2,114 paths over 2,075 objects').waitFor();
    // The picture is drawn after the number of paths is shown.
    await page.getByText('2,075 objects in 60 boxes.').waitFor();
    await page.locator('svg.picture .frame').first().waitFor();
    await eventually(async () => expect(await page.locator('svg.picture .frame').count()).toBe(60));
    await eventually(async () => expect(await page.getByText('2,075 objects in 60 boxes.').count()).toBe(1));
    await close();
  });

  it('restores each view by Back and Reload', async () => {
    const { page, close } = await world().open(users);
    await page.getByText('Path 1 of 2,114').waitFor();
    await page.keyboard.press(']');
    await page.getByText('Path 2 of 2,114').waitFor();
    await page
      .getByRole('link', { name: /^Explain/ })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Explain edge' }).waitFor();
    await eventually(() => expect(new URL(page.url()).searchParams.get('path')).toBe('2'));
    await page.goBack();
    await page.getByRole('heading', { name: 'Explain edge' }).waitFor({ state: 'detached' });
    await page.getByText('Path 2 of 2,114').waitFor();
    await page.reload();
    await page.getByText('Path 2 of 2,114').waitFor();
    await page.keyboard.press('[');
    await page.getByText('Path 1 of 2,114').waitFor();
    await close();
  });

  it('selects a box by its link, lists its edges, and opens an object by the second one', async () => {
    const { page, close } = await world().open(users);
    await page.getByRole('link', { name: /^1,879 × User with the same edges/ }).click();
    await page.getByRole('heading', { name: 'Edges of 1,879 selected objects' }).waitFor();
    await eventually(async () =>
      expect(await page.locator('svg.picture .box.selected .name').textContent()).toBe('1,879 × User'),
    );
    await page.getByRole('link', { name: 'Show all edges' }).click();
    await page.getByRole('heading', { name: 'All edges' }).waitFor();
    const domain = page.getByRole('link', { name: 'HALDEN.EXAMPLE, Domain, tier zero' });
    await domain.click();
    await page.getByRole('heading', { name: 'Edges of 1 selected object' }).waitFor();
    await domain.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'HALDEN.EXAMPLE' }).waitFor();
    await eventually(() => expect(new URL(page.url()).pathname).toBe(`/ui/o/${DOMAIN}`));
    await close();
  });

  it('exports each form, with and without names', async () => {
    const { page, close } = await world().open(bjorn);
    await page.getByText('1 path over 4 objects').waitFor();
    await page.locator('summary', { hasText: 'Export' }).click();
    const forms = ['SVG', 'PNG', 'CSV', 'JSON', 'Markdown'];
    const named: { readonly name: string; readonly text: string }[] = [];
    for (const form of forms) named.push(await save(page, form));
    expect(named.map(({ name }) => name)).toEqual(
      ['svg', 'png', 'csv', 'json', 'md'].map((ending) => `paths-BJORN-BRUUN-HALDEN-EXAMPLE.${ending}`),
    );
    expect(named.map(({ text }) => text.includes('BJORN'))).toEqual([true, false, true, true, true]);
    expect(named[1]?.text.slice(1, 4)).toBe('PNG');
    expect(named[0]?.text).toMatch(/^<svg [^>]*xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    await page.getByLabel('Hide names').check();
    for (const form of forms) {
      const { name, text } = await save(page, form);
      expect([name.startsWith('paths.'), /BJORN|HALDEN|HELPDESK|S-1-5|3856858773/i.test(text)]).toEqual([true, false]);
    }
    await close();
  });

  it('changes the question by the form', async () => {
    const { page, close } = await world().open(bjorn);
    await page.getByText('1 path over 4 objects').waitFor();
    await page.getByText('Edges: 174 of 174 kinds').click();
    await page.getByLabel('Escalation by certificates').uncheck();
    await page.getByRole('button', { name: 'Apply' }).click();
    await page.getByText(/^Edges: 1\d\d of 174 kinds$/).waitFor();
    await eventually(() =>
      expect(new URL(page.url()).searchParams.get('relationship_kinds')).toMatch(/^nin:ADCSESC1,/),
    );
    await expectLoaded(page);
    await page.getByRole('button', { name: 'Swap' }).click();
    await page.getByLabel('From: Members of a group').waitFor();
    await eventually(() => expect(new URL(page.url()).searchParams.get('end_node')).toBe(BJORN));
    await page.getByRole('button', { name: 'Remove BJORN.BRUUN@HALDEN.EXAMPLE' }).click();
    await close([/404 \(Not Found\)/]);
  });

  it('asks without a node or an edge, and says what that changes', async () => {
    const { page, close } = await world().open(bjorn);
    const before = 'Without the exclusion: 1 path over 4 objects, the shortest in 3 steps. With it: ';
    await page.getByRole('link', { name: 'Exclude HELPDESK-FIRST-LINE@HALDEN.EXAMPLE' }).click();
    await page.getByText(`${before}1 path over 5 objects, the shortest in 4 steps.`).waitFor();
    await eventually(() => expect(new URL(page.url()).searchParams.get('exclude_node')).toBe(`${DOMAIN}-1107`));
    await page.getByRole('link', { name: 'Remove Group HELPDESK-FIRST-LINE@HALDEN.EXAMPLE' }).click();
    await page.getByRole('link', { name: 'Explain ADCSESC1' }).click();
    await page.getByRole('link', { name: 'Without this edge' }).click();
    await page.getByText(`${before}1 path over 5 objects, the shortest in 4 steps.`).waitFor();
    const edge = `${DOMAIN}-1107,ADCSESC1,${DOMAIN}`;
    await eventually(() => expect(new URL(page.url()).searchParams.getAll('exclude_edge')).toEqual([edge]));
    await page.getByRole('link', { name: 'What it changes for all accounts' }).click();
    await page.getByText('Without the exclusion: 3,272. It takes away 0.').waitFor();
    await eventually(() => expect(new URL(page.url()).searchParams.getAll('exclude_edge')).toEqual([edge]));
    await close();
  });

  it('asks for a number of paths from one node to another, and for longer ones', async () => {
    const { page, close } = await world().open(`${bjorn}&end_node=${DOMAIN}`);
    await page.getByText('1 path over 4 objects').waitFor();
    await page.getByLabel('Also one step longer').check();
    await page.getByText('2 paths over 7 objects').waitFor();
    await page.getByLabel('Number of paths').selectOption('5');
    await page.getByText('5 paths over 12 objects').waitFor();
    await page.getByText('Path 1 of 5').waitFor();
    await eventually(() => expect(new URL(page.url()).search).toMatch(/&paths=5$/));
    await close();
  });

  it('says what was left out if there is no path, and asks with all kinds', async () => {
    const { page, close } = await world().open(
      `/paths?start_node=${DOMAIN}&end_node=${BJORN}&relationship_kinds=in:Owns`,
    );
    await page.getByRole('heading', { name: 'No path' }).waitFor();
    await expectAccessible(page);
    await page.getByText(/\d+ kinds of edges were left out\./).waitFor();
    await page.getByRole('link', { name: 'Ask with all kinds' }).click();
    await expectLoaded(page);
    await eventually(() => expect(new URL(page.url()).searchParams.get('only_traversable')).toBe('false'));
    await close([/404 \(Not Found\)/]);
  });

  it('says that an answer is cut, and asks for more', async () => {
    const { page, close } = await world().open('/paths?start_kind=User');
    await page.getByText(/^The answer is cut: it has [\d,]+ objects/).waitFor();
    await page.getByRole('link', { name: 'Ask for 10,000' }).click();
    await page.getByText('2,114 paths over 2,075 objects').waitFor();
    await eventually(() => expect(new URL(page.url()).searchParams.get('max_nodes')).toBe('10000'));
    await close();
  });

  it('shows the error of the service with its request', async () => {
    const { page, close } = await world().open('/paths?start_node=S-9');
    await page.getByText('Not found').waitFor();
    await expectAccessible(page);
    await eventually(async () => expect(await page.getByRole('alert').textContent()).toContain('S-9'));
    await close([/404 \(Not Found\)/]);
  });

  it('ends a search that takes long, and repeats it', async () => {
    const held: Route[] = [];
    const { page, close } = await world().open(bjorn, {
      prepare: async (it) => {
        await it.clock.install();
        await it.route('**/graphs/shortest-path*', (route) => void held.push(route));
      },
    });
    await until(() => held.length > 0);
    await page.clock.fastForward(3000);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByText('The search was stopped.').waitFor();
    await page.unroute('**/graphs/shortest-path*');
    await page.getByRole('button', { name: 'Search again' }).click();
    await page.getByText('1 path over 4 objects').waitFor();
    expect(held).toHaveLength(1);
    await close();
  });

  it('draws why objects are in a list', async () => {
    const { page, close } = await world().open(`/o/${BJORN}?list=admin-rights`);
    await page.getByRole('link', { name: 'Show as picture' }).click();
    await page.locator('svg.picture .name', { hasText: '× Computer' }).first().waitFor();
    await expectAccessible(page);
    await eventually(() => expect(new URL(page.url()).searchParams.get('type')).toBe('graph'));
    await page.goBack();
    await page.getByRole('table').waitFor();
    await close();
  });
}
