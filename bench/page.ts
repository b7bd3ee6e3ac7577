import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { listening } from './measured-process.js';
import { format, median, print, printTable } from './measure.js';
import { withDemoInBrowser } from './page/demo-in-browser.js';

/**
 * Measures the page in a browser, in turns with an empty page of a bare server. Each turn has a context without a cache.
 *
 *   npm run bench:page -- [turns]
 */
const [turns = '9'] = process.argv.slice(2);

const firstPaint = `performance.getEntriesByName('first-contentful-paint')[0].startTime`;

/** Notes when the first box of a picture has been painted. */
const noteDrawn = `new MutationObserver((_, observer) => {
  if (!document.querySelector('svg.picture .frame')) return;
  observer.disconnect();
  requestAnimationFrame(() => setTimeout(() => (globalThis.drawnAt = performance.now())));
}).observe(document, { childList: true, subtree: true });`;

const drawnAfterAnswer = `globalThis.drawnAt -
  performance.getEntriesByType('resource').find(({ name }) => name.includes('/shortest-path')).responseEnd`;

async function paint(page: Page, address: string): Promise<number> {
  await page.goto(address);
  await page.locator('h1').first().waitFor();
  await page.waitForTimeout(300);
  return page.evaluate<number>(firstPaint);
}

async function search(page: Page): Promise<number> {
  await page.goto('/ui/');
  await page.getByRole('heading', { name: 'Questions' }).waitFor();
  const start = performance.now();
  await page.getByRole('combobox', { name: 'Search objects' }).fill('bjorn');
  await page.getByRole('option').first().waitFor();
  return performance.now() - start;
}

async function draw(page: Page): Promise<number> {
  await page.addInitScript(noteDrawn);
  await page.goto('/ui/paths?start_kind=User&max_nodes=10000');
  await page.locator('svg.picture .frame').first().waitFor();
  await page.waitForTimeout(300);
  return page.evaluate<number>(drawnAfterAnswer);
}

const empty = createServer((_, response) => {
  response.setHeader('Content-Type', 'text/html');
  response.end('<!doctype html><html lang="en"><title>Empty</title><h1>Empty</h1></html>');
});
const emptyUrl = `${await listening(empty)}/`;

const measurements: Readonly<Record<string, (page: Page) => Promise<number>>> = {
  'empty page: first paint': (page) => paint(page, emptyUrl),
  'page: first paint': (page) => paint(page, '/ui/'),
  'search: from the last letter to rows': search,
  'paths of all users: from the answer to the picture': draw,
};

await withDemoInBrowser(async ({ browser, options }) => {
  const times = new Map<string, number[]>(Object.keys(measurements).map((name) => [name, []]));
  // The first turn fills the caches of the service.
  for (let turn = 0; turn <= Number(turns); turn++)
    for (const [name, measure] of Object.entries(measurements)) {
      const context = await browser.newContext(options);
      const time = await measure(await context.newPage());
      await context.close();
      if (turn > 0) times.get(name)?.push(time);
    }
  const [floor = Number.NaN] = [...times.values()].map(median);
  printTable(
    `Medians of ${turns} turns`,
    ['measurement', 'ms', 'times the empty page'],
    [...times].map(([name, all]) => [name, format(median(all)), (median(all) / floor).toFixed(1)]),
  );
  print('');
});
empty.close();
