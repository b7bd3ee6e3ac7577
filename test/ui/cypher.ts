import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import { until } from '../support/until.js';
import { answerWith, eventually, pathOf, type World } from './world.js';

const counting = 'MATCH (u:User) RETURN count(u) AS users';

function address(query: string, form = ''): string {
  return `/cypher?${new URLSearchParams({ q: query, ...(form !== '' && { form }) }).toString()}`;
}

export function describeCypher(world: () => World): void {
  it('completes labels, kinds and properties, runs by Ctrl+Enter, and has the query in the address', async () => {
    const { page, close } = await world().open('/cypher');
    const editor = page.getByRole('textbox', { name: 'Query in Cypher' });
    await editor.pressSequentially('MATCH (u:Us');
    await page.getByRole('option', { name: 'User', exact: true }).waitFor();
    await editor.press('Enter');
    await editor.pressSequentially(')-[:MemberO');
    await page.getByRole('option', { name: 'MemberOf', exact: true }).click();
    await editor.pressSequentially(']->() WHERE u.lastlogont');
    await page.getByRole('option', { name: 'lastlogontimestamp', exact: true }).click();
    await editor.pressSequentially(' IS NOT NULL OR true RETURN count(DISTINCT u) AS users');
    await eventually(async () =>
      expect(await editor.inputValue()).toBe(
        'MATCH (u:User)-[:MemberOf]->() WHERE u.lastlogontimestamp IS NOT NULL OR true RETURN count(DISTINCT u) AS users',
      ),
    );
    await editor.press('Control+Enter');
    await page.getByText('1 row', { exact: true }).waitFor();
    await eventually(async () => expect(await page.getByRole('cell').innerText()).toBe('2004'));
    await eventually(async () => expect(new URL(page.url()).searchParams.get('q')).toBe(await editor.inputValue()));
    await page.goBack();
    await page.getByRole('heading', { name: 'Results' }).waitFor({ state: 'detached' });
    await close();
  });

  it('shows nodes as links and paths as names, and draws them', async () => {
    const query =
      'MATCH p = (u:User)-[:MemberOf]->(g:Group) WHERE g.name STARTS WITH "DOMAIN USERS@" RETURN p, g LIMIT 5';
    const { page, close } = await world().open(address(query));
    await page.getByText('5 rows').waitFor();
    const [row] = await page
      .getByRole('table')
      .getByRole('row')
      .filter({ has: page.getByRole('cell') })
      .all();
    await eventually(async () =>
      expect(await row!.getByRole('cell').first().innerText()).toMatch(
        /^\S.*@HALDEN\.EXAMPLE –MemberOf→ DOMAIN USERS@/,
      ),
    );
    await page.getByRole('link', { name: 'Show as picture' }).click();
    await page.getByText('6 nodes, 5 relationships').waitFor();
    await eventually(() => expect(pathOf(page)).toMatch(/form=graph/));
    await close();
  });

  it('marks the place of an error', async () => {
    const { page, close } = await world().open(address('MATCH (n) RETRUN n'));
    await page.getByText(/^line 1, column 11: /).waitFor();
    await eventually(async () =>
      expect(await page.locator('pre.place').innerText()).toBe('MATCH (n) RETRUN n\n          ^'),
    );
    await eventually(async () =>
      expect(await page.getByRole('textbox', { name: 'Query in Cypher' }).getAttribute('aria-invalid')).toBe('true'),
    );
    await close([/status of 400/]);
  });

  it('parts own queries from those that others share, which have no button to delete', async () => {
    const query = { query: counting, description: '', created_at: '', updated_at: '' };
    const data = [
      { ...query, id: 1, name: 'Mine', user_id: 'A', scope: 'owned' },
      { ...query, id: 2, name: 'Of a colleague', user_id: 'B', scope: 'shared' },
      { ...query, id: 3, name: 'Of everybody', user_id: null, scope: 'public' },
    ];
    const { page, close } = await world().open('/cypher', {
      prepare: (it) => answerWith(it, '/saved-queries', { body: { count: 3, skip: 0, limit: 1100, data } }),
    });
    await page.getByRole('heading', { name: 'Shared with you' }).waitFor();
    await eventually(async () =>
      expect(
        await page.getByRole('button', { name: /^Delete / }).evaluateAll((all) => all.map((it) => it.ariaLabel)),
      ).toEqual(['Delete Mine']),
    );
    await close();
  });

  it('saves a query, exports it, deletes it, imports it, and opens it', async () => {
    const { page, close } = await world().open(address(counting));
    await page.getByRole('textbox', { name: 'Name' }).fill('Users in all');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved as “Users in all”.').waitFor();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export Users in all' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('Users in all.json');
    const path = await file.path();
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual({
      name: 'Users in all',
      query: counting,
      description: '',
    });
    await page.getByRole('button', { name: 'Delete Users in all' }).click();
    await page.getByRole('link', { name: 'Users in all' }).waitFor({ state: 'detached' });
    await page.getByLabel('Import…').setInputFiles(path);
    await page.getByText(/^Imported .*\.$/).waitFor();
    await page.getByRole('link', { name: 'Domains: trusts' }).click();
    const editor = page.getByRole('textbox', { name: 'Query in Cypher' });
    await until(async () => (await editor.inputValue()).includes('TrustedBy'));
    await page.getByRole('link', { name: 'Users in all' }).click();
    await eventually(() => expect(new URL(page.url()).searchParams.get('q')).toBe(counting));
    await page.getByRole('button', { name: 'Delete Users in all' }).click();
    await page.getByRole('link', { name: 'Users in all' }).waitFor({ state: 'detached' });
    await close();
  });
}
