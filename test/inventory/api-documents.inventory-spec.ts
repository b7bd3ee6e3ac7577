import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../support/app.js';
import { controllerFiles } from '../support/controllers.js';
import type { OpenApi } from '../support/openapi.js';
import { type Route, routesOf } from '../support/routes.js';

let app: TestApp;
/** Routes of the enterprise edition without COMPAT. */
let routes: Route[];
let files: Map<Function, string>;
/** Operations of the OpenAPI document. */
let operations: { readonly name: string; readonly group: string; readonly description: string }[];

beforeAll(async () => {
  app = await testApp();
  files = await controllerFiles();
  routes = routesOf(app.app);
  const document = (await (await fetch(`${app.url}/api/v2/spec`)).json()) as OpenApi;
  operations = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, { tags, description = '' }]) => ({
      name: `${method.toUpperCase()} ${path}`,
      group: tags[0] ?? '',
      description,
    })),
  );
});
afterAll(() => app.close());

function nameOf({ method, path }: Route): string {
  return `${method} ${path}`;
}

function inBraces(route: string): string {
  return route.replaceAll(/\/:(\w+)/g, '/{$1}');
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
  it('names only operations of the OpenAPI document', async () => {
    const named = [...(await operationsInDocument()).keys()];
    expect(named.length).toBeGreaterThan(40);
    const served = new Set(operations.map(({ name }) => name));
    expect(named.filter((name) => !served.has(name))).toEqual([]);
  });

  it('has a chapter for each group of the OpenAPI document', async () => {
    const chapters = (await readFile('docs/api.md', 'utf8')).matchAll(/^## (.*?)(?: \(enterprise\))?$/gm);
    const names = [...chapters].map(([, name = '']) => name.toLowerCase());
    const groups = new Set(operations.map(({ group }) => group.toLowerCase()));
    expect([...groups].filter((group) => !names.includes(group))).toEqual([]);
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

describe('the OpenAPI document', () => {
  it('has the permission of each route', () => {
    const described = new Map(operations.map(({ name, description }) => [name, description]));
    const wrong = routes.flatMap((route) => {
      const { access } = route;
      const name = inBraces(nameOf(route));
      const permission = access && 'permission' in access ? access.permission : undefined;
      const isUndocumented = ['GET /metrics', 'POST /mcp'].includes(name) || permission === 'accounts:provision';
      if (permission === undefined || isUndocumented) return [];
      const text =
        permission === 'collector:call' ? 'For collection clients only.' : `the permission \`${permission}\`.`;
      return described.get(name)?.endsWith(text) ? [] : [`${name}: ${permission}`];
    });
    expect(wrong).toEqual([]);
  });
});
