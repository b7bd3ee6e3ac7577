import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { answerWith, eventually, expectAccessible, expectLoaded, pathOf, type World } from './world.js';

const domain = 'S-1-5-21-3856858773-231016774-2279787834';

/** A file of SharpHound with a user, and more records. */
function usersFile(name: string, id: number, ...more: readonly object[]) {
  const properties = { name: `${name}@HALDEN.EXAMPLE`.toUpperCase(), domain: 'HALDEN.EXAMPLE', domainsid: domain };
  const user = {
    ObjectIdentifier: `${domain}-${id}`,
    Properties: properties,
    Aces: [],
    PrimaryGroupSID: `${domain}-513`,
  };
  const data = [user, ...more];
  const meta = { methods: 0, type: 'users', count: data.length, version: 6 };
  return { name: `${name}.json`, mimeType: 'application/json', buffer: Buffer.from(JSON.stringify({ data, meta })) };
}

/** Takes permissions from the account. */
function withPermissions(...permissions: readonly string[]) {
  return (page: Page) =>
    page.route('**/api/v2/self', async (route) => {
      const response = await route.fetch();
      const { data } = await response.json();
      await route.fulfill({ response, json: { data: { ...data, permissions } } });
    });
}

/** Chooses files, and waits until they are read. */
async function upload(page: Page, files: ReturnType<typeof usersFile>[], state: string): Promise<void> {
  await page.getByLabel('Choose files').first().setInputFiles(files);
  await page.getByText(state).first().waitFor();
}

/** Drops files onto the page. */
async function drop(page: Page, files: ReturnType<typeof usersFile>[]): Promise<void> {
  await page.getByRole('button', { name: 'Choose files' }).waitFor();
  const contents = JSON.stringify(files.map(({ name, buffer }) => [name, buffer.toString()]));
  const dataTransfer = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    for (const [name, content] of ${contents}) transfer.items.add(new File([content], name));
    return transfer;
  })()`);
  await page.dispatchEvent('main', 'drop', { dataTransfer });
}

export function describeData(world: () => World): void {
  it('sends files while one looks at other views, and shows the faults with their places', async () => {
    const { page, close } = await world().open('/data/uploads');
    const faulty = usersFile('faulty', 90_001, { Properties: {} });
    const broken = { ...usersFile('broken', 90_002), buffer: Buffer.from('{"data":[{') };
    const other = { ...usersFile('notes', 90_003), name: 'notes.txt' };
    await upload(page, [usersFile('päivi', 90_000), faulty, broken, other], '1 file left out');
    await page.getByRole('link', { name: 'Analysis', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Analysis' }).waitFor();
    await page.goBack();
    await page.getByText('3 of 3 files sent, 2 read, 1 failed').first().waitFor();
    const files = page.getByRole('region', { name: 'Files of this page' }).getByRole('listitem');
    await eventually(async () =>
      expect(await files.allInnerTexts()).toEqual([
        expect.stringMatching(/^broken\.json\s10 B\s+failed: ends too early/),
        expect.stringMatching(/^päivi\.json\s\d+ B\s+read$/),
        expect.stringMatching(/^faulty\.json\s\d+ B\s+read, 1 fault$/),
      ]),
    );
    await expectAccessible(page);
    await files.getByRole('link', { name: 'read, 1 fault' }).click();
    const faults = page.getByRole('group', { name: 'Faults in faulty.json' });
    await faults.waitFor();
    const place = ['faulty.json', 'is missing or empty; the record is left out', 'data', '1', 'ObjectIdentifier'];
    await eventually(async () => expect(await faults.getByRole('cell').allInnerTexts()).toEqual(place));
    await page.reload();
    await faults.waitFor();
    await page.getByRole('link', { name: 'Faults of all files' }).click();
    await page.getByRole('cell', { name: 'whole file' }).waitFor();
    await page.getByRole('button', { name: 'Show call' }).click();
    await page
      .getByText(/completed-tasks\?fault_count=gt%3A0/)
      .first()
      .waitFor();
    await close();
  });

  it('sends again only what failed, and says that the same file changes nothing', async () => {
    const { page, close } = await world().open('/data/uploads');
    const sent: string[] = [];
    await page.route(/file-upload\/\d+$/, (route) => {
      const name = route.request().headers()['x-file-upload-name'];
      if (route.request().method() !== 'POST' || name === undefined) return route.continue();
      sent.push(name);
      const fails = name === 'second.json' && sent.filter((it) => it === name).length === 1;
      const errors = [{ code: 'x', context: 'body', message: 'the disk is full' }];
      return fails ? route.fulfill({ status: 507, json: { errors } }) : route.continue();
    });
    const first = usersFile('first', 90_004);
    await drop(page, [first, usersFile('second', 90_005)]);
    await page.getByText('failed: the disk is full').waitFor();
    await page.getByText('1 of 2 files sent, 1 read, 1 failed').first().waitFor();
    await page.getByRole('button', { name: 'Send again what failed' }).click();
    await page.getByText('2 of 2 files sent, 2 read').first().waitFor();
    expect(sent).toEqual(['first.json', 'second.json', 'second.json']);
    await page.getByRole('button', { name: 'Clear what is read' }).click();
    await page.getByRole('heading', { name: 'Files of this page' }).waitFor({ state: 'detached' });
    await upload(page, [first], 'read, changed nothing');
    await close([/status of 507 /]);
  });

  it('follows an upload until it is final, and says when its data expire', async () => {
    const { page, close } = await world().open('/data/uploads/1', {
      prepare: async (it) => {
        const answers = ['ingesting', 'complete'].map((status) => (data: object) => {
          const isFinal = status === 'complete';
          const time = '2027-01-26T12:00:00.000Z';
          return { ...data, status, finish_time: isFinal ? time : null, data_expire_time: isFinal ? time : null };
        });
        await it.route('**/api/v2/file-upload/1', async (route) => {
          const response = await route.fetch();
          const { data } = await response.json();
          await route.fulfill({ response, json: { data: answers.shift()?.(data) } });
        });
      },
    });
    await page.getByRole('progressbar', { name: 'Reading of upload 1' }).waitFor();
    await page.getByText(/^Data of this upload expire on 26 Jan 2027, \d\d:00, unless/).waitFor();
    await close();
    const none = await world().open('/data/uploads/999');
    await none.page.getByRole('heading', { level: 1, name: 'There is no such upload' }).waitFor();
    await none.close([/status of 404 /]);
  });

  it('charts the data quality of domains and tenants beside a table, over a range in the address', async () => {
    const { page, close } = await world().open('/data/quality');
    await page.getByRole('link', { name: 'HALDEN.EXAMPLE', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Data quality of HALDEN.EXAMPLE' }).waitFor();
    await page.locator('.chart canvas').nth(1).waitFor();
    const row = page.getByRole('group', { name: 'Data quality' }).getByRole('row').last();
    await eventually(async () =>
      expect((await row.getByRole('cell').allInnerTexts()).slice(1)).toEqual([
        '2,003',
        '407',
        '800',
        '26.1 %',
        '100 %',
      ]),
    );
    await page.getByRole('checkbox', { name: /^GPOs 26/ }).check();
    await page.getByRole('columnheader', { name: 'GPOs' }).waitFor();
    await page.getByRole('link', { name: '7 days', exact: true }).click();
    await page.reload();
    await page.getByRole('columnheader', { name: 'GPOs' }).waitFor();
    await expectLoaded(page);
    await eventually(() =>
      expect(pathOf(page)).toMatch(/^\/ui\/data\/quality\/S-1-5-21-.*&show=gpos&from=\d{4}-\d\d-\d\d$/),
    );
    await page.getByLabel('To', { exact: true }).fill('2001-01-01');
    await page.getByText('The call failed (400)').waitFor();
    await page.getByLabel('Environment').selectOption({ label: 'HALDEN' });
    await page.getByRole('heading', { level: 1, name: 'Data quality of HALDEN', exact: true }).waitFor();
    await close([/status of 400 /]);
  });

  it('starts an analysis, and shows what a run derived or why it failed', async () => {
    const { page, close } = await world().open('/data/analysis');
    // A request joins a run that waits, such as one of an upload.
    await page.getByText('No run is at work.').waitFor();
    await page.getByRole('button', { name: 'Analyse now' }).click();
    await page.getByText('A run is requested.').waitFor();
    await page.getByText('No run is at work.').waitFor();
    await page.getByText('Requested by demo').first().waitFor();
    const oldest = page.getByRole('table', { name: 'Runs' }).getByRole('row').last();
    await oldest.getByRole('link').click();
    await page.getByRole('group', { name: 'Derived edges' }).getByRole('row', { name: 'AdminTo 2,711 0' }).waitFor();
    await page.getByRole('group', { name: 'Skipped objects' }).getByRole('row').nth(1).waitFor();
    await expectAccessible(page);
    const failed = { status: 'failed', summary: null, reason: 'the graph does not fit' };
    await page.route('**/api/v2/analysis/runs/*', async (route) => {
      const response = await route.fetch();
      const { data } = await response.json();
      await route.fulfill({ response, json: { data: { ...data, ...failed } } });
    });
    await page.reload();
    await page.getByText('The run failed after three attempts: the graph does not fit').waitFor();
    await close();
  });

  it('shows each role what it may do, and names the permission that is missing', async () => {
    const reader = await world().open('/data/uploads', { width: 390, prepare: withPermissions('graph:read') });
    await reader.page.getByText('This screen needs the permission ingest:write.').waitFor();
    await reader.page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Data' }).click();
    await reader.page.getByRole('heading', { level: 1, name: 'Data quality' }).waitFor();
    await reader.page.getByRole('link', { name: 'Analysis', exact: true }).click();
    await expectAccessible(reader.page);
    expect(await reader.page.getByRole('button', { name: 'Analyse now' }).count()).toBe(0);
    await reader.close();
    const sender = await world().open('/data/uploads', {
      theme: 'dark',
      width: 320,
      prepare: withPermissions('ingest:write'),
    });
    await sender.page.getByRole('button', { name: 'Choose a folder' }).waitFor();
    await expectAccessible(sender.page);
    await sender.close();
  });

  it('says in the header how the data is', async () => {
    const idle = { status: 'idle', current: null, waiting: null, last: null, graph_version: 7 };
    let answer: object = idle;
    const { page, close } = await world().open('/nothing', {
      prepare: async (it) => {
        await it.route('**/api/v2/analysis/status', (route) => route.fulfill({ json: { data: answer } }));
        await answerWith(it, '/ad-domains', { body: { count: 1, skip: 0, limit: 1, data: [] } });
      },
    });
    await page.getByRole('link', { name: 'A domain or tenant was last collected more than a day ago' }).waitFor();
    for (const [text, change] of [
      ['An analysis is running', { status: 'running' }],
      ['The last analysis failed', { last: { status: 'failed', summary: null } }],
      ['The service still answers from the graph before', { last: { summary: { graph_version: 8 } } }],
    ] as const) {
      answer = { ...idle, ...change };
      await page.reload();
      await page.getByRole('link', { name: text }).waitFor();
    }
    await close();
  });
}
