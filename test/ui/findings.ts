import { expect, it } from '@jest/globals';
import { answerWith, eventually, expectAccessible, expectLoaded, pathOf, type World } from './world.js';

/** The riskiest of the demo, as the page gets it. */
async function firstFindings(world: World): Promise<readonly object[]> {
  const { page, close } = await world.open('/findings/all');
  const answer = await page.waitForResponse('**/api/v2/attack-paths/findings?*');
  const { data } = (await answer.json()) as { data: readonly object[] };
  await close();
  return data;
}

export function describeFindings(world: () => World): void {
  it('lists types of findings, and leads from a finding to its paths and its explanation', async () => {
    const { page, close } = await world().open('/tags/1');
    await page.getByRole('link', { name: 'Findings', exact: true }).click();
    await page.getByText('162 findings of 23 types, accepted ones included.').waitFor();
    const row = page.getByRole('row', { name: /Kerberoastable/ });
    const cells = ['Critical', 'Kerberoastable user accounts', '60', '+0, −0', '3,296 accounts', '4,707 objects'];
    await eventually(async () => expect(await row.getByRole('cell').allInnerTexts()).toEqual(cells));
    await page.getByRole('link', { name: 'ADCSESC1 from outside into tier zero' }).click();
    await page.getByText('1 finding', { exact: true }).waitFor();
    const links = page.getByRole('table').getByRole('link');
    await links.filter({ hasText: 'Explain' }).click();
    await page.getByRole('heading', { level: 2, name: 'Explain edge' }).waitFor();
    await page.goBack();
    await links.filter({ hasText: 'Paths' }).click();
    await page.getByText(/^[\d,]+ paths over [\d,]+ objects$/).waitFor();
    await eventually(() =>
      expect(pathOf(page)).toMatch(/^\/ui\/paths\?start_kind=User&end_node=S-1-5-21-[\d-]+-1107$/),
    );
    await close();
  });

  it('shows findings of extensions with their texts, which are Markdown, and explains their edges', async () => {
    const type = {
      finding: 'ACME_Owns',
      title: 'Owners from outside',
      relationship_kind: 'ACME_OwnsIt',
      description: 'Owners **push** code. <script>document.title="OWNED"</script>',
      remediation: '[Take it away](javascript:alert)',
    };
    const [template] = await firstFindings(world());
    const row = {
      ...template,
      finding: type.finding,
      title: type.title,
      source_principal_id: 'EVE',
      target_principal_id: 'REPO',
    };
    const { page, close } = await world().open(`/findings/${type.finding}`, {
      prepare: async (it) => {
        await answerWith(it, '/attack-paths/finding-types', { body: { data: [type] } });
        await answerWith(it, '/attack-paths/findings', { body: { count: 1, skip: 0, limit: 100, data: [row] } });
      },
    });
    await page.getByRole('heading', { level: 1, name: type.title }).waitFor();
    await page.getByText('Why it is dangerous').click();
    await page.locator('strong', { hasText: /^push$/ }).waitFor();
    await page.getByText('<script>document.title="OWNED"</script>').waitFor();
    await page.getByText('[Take it away](javascript:alert)').waitFor();
    const explain = page.getByRole('table').getByRole('link', { name: 'Explain' });
    await eventually(async () =>
      expect(await explain.getAttribute('href')).toBe(
        '/ui/paths?start_node=EVE&end_node=REPO&relationship_kinds=in%3AACME_OwnsIt&edge=EVE%2CREPO%2CACME_OwnsIt',
      ),
    );
    await close();
  });

  it('lists all findings, those that free most accounts first', async () => {
    const { page, close } = await world().open('/findings');
    await page.getByRole('link', { name: /^All findings/ }).click();
    await page.getByText('162 findings', { exact: true }).waitFor();
    const row = page.getByRole('table').getByRole('row').nth(1);
    await row.getByText('CoerceToTGT from outside into tier zero').waitFor();
    const [, from, to, freed, shared, exposure] = await row.getByRole('cell').allInnerTexts();
    expect([from, to]).toEqual([expect.stringContaining('BGO-FS007'), expect.stringContaining('HALDEN.EXAMPLE')]);
    expect([freed, shared, exposure]).toEqual(['249', '3,020', '3,296 (100 %)']);
    await expectAccessible(page);
    await row.getByRole('link', { name: 'CoerceToTGT from outside into tier zero' }).click();
    await page.getByText('1 finding', { exact: true }).waitFor();
    await close();
  });

  it('accepts a risk with its end and reason, and withdraws that', async () => {
    const { page, close } = await world().open('/findings/Kerberoasting?sort_by=target_principal_name');
    await page.getByText('60 findings', { exact: true }).waitFor();
    await page
      .getByRole('button', { name: /^Accept / })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await expectAccessible(page);
    await dialog.getByLabel('Until').fill('2099-01-31');
    await dialog.getByLabel('Reason').fill('Ends with the migration');
    await dialog.getByRole('button', { name: 'Accept', exact: true }).click();
    await page.getByText('59 findings', { exact: true }).waitFor();
    await page.getByLabel('Status').selectOption('accepted');
    await page.getByText('1 finding', { exact: true }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: /^Withdraw Kerberoastable/ }).click();
    await dialog.getByText('Accepted until 31 Jan 2099: Ends with the migration.').waitFor();
    await dialog.getByRole('button', { name: 'Withdraw', exact: true }).click();
    await page.getByText('No accepted risk.').waitFor();
    await close();
  });

  it('charts the posture over a range beside a table of the same numbers', async () => {
    const { page, close } = await world().open('/posture');
    await page.locator('.chart canvas').nth(1).waitFor();
    await expectLoaded(page);
    const row = page.getByRole('group', { name: 'Posture' }).getByRole('row').nth(1);
    const values = ['162', '0', '23', '85', '86.7 %', '26.1 %', '100 %'];
    // Beside them are the differences to the former run, which is of another test or of the estate.
    await eventually(async () => expect(await row.getByRole('cell').locator('strong').allInnerTexts()).toEqual(values));
    await page.getByLabel('Environment').selectOption({ label: 'HALDEN' });
    await page.getByRole('link', { name: '7 days', exact: true }).click();
    await page.reload();
    await page.getByText(/^\d+ analyses$/).waitFor();
    await close();
  });
}
