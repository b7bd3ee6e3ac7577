import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { attacks } from '../support/attack-estate.js';
import { brought } from './attacks.js';
import { eventually, expectAccessible, expectAccessibleInAllLooks, type View, type World } from './world.js';

/** Fills the form of a new report, opens the report and makes a document of it. */
async function makeDocument({ page }: View, name: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Create a report' }).focus();
  await page.keyboard.press('Enter');
  await dialog.getByLabel('Name', { exact: true }).fill(name);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Create a report' }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByText('No document yet.').waitFor();
  await page.getByRole('button', { name: `Make a document ${name}` }).click();
  await dialog.getByRole('button', { name: `Make a document`, exact: true }).click();
  await page.getByRole('region', { name: 'Preview' }).waitFor();
}

async function saved(page: Page, format: string): Promise<string> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: new RegExp(`^Save .* as ${format}$`) }).click();
  return (await download).path();
}

export function describeReports(world: () => World): void {
  it('creates a report, makes a document, shows it in a frame without rights, and saves it in four forms', async () => {
    const view = await world().open('/reports', { width: 390, theme: 'dark' });
    const { page, close } = view;
    const dialog = page.getByRole('dialog');
    await page.getByText('No report yet.').waitFor();
    await makeDocument(view, 'Quarterly');
    const frame = page.locator('iframe');
    await eventually(async () => expect(await frame.getAttribute('sandbox')).toBe(''));
    const document = page.frameLocator('iframe');
    await document.getByRole('heading', { level: 1, name: 'Quarterly' }).waitFor();
    await document.getByText(/^Tier zero: 3,?272 of [\d,]+ accounts/).waitFor();
    await expectAccessible(page);
    const begins = {
      HTML: '<!doctype html>',
      Markdown: '# Quarterly',
      JSON: '{',
      CSV: 'section,table,row,column,value',
    };
    for (const [format, begin] of Object.entries(begins))
      expect(await readFile(await saved(page, format), 'utf8')).toMatch(new RegExp(`^${begin}`));

    await page.getByRole('button', { name: 'Change Quarterly' }).click();
    await dialog.getByLabel('Make it again and again').check();
    await dialog.getByLabel('What is new').uncheck();
    await dialog.getByLabel('Period before each document').selectOption('a week');
    await dialog.getByRole('button', { name: 'Change', exact: true }).click();
    await page.getByText(/^Every month on day 1 at 07:00/).waitFor();
    await page.getByText('a week before each document').waitFor();
    await expectAccessibleInAllLooks(page);
    await page.getByRole('button', { name: 'Delete Quarterly' }).click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('No report yet.').waitFor();
    await close();
  });

  it('makes a document of names that are attacks, in which no script runs', async () => {
    const name = attacks.script;
    const view = await world().community.open('/reports');
    const { page, close } = view;
    await makeDocument(view, name);
    const file = await saved(page, 'HTML');
    const html = await readFile(file, 'utf8');
    // As somebody opens it who has only the file, without the headers of the service and without its own policy.
    const path = join(dirname(file), 'report.html');
    await writeFile(path, html.replace(/<meta http-equiv[^>]*>/, ''));
    const reader = await page.context().newPage();
    const requests: string[] = [];
    reader.on('request', (request) => requests.push(request.url()));
    const address = pathToFileURL(path).href;
    await reader.goto(address);
    await eventually(async () =>
      expect([await reader.title(), await reader.locator(`${brought}, script, a:not([href^="#"])`).count()]).toEqual([
        name,
        0,
      ]),
    );
    for (const theme of ['light', 'dark'] as const) {
      await reader.emulateMedia({ colorScheme: theme });
      await expectAccessible(reader);
    }
    // Within the margins of A4 and Letter, nothing is cut.
    await reader.emulateMedia({ media: 'print' });
    for (const width of [672, 695]) {
      await reader.setViewportSize({ width, height: 900 });
      const shown = await reader.evaluate('document.documentElement.scrollWidth');
      expect([width, shown]).toEqual([width, width]);
    }
    expect(requests).toEqual([address]);
    await close();
  });
}
