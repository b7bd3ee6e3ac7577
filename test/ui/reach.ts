import { expect, it } from '@jest/globals';
import { eventually, pathOf, snapshotOf, type World } from './world.js';

export function describeReach(world: () => World): void {
  it('counts the accounts that reach an end, by kind and environment', async () => {
    const { page, close } = await world().open('/tags/1');
    await page.getByRole('link', { name: 'Exposure', exact: true }).click();
    await page.getByText('3,272 of 3,474 accounts (94 %) can reach tier zero.').waitFor();
    const rows = page.getByRole('group', { name: 'Exposure' }).getByRole('row');
    const cells = ['AZUser', 'HALDEN', '686', '548', '80 %', 'Objects Paths of AZUser'];
    await eventually(async () =>
      expect((await rows.nth(3).getByRole('cell').allInnerTexts()).map((it) => it.trim())).toEqual(cells),
    );
    await page.getByRole('link', { name: 'Paths of AZUser' }).click();
    await page.getByText(/^[\d,]+ paths over [\d,]+ objects$/).waitFor();
    await eventually(() => expect(pathOf(page)).toBe('/ui/paths?end_tag=tier_zero&start_kind=AZUser'));
    await close();
  });

  it('counts accounts by conditions on both ends, which are added and removed', async () => {
    const { page, close } = await world().open(
      '/exposure?end_where=under:35BE0E9A-9E78-4DE6-823E-1CCFB64948EF&end_kind=Computer',
    );
    await page.getByText('below 35BE0E9A').waitFor();
    const accounts = page.getByRole('group', { name: 'Accounts' });
    await accounts.locator('summary').click();
    await accounts.getByLabel('Property').fill('edge:AdminTo:out');
    await accounts.getByLabel('Predicate').selectOption('=');
    await accounts.getByLabel('Value').fill('0');
    await accounts.getByRole('button', { name: 'Add condition' }).click();
    await accounts.getByText('edge:AdminTo:out = 0').waitFor();
    await page.getByText('3,164 of 3,367 accounts (94 %) can reach any Computer.').waitFor();
    await eventually(() => expect(pathOf(page)).toMatch(/&start_where=edge%3AAdminTo%3Aout%3Aeq%3A0$/));
    await close();
  });

  it('shows what changed in an object', async () => {
    const { page, close } = await world().open('/o/AC0F1EA3-0BBB-49F7-83CD-E76384B5669A');
    await page.getByRole('button', { name: 'What changed?' }).click();
    await page.getByText(/^\d+ changes? since the first known analysis\./).waitFor();
    await page.getByRole('link', { name: 'All changes' }).click();
    await page.getByRole('heading', { level: 1, name: 'Changes' }).waitFor();
    await eventually(() => expect(pathOf(page)).toBe('/ui/changes?node=AC0F1EA3-0BBB-49F7-83CD-E76384B5669A'));
    await page.getByRole('list', { name: 'Asked' }).getByText('Of: ').waitFor();
    await close();
  });

  it('lists what changed between analyses, by kind', async () => {
    const { page, close } = await world().open('/changes');
    await page.getByText(/^[\d,]+ came, 1 went, 0 changed\.$/).waitFor();
    await page.getByText('By kind and environment').click();
    await page.getByRole('link', { name: 'AZOwner', exact: true }).click();
    await page.getByText('15 changes', { exact: true }).waitFor();
    await eventually(() => expect(pathOf(page)).toBe('/ui/changes?type=edge&kind=%7Eeq%3AAZOwner'));
    await page.getByRole('table', { name: 'Changes' }).getByRole('link', { name: 'AZOwner' }).first().click();
    await page.getByRole('heading', { level: 2, name: 'Explain edge' }).waitFor();
    await close();
  });

  it('lists accounts with new ways, whose new edges are marked and explained', async () => {
    const { page, close } = await world().open('/questions');
    await page
      .getByRole('link', { name: 'Which accounts have a way to tier zero that they had not yesterday?' })
      .click();
    await page.getByText('10 accounts', { exact: true }).waitFor();
    await eventually(() => expect(pathOf(page)).toBe('/ui/new-ways?since=-P1D'));
    const row = page.getByRole('row', { name: /^AZUser IDA\.DAHL@/ });
    await eventually(async () =>
      expect((await row.getByRole('cell').first().innerText()).replaceAll(/\s+/g, ' ').trim()).toBe(
        'IDA.DAHL@HALDEN.EXAMPLE – new SyncedToADUser→ IDA.DAHL@HALDEN.EXAMPLE – MemberOf→ DOMAIN USERS@HALDEN.EXAMPLE – MemberOf→ AUTHENTICATED USERS@HALDEN.EXAMPLE – CoerceAndRelayNTLMToSMB→ BGO-FS007.HALDEN.EXAMPLE – CoerceToTGT→ HALDEN.EXAMPLE',
      ),
    );
    await row.getByRole('link', { name: 'SyncedToADUser' }).click();
    await page.getByRole('heading', { level: 2, name: 'Explain edge' }).waitFor();
    await page.goto('/ui/new-ways?since=-P90D');
    await page.getByRole('link', { name: 'Since the first known analysis' }).click();
    await page.getByText('86 accounts', { exact: true }).waitFor();
    await close([/400 .*new-ways/]);
  });

  it('opens the screen that answers a question, also about an object', async () => {
    const { page, close } = await world().open('/questions');
    await page.getByRole('link', { name: 'Which domains trust each other?' }).click();
    await page.getByRole('heading', { level: 1, name: 'Edges' }).waitFor();
    await page.goBack();
    await page.getByRole('link', { name: /^Who is a direct member of a group/ }).click();
    await page.getByRole('combobox', { name: 'Of which object?' }).fill('domain admins@halden');
    await page.locator('#object-found').getByRole('option').first().click();
    await page.getByRole('table', { name: /^Members of DOMAIN ADMINS/ }).waitFor();
    await eventually(() => expect(pathOf(page)).toMatch(/^\/ui\/o\/S-1-5-21-[\d-]+-512\?list=members&depth=1$/));
    await close();
  });

  it('ranks by reach and by what accounts need, and leads to the exposure without it', async () => {
    const { page, close } = await world().open('/ranking?kind=Group');
    await page
      .getByRole('row', { name: /DOMAIN ADMINS@HALDEN/ })
      .getByText('4,706')
      .waitFor();
    await page.getByLabel('Direction').selectOption('in');
    await page.locator('label', { hasText: /^By/ }).getByRole('combobox').selectOption('only_through');
    const row = page.getByRole('row', { name: /AUTHENTICATED USERS@HALDEN/ });
    await row.getByText('248', { exact: true }).waitFor();
    await row.getByRole('link', { name: 'Without it' }).click();
    await page.getByText('Without the exclusion: 3,272. It takes away 248.').waitFor();
    await eventually(() =>
      expect(pathOf(page)).toBe('/ui/exposure?end_tag=tier_zero&exclude_node=HALDEN.EXAMPLE-S-1-5-11'),
    );
    await eventually(async () =>
      expect(await snapshotOf(page.getByRole('group', { name: 'Excluded' }))).toEqual([
        '- group "Excluded":',
        '  - text: Excluded',
        '  - list "Excluded":',
        '    - listitem:',
        '      - img "Group"',
        '      - text: AUTHENTICATED USERS@HALDEN.EXAMPLE',
        '      - link "Remove Group AUTHENTICATED USERS@HALDEN.EXAMPLE":',
        '        - text: ×',
        '  - checkbox "Without disabled accounts"',
        '  - text: Without disabled accounts',
        '  - search "Exclude an object":',
        '    - combobox "Exclude an object"',
        '    - status',
      ]),
    );
    await page.goBack();
    await page.getByLabel('Removed').selectOption('2');
    await page.getByText('2 objects and edges').waitFor();
    await close();
  });
}
