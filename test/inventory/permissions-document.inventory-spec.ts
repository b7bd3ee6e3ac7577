import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../support/app.js';
import { routesOf } from '../support/routes.js';

describe('docs/permissions.md', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await testApp({ edition: 'enterprise' });
  });
  afterAll(() => app.close());

  it('lists every route that is not public, and the permission it needs', async () => {
    const needed = routesOf(app.app).flatMap(({ method, path, access }) =>
      access && 'permission' in access ? [`${method} ${path}: ${access.permission}`] : [],
    );
    const text = await readFile('docs/permissions.md', 'utf8');
    const rows = text.matchAll(/^\| `([A-Z]+ \/\S+)` +\| `(\S+)` +\|$/gm);
    expect([...rows].map(([, route, permission]) => `${route}: ${permission}`)).toEqual(needed);
  });
});
