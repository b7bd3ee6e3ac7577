import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Permission, permissionsOf, roles } from '../../src/auth/permissions.js';
import { schemes, type TestApp, testApp } from '../support/app.js';
import { comparable, isForStrangers, type Route, routesOf, targetOf } from '../support/routes.js';
import { send, type SendOptions } from '../support/signed-client.js';

const publicRoutes = [
  'GET /api/v2',
  'GET /api/v2/about',
  'POST /api/v2/device/authorize',
  'POST /api/v2/device/token',
  'GET /api/v2/docs',
  'GET /api/v2/docs/reference.css',
  'GET /api/v2/docs/reference.js',
  'POST /api/v2/login',
  'POST /api/v2/login/passkey',
  'POST /api/v2/login/passkey/options',
  'POST /api/v2/self/session',
  'POST /api/v2/self/session/passkey',
  'GET /api/v2/spec',
  'GET /api/v2/sso/:slug/callback',
  'POST /api/v2/sso/:slug/callback',
  'GET /api/v2/sso/:slug/login',
  'GET /api/v2/sso/:slug/logout',
  'GET /api/v2/sso/:slug/metadata',
  'GET /health/live',
  'GET /health/ready',
  'GET /ui/findings/:finding/:document',
];

const wrongCredentials: readonly SendOptions[] = [
  {},
  { headers: { Authorization: 'Bearer x.y.z' } },
  { headers: { Authorization: 'svcsignature abc' } },
  { headers: { Authorization: 'Basic eDp5' } },
];

let enterprise: TestApp;
let routes: Route[];

beforeAll(async () => {
  enterprise = await testApp({ edition: 'enterprise' });
  routes = routesOf(enterprise.app);
});
afterAll(() => enterprise.close());

function nameOf({ method, path }: Route): string {
  return `${method} ${path}`;
}

function permissionOf({ access }: Route): Permission | undefined {
  return access && 'permission' in access ? access.permission : undefined;
}

function isForClients(route: Route): boolean {
  return permissionOf(route) === 'collector:call';
}

/** Their answers have the forms of SCIM, and providers add parameters of their own. */
function isForProviders(route: Route): boolean {
  return permissionOf(route) === 'accounts:provision';
}

describe('every route', () => {
  it('declares one permission or that it is public', () => {
    const open = routes.filter(({ access }) => access === undefined);
    expect(open.map(({ handler }) => `${handler}: add @Allow('<permission>') (src/auth/permissions.ts)`)).toEqual([]);
    expect(routes.filter((route) => permissionOf(route) === undefined).map(nameOf)).toEqual(publicRoutes);
  });

  it('reads inputs by InputGuard only', () => {
    expect(
      routes.filter(({ inputs }) => inputs.size > 0).every(({ parameters }) => Object.keys(parameters).length > 0),
    ).toBe(true);
    // Nest's own @Param, @Query, @Body, @Headers and @RawBody, as it numbers them.
    const nests = new Set(['3', '4', '5', '6', '8', '9', '10', '12']);
    const offenders = routes.filter(({ parameters }) =>
      Object.keys(parameters).some((key) => nests.has(key.split(':')[0]!)),
    );
    expect(offenders.map(({ handler }) => handler)).toEqual([]);
  });

  it('rejects an unknown query parameter', async () => {
    for (const route of routes.filter((it) => it.method === 'GET' && permissionOf(it) && !isForProviders(it))) {
      const target = `${targetOf(route)}?no_such_parameter=1`;
      const response = await (isForClients(route)
        ? enterprise.asClient('GET', target)
        : enterprise.call('GET', target));
      expect([nameOf(route), response.status]).toEqual([nameOf(route), 400]);
      const { errors } = (await response.json()) as { errors: { context: string }[] };
      expect(errors.map(({ context }) => context)).toContain('query.no_such_parameter');
    }
  });

  it('returns 401 with both challenges and one generic text without valid credentials', async () => {
    for (const route of routes.filter((it) => permissionOf(it) && it.path !== '/metrics')) {
      for (const options of isForStrangers(route) ? wrongCredentials.slice(1) : wrongCredentials) {
        const response = await send(enterprise.url, route.method, targetOf(route), options);
        expect([nameOf(route), response.status]).toEqual([nameOf(route), 401]);
        expect(response.headers.get('www-authenticate')).toBe(
          'Bearer realm="graphward", svcsignature realm="graphward"',
        );
        const body = (await response.json()) as object;
        const refusal = {
          code: 'auth.failed',
          context: 'header.Authorization',
          message: 'authentication is required or the credentials are not valid',
        };
        const expected = isForProviders(route)
          ? { status: '401', detail: `${refusal.context}: ${refusal.message}` }
          : { errors: [refusal] };
        expect(body).toMatchObject(expected);
      }
    }
  });
});

describe.each(roles)('the role %s', (role) => {
  it.each(schemes)('may call exactly the routes of its permissions, by %s', async (scheme) => {
    const held = permissionsOf(role);
    // Logging out and changing the own password would end the very credentials that this test uses.
    const harmless = routes.filter(
      (it) => permissionOf(it) && !/logout|self\/(password|session)$|metrics/.test(it.path),
    );
    for (const route of harmless) {
      const response = await enterprise.as(role, scheme, route.method, `${targetOf(route)}?no_such_parameter=1`);
      const refusal = isForClients(route) ? 404 : 403;
      const isOpen = held.has(permissionOf(route)!) || isForStrangers(route);
      const expected = isOpen ? [400, 413, 415] : [refusal];
      expect({
        route: nameOf(route),
        status: response.status,
        expected: expected.includes(response.status),
      }).toMatchObject({
        expected: true,
      });
    }
  });
});

describe('a collection client', () => {
  it('may call exactly the routes of collectors', async () => {
    for (const route of routes.filter(permissionOf)) {
      const response = await enterprise.asClient(route.method, `${targetOf(route)}?no_such_parameter=1`);
      const expected = isForClients(route) || isForStrangers(route) ? [400, 413, 415] : [403];
      expect({ route: nameOf(route), isExpected: expected.includes(response.status) }).toEqual({
        route: nameOf(route),
        isExpected: true,
      });
    }
  });

  it('has routes that look like unknown paths to accounts', async () => {
    const unknown = '/api/v2/no-such-path';
    for (const route of routes.filter(isForClients)) {
      const path = targetOf(route);
      for (const scheme of schemes) {
        const [hidden, absent] = await Promise.all([
          enterprise.as('administrator', scheme, route.method, path),
          enterprise.as('administrator', scheme, route.method, unknown),
        ]);
        expect(await comparable(hidden, path)).toEqual(await comparable(absent, unknown));
      }
    }
  });
});
