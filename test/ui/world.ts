import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout } from 'node:timers/promises';
import { expect } from '@jest/globals';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { until } from '../support/until.js';
import { startBrowser } from './chromium.js';
import { startCommunity, startDemo, type User, type Service } from './services.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Milliseconds that a wait for the browser may take. A wait ends when its condition holds, so the limit only ends what never happens, also
 * on a machine that runs several suites at once.
 */
const PATIENCE = 240_000;

/** Views that are open at the same time. */
const AT_ONCE = 3;

/** An account of a service in the browser. */
export interface Site {
  readonly url: string;
  readonly user: User;
  /** Opens an address below `/ui` in a context of its own. */
  open(path: string, looks?: Looks): Promise<View>;
}

/** The administrator of the service with the demo estate, other accounts and services, and one browser. */
export interface World extends Site {
  /** An account of the role `read_only` of the same service. */
  readonly reader: Site;
  /** The administrator of a service in the community edition, with an estate whose names are attacks. */
  readonly community: Site;
  /** The same at a host name, because devices sign for no IP address. */
  readonly localhost: Site;
  close(): Promise<void>;
}

export interface Looks {
  readonly width?: number;
  readonly theme?: 'light' | 'dark';
  /** By default true. */
  readonly isLoggedIn?: boolean;
  /** Is run before the page opens, such as to intercept calls. */
  readonly prepare?: (page: Page) => Promise<unknown>;
}

/** A page and what went wrong in it. */
export interface View {
  readonly page: Page;
  /** Lines of the console, violations of the content security policy among them, and requests to other origins. */
  readonly faults: string[];
  /** Closes the page, and expects that nothing went wrong. */
  readonly close: (expectedFaults?: readonly RegExp[]) => Promise<void>;
}

export async function startWorld(): Promise<World> {
  const [browser, demo, community] = await Promise.all([startBrowser(), startDemo(), startCommunity()]);
  const reader = { username: 'reader', secret: 'seven brass lanterns' };
  await demo.createAccount({ name: reader.username, password: reader.secret, role: 'read_only' });
  return {
    ...(await siteOf(browser, demo)),
    reader: await siteOf(browser, { ...demo, user: reader }),
    community: await siteOf(browser, community),
    localhost: await siteOf(browser, atLocalhost(community)),
    close: async () => {
      await browser.close();
      await Promise.all([demo.stop(), community.stop()]);
    },
  };
}

function atLocalhost({ url, user }: Pick<Service, 'url' | 'user'>): Pick<Service, 'url' | 'user'> {
  return { url: url.replace('127.0.0.1', 'localhost'), user };
}

async function siteOf(browser: Browser, { url, user }: Pick<Service, 'url' | 'user'>): Promise<Site> {
  const session = await logIn(browser, url, user);
  const open: Site['open'] = async (path, { width = 1280, theme = 'light', isLoggedIn = true, prepare } = {}) => {
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width, height: 800 },
      // The browser of the package has the locale `en-US@posix`, which Intl refuses.
      locale: 'en-US',
      colorScheme: theme,
      ...(isLoggedIn && { storageState: session }),
    });
    context.setDefaultTimeout(PATIENCE);
    const page = await context.newPage();
    const faults = faultsOf(page, url);
    await prepare?.(page);
    await page.goto(`/ui${path}`);
    const close = async (expected: readonly RegExp[] = []) => {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
      expectOnly(faults, expected);
    };
    return { page, faults, close };
  };
  return { url, user, open };
}

/** Checks an expectation again until it holds, because the page and its address follow an act a moment later. */
export async function eventually(expectation: () => void | Promise<void>): Promise<void> {
  const end = Date.now() + PATIENCE;
  for (;;)
    try {
      return await expectation();
    } catch (error) {
      if (Date.now() > end) throw error;
      await setTimeout(20);
    }
}

/** Waits until no part of the page is loading. The page's policy forbids the evaluation of a text as a condition. */
export async function expectLoaded(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await until(async () => (await page.locator('[aria-busy="true"]').count()) === 0);
}

interface Visit<Row> {
  readonly look: (page: Page, row: Row) => Promise<void>;
  readonly expectedFaults?: readonly RegExp[];
  /** Whether a page is loaded once, and its other views follow as if by links. By default each view is loaded by its address. */
  readonly isByLinks?: boolean;
}

/** Looks at views one after another, in a few pages at the same time. */
export async function visit<Row extends { readonly path: string }>(
  site: Site,
  rows: readonly Row[],
  { look, expectedFaults = [], isByLinks = false }: Visit<Row>,
): Promise<void> {
  const waiting = [...rows];
  const work = async (): Promise<void> => {
    const first = waiting.shift();
    if (!first) return;
    const { page, faults, close } = await site.open(first.path);
    for (let row: Row | undefined = first; row; row = waiting.shift())
      try {
        if (row !== first) await (isByLinks ? follow(page, row.path) : page.goto(`/ui${row.path}`));
        await look(page, row);
        expectOnly(faults.splice(0), expectedFaults);
      } catch (error) {
        throw new Error(`at ${row.path}`, { cause: error });
      }
    await close(expectedFaults);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Shows another view as a link does, and waits until its effects have begun to load it. */
export async function follow(page: Page, path: string): Promise<void> {
  await page.evaluate(`new Promise((done) => {
    history.pushState(null, '', ${JSON.stringify(`/ui${path}`)});
    dispatchEvent(new PopStateEvent('popstate'));
    requestAnimationFrame(() => setTimeout(() => setTimeout(done)));
  })`);
}

function expectOnly(faults: readonly string[], expected: readonly RegExp[]): void {
  expect(faults.filter((it) => !expected.some((pattern) => pattern.test(it)))).toEqual([]);
}

/**
 * Waits until no part of the page is loading, then expects no violation of axe and no sideways scroll.
 * @param rules of axe; by default all
 */
export async function expectAccessible(page: Page, rules?: readonly string[]): Promise<void> {
  await expectLoaded(page);
  // All that is left out is what it says beside violations, and files that no rule needs.
  const options = {
    resultTypes: ['violations'],
    preload: false,
    ...(rules && { runOnly: { type: 'rule', values: rules } }),
  };
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(`${axe};`);
  const violations = await page.evaluate<
    string[]
  >(`axe.run(${JSON.stringify(options)}).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => id + ': ' + target.join(' ') + ': ' + failureSummary)))`);
  expect(violations).toEqual([]);
  await expectNoSidewaysScroll(page);
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  // Charts follow the width a moment later.
  await until(async () => page.evaluate('document.documentElement.scrollWidth <= innerWidth'));
}

/** Looks at an open page in both themes, with forced colours, and on narrow screens. 320 pixels are 1,280 at 400 %. */
export async function expectAccessibleInAllLooks(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  await expectAccessible(page);
  // Only colours differ by theme.
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page, ['color-contrast']);
  await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
  await expectNoSidewaysScroll(page);
  await page.emulateMedia({ forcedColors: 'none' });
  await page.setViewportSize({ width: 390, height: 800 });
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 800 });
  await expectLoaded(page);
  await expectNoSidewaysScroll(page);
}

/** Runs tasks, some of them at the same time, because each of them waits for the browser or the service. */
export async function inParallel<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const work = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await run(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Lines of a part of the page as assistive technology has it, without addresses. */
export async function snapshotOf(part: Locator): Promise<readonly string[]> {
  return (await part.ariaSnapshot()).split('\n').filter((line) => !line.includes('/url:'));
}

/** This project has no types of the DOM. */
interface Focusable {
  readonly ownerDocument: { readonly activeElement: unknown; querySelectorAll(query: string): Iterable<Focusable> };
  checkVisibility(): boolean;
  compareDocumentPosition(other: unknown): number;
}

/** Presses Tab, or Shift+Tab if the focus is behind, until an element has the focus. */
export async function reach(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let round = 0; round < 50; round++) {
    const [key, times] = await target.evaluate((it: Focusable): [key: string, times: number] => {
      const { ownerDocument } = it;
      const { activeElement } = ownerDocument;
      const stops = [
        ...ownerDocument.querySelectorAll('a[href], button:enabled, input, select, summary, [tabindex="0"]'),
      ];
      const shown: unknown[] = stops.filter((stop) => stop.checkVisibility());
      const by = Math.abs(shown.indexOf(it) - shown.indexOf(activeElement));
      const isBehind = (it.compareDocumentPosition(activeElement) & 4) !== 0;
      return [isBehind ? 'Shift+Tab' : 'Tab', shown.includes(activeElement) ? by : 1];
    });
    if (times === 0) return;
    for (let press = 0; press < times; press++) await page.keyboard.press(key);
  }
  throw new Error(`no Tab leads to ${String(target)}`);
}

/** The address without its origin. */
export function pathOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

interface Replacement {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Answers calls in place of the service. @param target below `/api/v2`, as a glob */
export async function answerWith(
  page: Page,
  target: string,
  { status = 200, headers, body }: Replacement,
): Promise<void> {
  const pattern = target.includes('*') ? target : `${target}*`;
  await page.route(`**/api/v2${pattern}`, (route) => route.fulfill({ status, headers: { ...headers }, json: body }));
}

/** Changes what an answer of the service says, such as the permissions of the account. */
export async function changeAnswer(page: Page, target: string, changes: object): Promise<void> {
  await page.route(`**/api/v2${target}`, async (route) => {
    const response = await route.fetch();
    const { data } = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { data: { ...data, ...changes } } });
  });
}

/** Changes what the service says of the session of the page, each time that it is asked. */
export async function changeOwnSession(page: Page, changes: () => object): Promise<void> {
  await page.route('**/api/v2/self/sessions?*', async (route) => {
    const answer = await route.fetch();
    const { data, ...list } = (await answer.json()) as { data: object[] };
    await route.fulfill({ response: answer, json: { ...list, data: [{ ...data[0], ...changes() }] } });
  });
}

function faultsOf(page: Page, url: string): string[] {
  const faults: string[] = [];
  page.on('console', (message) => faults.push(`${message.type()}: ${message.text()} ${message.location().url}`));
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const address = request.url();
    if (!address.startsWith(`${url}/`) && !address.startsWith('blob:')) faults.push(`foreign request: ${address}`);
  });
  return faults;
}

async function logIn(browser: Browser, url: string, user: User): ReturnType<BrowserContext['storageState']> {
  const context = await browser.newContext({ baseURL: url });
  context.setDefaultTimeout(PATIENCE);
  const headers = { 'X-Requested-With': 'graphward' };
  const answer = await context.request.post('/api/v2/self/session', { headers, data: user });
  expect([answer.status(), await answer.text()]).toEqual([200, expect.stringContaining('user_id')]);
  const state = await context.storageState();
  await context.close();
  return state;
}
