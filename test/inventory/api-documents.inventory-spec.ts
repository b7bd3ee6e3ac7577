import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../support/app.js';
import { controllerFiles } from '../support/controllers.js';
import { type Route, routesOf } from '../support/routes.js';

let app: TestApp;
/** Routes of the enterprise edition without COMPAT. */
let routes: Route[];
let files: Map<Function, string>;

beforeAll(async () => {
  app = await testApp();
  files = await controllerFiles();
  routes = routesOf(app.app);
});
afterAll(() => app.close());

function nameOf({ method, path }: Route): string {
  return `${method} ${path}`;
}

function inBraces(route: string): string {
  return route.replaceAll(/\/:(\w+)/g, '/{$1}');
}

function withPermission(route: Route): string[] {
  const { access } = route;
  return access && 'permission' in access ? [`${nameOf(route)}: ${access.permission}`] : [];
}

/** The first two columns of tables that begin with a route and a permission. */
function tableRows(text: string): string[] {
  const rows = text.matchAll(/^\| `([A-Z]+ \/\S+)` +\| `(\S+)` +\|/gm);
  return [...rows].map(([, route, permission]) => `${route}: ${permission}`);
}

/** What to change in a document, so that it has exactly these entries. */
function corrections(document: string, has: readonly string[], should: readonly string[]): string[] {
  const lacking = should.filter((it) => !has.includes(it)).map((it) => `${document}: add ${it}`);
  const surplus = has.filter((it) => !should.includes(it)).map((it) => `${document}: remove ${it}`);
  return [...lacking, ...surplus];
}

/** The operations that docs/api.md names, each with the heading of its chapter. */
async function operationsInDocument(): Promise<Map<string, string>> {
  const chapters = (await readFile('docs/api.md', 'utf8')).split(/^## /m);
  return new Map(
    chapters.flatMap((chapter) =>
      [...chapter.matchAll(/`([A-Z]+ \/[\w./{}-]+)`/g)].map(([, it]) => [it!, chapter.split('\n', 1)[0]!] as const),
    ),
  );
}

describe('docs/api.md', () => {
  it('names every operation of the OpenAPI document, and no other', async () => {
    const document = (await (await fetch(`${app.url}/api/v2/spec`)).json()) as { paths: Record<string, object> };
    const served = Object.entries(document.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(served.length).toBeGreaterThan(60);
    expect(corrections('docs/api.md', [...(await operationsInDocument()).keys()], served)).toEqual([]);
  });

  it('has the operations of the enterprise edition, and no other, in chapters marked as such', async () => {
    const chapters = await operationsInDocument();
    const wrong = routes.flatMap((route) => {
      const chapter = chapters.get(inBraces(nameOf(route)));
      const isEnterprise = files.get(route.controller)?.startsWith('src/modules/enterprise/') ?? false;
      const isMarked = chapter?.endsWith('(enterprise)');
      return chapter === undefined || isMarked === isEnterprise
        ? []
        : [
            `docs/api.md: the chapter "${chapter}" of ${nameOf(route)} ${isMarked ? 'is' : 'is not'} marked (enterprise)`,
          ];
    });
    expect(wrong).toEqual([]);
  });
});

describe('docs/permissions.md', () => {
  it('lists every route that is not public with its permission, in the order of paths', async () => {
    const rows = tableRows(await readFile('docs/permissions.md', 'utf8'));
    const needed = routes.flatMap(withPermission);
    expect(corrections('docs/permissions.md', rows, needed)).toEqual([]);
    expect(rows).toEqual(needed);
  });
});
