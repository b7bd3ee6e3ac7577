import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { bareDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';
import { startBrowser } from './chromium.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The service with the demo estate, and one browser. */
export interface World {
  readonly url: string;
  readonly user: { readonly username: string; readonly secret: string };
  /** Opens an address below `/ui` as the administrator, in a context of its own. */
  open(path: string, looks?: Looks): Promise<View>;
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
  const [browser, service] = await Promise.all([startBrowser(), startDemo()]);
  const session = await logIn(browser, service);
  const open: World['open'] = async (path, { width = 1280, theme = 'light', isLoggedIn = true, prepare } = {}) => {
    const context = await browser.newContext({
      baseURL: service.url,
      viewport: { width, height: 800 },
      // The browser of the package has the locale `en-US@posix`, which Intl refuses.
      locale: 'en-US',
      colorScheme: theme,
      ...(isLoggedIn && { storageState: session }),
    });
    const page = await context.newPage();
    const faults = faultsOf(page, service.url);
    await prepare?.(page);
    await page.goto(`/ui${path}`);
    const close = async (expected: readonly RegExp[] = []) => {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await context.close();
      expect(faults.filter((it) => !expected.some((pattern) => pattern.test(it)))).toEqual([]);
    };
    return { page, faults, close };
  };
  const close = async () => {
    await browser.close();
    await service.stop();
  };
  return { url: service.url, user: service.user, open, close };
}

/** Waits until no part of the page is loading. The page's policy forbids the evaluation of a text as a condition. */
export async function expectLoaded(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await until(async () => (await page.locator('[aria-busy="true"]').count()) === 0);
}

/** Waits until no part of the page is loading, then expects no violation of axe and no sideways scroll. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectLoaded(page);
  const violations = await page.evaluate<string[]>(`${axe};
    axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => id + ': ' + target.join(' ') + ': ' + failureSummary)))`);
  expect(violations).toEqual([]);
  expect(await page.evaluate('Math.max(0, document.documentElement.scrollWidth - innerWidth)')).toBe(0);
}

/** Opens an address, and looks at it in both themes and on narrow screens. */
export async function expectAccessibleEverywhere(world: World, path: string): Promise<void> {
  const { page, close } = await world.open(path);
  const looks = [
    [1280, 'light'],
    [1280, 'dark'],
    [390, 'light'],
    [320, 'light'],
  ] as const;
  for (const [width, colorScheme] of looks) {
    await page.setViewportSize({ width, height: 800 });
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  await close();
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

function faultsOf(page: Page, url: string): string[] {
  const faults: string[] = [];
  page.on('console', (message) => faults.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('request', (request) => {
    const address = request.url();
    if (!address.startsWith(`${url}/`) && !address.startsWith('blob:')) faults.push(`foreign request: ${address}`);
  });
  return faults;
}

async function logIn(browser: Browser, { url, user }: Demo): ReturnType<BrowserContext['storageState']> {
  const context = await browser.newContext({ baseURL: url });
  const headers = { 'X-Requested-With': 'graphward' };
  const answer = await context.request.post('/api/v2/self/session', { headers, data: user });
  expect([answer.status(), await answer.text()]).toEqual([200, expect.stringContaining('user_id')]);
  const state = await context.storageState();
  await context.close();
  return state;
}

interface Demo {
  readonly url: string;
  readonly user: World['user'];
  stop(): Promise<void>;
}

/** Runs `demo` of the built program, as a newcomer does. */
async function startDemo(): Promise<Demo> {
  const [db, folder] = await Promise.all([bareDatabase(), mkdtemp(join(tmpdir(), 'graphward-ui-'))]);
  const settings = { DATABASE_URL: db.url, DATA_DIR: folder, PORT: '0', RATE_LIMIT_PER_SECOND: '0' };
  const service = spawn(process.execPath, ['dist/src/cli.js', 'demo'], {
    env: { PATH: process.env['PATH'], ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const read = (chunk: Buffer) => (output += chunk.toString());
  service.stdout.on('data', read);
  service.stderr.on('data', read);
  const ended = once(service, 'exit');
  await Promise.race([
    ended,
    new Promise<void>((resolve) => {
      service.stdout.on('data', () => output.includes('Press Ctrl-C') && resolve());
    }),
  ]);
  const found = (pattern: RegExp) => {
    const [, value] = pattern.exec(output) ?? [];
    if (value === undefined) throw new Error(`the demo did not print ${pattern}:\n${output}`);
    return value;
  };
  return {
    url: new URL(found(/OpenAPI document: (\S+)/)).origin,
    user: { username: 'demo', secret: found(/Password\s+(\S+)/) },
    stop: async () => {
      service.kill('SIGTERM');
      await ended;
      await db.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
