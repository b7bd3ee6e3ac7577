import { readFile } from 'node:fs/promises';
import { expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { attackId, attackNames, attackUsers, extensionIds } from '../support/attack-estate.js';
import { parseCsv } from '../support/csv.js';
import { eventually, expectLoaded, visit, type World } from './world.js';

const [first = ''] = attackUsers;
const domain = first.replace(/-\d+$/, '');

/** Elements and attributes that only a name that became markup would bring. */
export const brought =
  'img, iframe, foreignObject, object, embed, base, form[action], main style, body script, [onload], [onerror], [onmouseover], [onfocus]';

function addressOf(path: string, query: Readonly<Record<string, string>> = {}): string {
  return `${path}?${new URLSearchParams(query).toString()}`;
}

const objects = [...attackUsers, attackId, domain, `${domain}-512`];

const addresses = [
  '/',
  '/tags/1',
  '/exposure',
  '/ranking?by=only_through',
  '/reachable',
  '/edges',
  '/changes',
  '/new-ways',
  '/?type=User&props=name,description&where=name:neq:a',
  '/data/uploads',
  '/data/uploads/1',
  `/data/quality/${domain}`,
  '/data/analysis',
  ...attackNames.map((query) => addressOf('/', { query: query.slice(0, 200) })),
  ...objects.map((id) => addressOf(`/o/${encodeURIComponent(id)}`, { list: 'memberships' })),
  addressOf(`/o/${domain}-512`, { list: 'members' }),
  addressOf(`/o/${domain}-512`, { list: 'members', type: 'graph' }),
  addressOf('/cypher', { q: 'MATCH (n) RETURN n, labels(n), properties(n)' }),
  addressOf('/cypher', { q: 'MATCH p = (n)-->(m) RETURN p', form: 'graph' }),
  addressOf('/paths', { start_kind: 'User', end_node: `${domain}-512` }),
  addressOf('/paths', {
    start_node: first,
    end_node: `${domain}-512`,
    edge: `${first},${domain}-1000,MemberOf`,
  }),
];

async function expectOnlyText(page: Page): Promise<void> {
  expect(await page.title()).not.toBe('OWNED');
  expect(await page.locator(brought).count()).toBe(0);
  const links = await page.locator('a').evaluateAll((all) => all.map((it) => it.getAttribute('href') ?? ''));
  expect(links.filter((it) => !/^(\/ui\/|\/api\/v2\/docs$|#(content|edges)$|https:\/\/)/.test(it))).toEqual([]);
}

async function saved(page: Page, name: string): Promise<Buffer> {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name, exact: true }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^paths[\w-]*\.\w+$/);
  return readFile(await file.path());
}

/** The service shortens the longest name. */
function begins(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map((it) => it.slice(0, 500)));
}

/** Width and height of an image that the browser opens. */
function sizeOfImage(page: Page, image: Buffer): Promise<readonly number[]> {
  const bytes = `Uint8Array.from(atob('${image.toString('base64')}'), (it) => it.charCodeAt(0))`;
  return page.evaluate(`createImageBitmap(new Blob([${bytes}])).then(({ width, height }) => [width, height])`);
}

export function describeAttacks(world: () => World): void {
  it('shows names as text on every screen', () =>
    visit(
      world().community,
      addresses.map((path) => ({ path })),
      {
        look: async (page) => {
          await expectLoaded(page);
          await expectOnlyText(page);
        },
        isByLinks: true,
      },
    ));

  it('shows the texts of extensions as Markdown, and no markup in them', async () => {
    const { environment, user } = extensionIds;
    const { page, close } = await world().community.open(`/o/${user}`);
    await page.getByRole('heading', { level: 2, name: 'About HX_User' }).waitFor();
    await eventually(async () => expect(await page.locator('main strong', { hasText: /^strong$/ }).count()).toBe(1));
    await eventually(async () =>
      expect(await page.getByRole('link', { name: 'web', exact: true }).getAttribute('href')).toBe(
        'https://example.org/',
      ),
    );
    await expectOnlyText(page);
    await page.goto(
      addressOf('/ui/paths', { start_node: user, end_node: environment, edge: `${user},${environment},HX_Owns` }),
    );
    await page.getByRole('heading', { level: 2, name: 'About HX_Owns' }).waitFor();
    await expectOnlyText(page);
    await page.goto('/ui/data/quality');
    await page.getByRole('link', { name: /^HX-ORG/ }).click();
    await page.getByRole('table').getByText('HX_User', { exact: true }).waitFor();
    await expectOnlyText(page);
    await close();
  });

  it('writes names as text into files', async () => {
    const { page, close } = await world().community.open(
      addressOf('/paths', { start_kind: 'User', end_node: `${domain}-512` }),
    );
    await expectLoaded(page);
    await page.locator('summary', { hasText: 'Export' }).click();
    const svg = (await saved(page, 'SVG')).toString();
    expect(svg.match(/<(?!\/?(svg|g|rect|path|text|title|tspan)[\s>])/g)).toBeNull();
    expect(svg.match(/\s(on\w+|href|src)=/g)).toBeNull();
    const cells = parseCsv((await saved(page, 'CSV')).toString()).flat();
    expect(cells.filter((it) => /^[=+\-@\t\r]/.test(it))).toEqual([]);
    const markdown = (await saved(page, 'Markdown')).toString();
    expect(markdown.match(/(?<!\\)(<\/?[a-z]|\]\()/gi)).toBeNull();
    const { data } = JSON.parse((await saved(page, 'JSON')).toString()) as {
      data: { nodes: Record<string, { label: string }> };
    };
    expect(begins(Object.values(data.nodes).map(({ label }) => label))).toEqual(begins(attackNames));
    const size = /^<svg [^>]*width="([\d.]+)" height="([\d.]+)"/
      .exec(svg)
      ?.slice(1)
      .map((it) => Math.ceil(Number(it) * 2));
    expect(await sizeOfImage(page, await saved(page, 'PNG'))).toEqual(size);
    await close();
  });
}
