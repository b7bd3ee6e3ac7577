import { expect, it } from '@jest/globals';
import {
  answerWith,
  changeOwnSession,
  eventually,
  expectAccessible,
  follow,
  pathOf,
  snapshotOf,
  type World,
} from './world.js';

interface OverviewFigures {
  readonly zones: readonly { readonly accounts: number; readonly reaching: number }[];
  readonly plan: { readonly stages: readonly { readonly steps: number; readonly remaining: number }[] };
}

export function describeFind(world: () => World): void {
  it('says how bad it is, what to do first and what is new, by the figures of the API', async () => {
    const { page, close } = await world().open('/');
    await page.getByText(/change.* leave/).waitFor();
    const answer = await page.request.get('/api/v2/graphs/overview', { headers: { 'X-Requested-With': 'graphward' } });
    const { data } = (await answer.json()) as { data: OverviewFigures };
    const [{ accounts, reaching } = { accounts: 0, reaching: 0 }] = data.zones;
    const [, first] = data.plan.stages;
    const [number, last] = [new Intl.NumberFormat('en'), data.plan.stages.at(-1)];
    const steps = first?.steps === 1 ? '1 change leaves' : `${first?.steps} changes leave`;
    await page
      .getByText(
        `${number.format(reaching)} of ${number.format(accounts)} accounts can reach tier zero; ${steps} ${number.format(first?.remaining ?? 0)}, ${last?.steps} leave none.`,
        { exact: true },
      )
      .waitFor();
    await page.getByText('Not collected: ORRIN.EXAMPLE.').waitFor();
    const card = page.getByRole('region', { name: 'What to do first' });
    await eventually(async () => expect(await card.getByRole('listitem').count()).toBe(Math.min(3, first?.steps ?? 0)));
    await page.locator('.chart canvas').waitFor();
    await page.getByRole('region', { name: 'What is new' }).getByText('by the edge that opened them').waitFor();
    await expectAccessible(page);
    await card.getByRole('link').last().click();
    await page.getByRole('heading', { level: 1, name: 'Plan' }).waitFor();
    await close();
  });

  it('says what is new since the former visit', async () => {
    const yesterday = new Date(Date.now() - 86_400_000);
    const { page, close } = await world().open('/', {
      prepare: (it) => changeOwnSession(it, () => ({ former_visit: { time: yesterday.toISOString(), valid: true } })),
    });
    // The newest analysis before it is three days before the last one.
    await page
      .getByRole('region', { name: 'What is new' })
      .getByText(/^Since \d+ \w+ \d+: /)
      .waitFor();
    const link = page.getByRole('link', { name: 'All new ways' });
    const since = new URL((await link.getAttribute('href'))!, page.url()).searchParams.get('since')!;
    const days = (Date.now() - Date.parse(since)) / 86_400_000;
    expect(Math.floor(days)).toBe(3);
    await close();
  });

  it('has twelve questions whose lists exist', async () => {
    const { page, close } = await world().open('/');
    const questions = page.getByRole('region', { name: 'Questions' });
    await questions.getByRole('listitem').nth(11).waitFor();
    const all = await questions.getByRole('link').all();
    const links = await Promise.all(all.map(async (it) => String(await it.getAttribute('href'))));
    expect(links).toHaveLength(13);
    expect(links.pop()).toBe('/ui/questions');
    for (const link of links.filter((it) => it.startsWith('/ui/o/'))) {
      await follow(page, link.slice('/ui'.length));
      await page
        .getByRole('region', { name: / of HALDEN/ })
        .getByRole('status')
        .first()
        .waitFor();
    }
    await close();
  });

  it('finds as one types, by the keyboard alone, and Back returns', async () => {
    const { page, close } = await world().open('/?query=alma');
    await page.getByRole('heading', { name: 'Objects called “alma”' }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('bjorn.bruun');
    await page.getByRole('option', { name: /^User BJORN\.BRUUN/ }).waitFor();
    const options = page.getByRole('listbox', { name: 'Search objects' }).getByRole('option');
    await eventually(async () => expect(await options.count()).toBe(3));
    for (let step = 0; step < 3; step++) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'BJORN.BRUUN@HALDEN.EXAMPLE' }).waitFor();
    await eventually(() => expect(pathOf(page)).toBe('/ui/o/S-1-5-21-3856858773-231016774-2279787834-1474'));
    await page.locator('h1:focus').waitFor();
    await page.goBack();
    await page.getByRole('heading', { name: 'Objects called “alma”' }).waitFor();
    await close();
  });

  it('keeps filters in the address', async () => {
    const { page, close } = await world().open('/?query=admin');
    await page.getByLabel('Kind').selectOption('Group');
    await page.getByLabel('Tier zero').selectOption('true');
    // The former answer stays until the next one is there.
    await page.getByText('6 objects', { exact: true }).waitFor();
    await eventually(() => expect(pathOf(page)).toBe('/ui/?query=admin&type=Group&tier_zero=true'));
    await page.reload();
    await page.getByText('6 objects', { exact: true }).waitFor();
    await page.getByText('DOMAIN ADMINS@HALDEN.EXAMPLE').waitFor();
    await eventually(async () => expect(await page.getByLabel('Kind').inputValue()).toBe('Group'));
    await close();
  });

  it('finds by conditions on properties, and sorts by a property, all in the address', async () => {
    const { page, close } = await world().open('/?type=User&where=enabled:true');
    await page.locator('summary', { hasText: 'Conditions and columns' }).click();
    await page.getByLabel('Property').fill('hasspn');
    await page.getByLabel('Value').fill('true');
    await page.getByRole('button', { name: 'Add condition' }).click();
    await page.getByText('60 objects', { exact: true }).waitFor();
    await page.getByLabel('Property').fill('pwdlastset');
    await eventually(async () =>
      expect(await page.getByLabel('Value').getAttribute('placeholder')).toBe('2026-01-31, -P90D or null'),
    );
    await page.getByRole('button', { name: 'Add column' }).click();
    await page.getByRole('columnheader').getByRole('button', { name: 'pwdlastset' }).click();
    // The times of the estate follow the present time.
    const first = page.locator('[data-row="0"]', { hasText: 'SVC-BACKUP-01' });
    await first.getByText(/^\d{1,2} [A-Z][a-z]{2} 20\d\d$/).waitFor();
    await eventually(() =>
      expect(pathOf(page)).toBe(
        '/ui/?type=User&where=enabled%3Atrue&where=hasspn%3Aeq%3Atrue&props=pwdlastset&sort_by=props.pwdlastset',
      ),
    );
    await eventually(async () =>
      expect(await snapshotOf(page.getByRole('list', { name: 'Conditions and columns' }))).toEqual([
        '- list "Conditions and columns":',
        ...['enabled = true', 'hasspn = true', 'Column pwdlastset'].flatMap((it) => [
          '  - listitem:',
          `    - text: ${it}`,
          `    - link "Remove ${it}":`,
          '      - text: ×',
        ]),
      ]),
    );
    await page.getByRole('link', { name: 'Remove Column pwdlastset' }).click();
    await page.getByRole('link', { name: 'Remove enabled = true' }).click();
    await eventually(() => expect(pathOf(page)).toBe('/ui/?type=User&where=hasspn%3Aeq%3Atrue'));
    await page.goto('/ui/?where=hasspm:true');
    await page.getByText(/did you mean hasspn/).waitFor();
    await close([/400 \(Bad Request\)/]);
  });

  it('says that there is no data, or only old data', async () => {
    const none = { count: 0, skip: 0, limit: 1000, data: [] };
    const empty = await world().open('/', {
      prepare: async (page) => {
        await answerWith(page, '/ad-domains', { body: none });
        await answerWith(page, '/cloud-tenants', { body: none });
      },
    });
    await empty.page.getByRole('heading', { name: 'No data yet' }).waitFor();
    const collector = empty.page.getByRole('button', { name: 'Copy' });
    await eventually(async () => expect(await collector.count()).toBe(5));
    await empty.page.getByRole('button', { name: 'Try it with a sample' }).click();
    await empty.page.getByRole('dialog', { name: 'Load the sample?' }).getByText('HALDEN.EXAMPLE').waitFor();
    await empty.page.getByRole('button', { name: 'Cancel' }).click();
    await empty.page.getByText('SharpHound.exe --CollectionMethods All').waitFor();
    await expectAccessible(empty.page);
    await empty.close();
    const domain = { domainsid: 'S-1', name: 'HALDEN.EXAMPLE', collected: true, last_seen: '2026-01-01T00:00:00.000Z' };
    const old = await world().open('/', {
      prepare: (page) => answerWith(page, '/ad-domains', { body: { ...none, count: 1, data: [domain] } }),
    });
    await old.page.getByText(/^last seen 1 Jan 2026, \d+ days ago$/).waitFor();
    await old.close();
  });
}
