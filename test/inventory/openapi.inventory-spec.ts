import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Role } from '../../src/auth/permissions.js';
import { type TestApp, testApp } from '../support/app.js';
import { type OpenApi, OpenApiJudge } from '../support/openapi.js';
import { isForStrangers, type Route, routesOf, targetOf } from '../support/routes.js';
import { send } from '../support/signed-client.js';

/** For programs and supervisors, not part of the interface that the document describes. */
const undocumented = new Set([
  'POST /mcp',
  'GET /api/v2',
  'GET /api/v2/docs',
  'GET /api/v2/docs/reference.css',
  'GET /api/v2/docs/reference.js',
  'GET /api/v2/sso/:slug/callback',
  'POST /api/v2/sso/:slug/callback',
  'GET /api/v2/sso/:slug/login',
  'GET /api/v2/sso/:slug/logout',
  'GET /api/v2/sso/:slug/metadata',
  'GET /api/v2/spec',
  'GET /health/live',
  'GET /health/ready',
  'GET /metrics',
  'GET /ui/findings/:finding/:document',
]);

/** The standard describes them, and so does `/Schemas`. */
function isOfScim({ path }: Route): boolean {
  return path.startsWith('/api/v2/scim/v2/');
}

let app: TestApp;
let limited: TestApp;
let judge: OpenApiJudge;
let routes: Route[];

beforeAll(async () => {
  app = await testApp({ environment: { MAX_BODY_BYTES: '20000', MAX_UPLOAD_BYTES: '20000' } });
  limited = await testApp({ environment: { RATE_LIMIT_PER_SECOND: '1', RATE_LIMIT_BURST: '1' } });
  judge = await OpenApiJudge.of(app.url);
  routes = routesOf(app.app).filter((route) => !undocumented.has(`${route.method} ${route.path}`) && !isOfScim(route));
});
afterAll(() => Promise.all([app.close(), limited.close()]));

/** Reads of these groups whose answers stand on no analysis: names of objects, and the types that there are. */
const withoutBasis = new Set(['listAttackPathTypes', 'searchEntities']);

/** The specification of the API fixes the form of their answers. */
const fixedForms = new Set(['listGroupAdminRights', 'listUserAdminRights', 'listComputerAdminRights']);

/** Groups whose answers are about reach, paths, exposure, findings, rankings and changes. */
const ofReach = new Set(['paths', 'graph', 'entities', 'findings', 'risk posture', 'cypher']);

type OperationObject = OpenApi['paths'][string][string];

function pathOf({ path }: Route): string {
  return path.replaceAll(/:(\w+)/g, '{$1}');
}

function operationOf(route: Route): OperationObject {
  const operation = judge.document.paths[pathOf(route)]?.[route.method.toLowerCase()];
  if (!operation) throw new Error(`the document lacks ${route.method} ${route.path}`);
  return operation;
}

function declaredQuery(route: Route): string[] {
  return (operationOf(route).parameters ?? []).flatMap((it) => (it.in === 'query' ? [it.name] : []));
}

function withRequiredQuery(route: Route): string {
  const required = (operationOf(route).parameters ?? []).filter((it) => it.in === 'query' && it.required);
  return [targetOf(route), ...required.map(({ name }) => `${name}=x`)].join('?');
}

function isPublic({ access }: Route): boolean {
  return access !== undefined && 'public' in access;
}

function isForClients({ access }: Route): boolean {
  return access !== undefined && 'permission' in access && access.permission === 'collector:call';
}

function takesBody({ inputs }: Route): boolean {
  return [...inputs.values()].some(({ place }) => place === 'body');
}

/** Faults of the answers to one call of each route, of those that have the status at all. */
async function faultsOfAll(
  status: number,
  chosen: readonly Route[],
  call: (route: Route) => Promise<Response>,
): Promise<string[]> {
  const faults: string[] = [];
  for (const route of chosen) {
    const response = await call(route);
    const told = await judge.faultsOf(route.method, pathOf(route), response);
    const wrong = response.status === status ? [] : [`answers ${response.status}`];
    faults.push(...[...wrong, ...told].map((fault) => `${route.method} ${route.path}: ${fault}`));
  }
  return faults;
}

/** Calls a route of clients as a client, and other routes as an administrator. */
function asHolder(route: Route, target = targetOf(route), body?: string, type = 'application/json') {
  const options = { headers: { 'Content-Type': type }, ...(body !== undefined && { body }) };
  return isForClients(route)
    ? app.asClient(route.method, target, options)
    : app.as('administrator', 'signature', route.method, target, options);
}

describe('the OpenAPI document', () => {
  it('refers from each SAML operation to the one for providers of both protocols', () => {
    const saml = routes.filter(({ path }) => path.startsWith('/api/v2/saml'));
    expect(saml).toHaveLength(4);
    for (const route of saml)
      expect(Reflect.get(operationOf(route), 'description')).toContain(
        '`/sso-providers` has the providers of both protocols',
      );
  });

  it('contains every route, and no other', () => {
    const told = Object.entries(judge.document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(told.toSorted()).toEqual(routes.map((route) => `${route.method} ${pathOf(route)}`).toSorted());
  });

  it('has a unique id and a summary for every operation', () => {
    const operations = routes.map(operationOf);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(routes.length);
    expect(operations.filter(({ summary }) => !summary)).toEqual([]);
  });

  it('requires credentials and lists 401 and 403 exactly for the routes that do', () => {
    for (const route of routes) {
      const { security, responses } = operationOf(route);
      const both = isForClients(route) ? [{ signature: [] }] : [{ bearer: [] }, { signature: [] }, { cookieAuth: [] }];
      const schemes = isPublic(route) ? [] : both;
      expect({ route: route.handler, security }).toEqual({ route: route.handler, security: schemes });
      expect({ route: route.handler, told: '403' in responses }).toEqual({
        route: route.handler,
        told: !isPublic(route) && !isForClients(route),
      });
    }
  });

  it('declares the path parameters of a route, then its query parameters, each in the order of the handler', () => {
    for (const route of routes) {
      const names = [...route.inputs].toSorted(([a], [b]) => a - b);
      const query = names.flatMap(([, input]) => (input.place === 'query' ? input.names : []));
      const path = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => name);
      const declared = (operationOf(route).parameters ?? []).filter((it) => it.in !== 'header').map(({ name }) => name);
      expect({ route: route.handler, declared }).toEqual({ route: route.handler, declared: [...path, ...query] });
    }
  });

  it('restricts every query parameter by a pattern, an enumeration, a format or bounds, except flags', () => {
    const loose = routes.flatMap((route) =>
      (operationOf(route).parameters ?? []).flatMap(({ name, schema }) => {
        const value: object = 'items' in schema && typeof schema.items === 'object' ? (schema.items ?? {}) : schema;
        if ('type' in schema && schema.type === 'boolean') return [];
        const isBound = ['pattern', 'enum', 'format', 'minimum', 'minLength'].some((word) => word in value);
        return isBound ? [] : [`${route.handler}: ${name}`];
      }),
    );
    expect(loose).toEqual([]);
  });

  it('declares exactly the query parameters that a route knows', async () => {
    for (const route of routes) {
      const declared = declaredQuery(route);
      const query = [...declared, 'no_such_parameter'].map((name) => `${name}=%00`).join('&');
      const response = await asHolder(route, `${targetOf(route)}?${query}`);
      const { errors } = (await response.json()) as { errors: { context: string; message: string }[] };
      if (takesBody(route) && response.status === 415) continue;
      const unknown = errors.filter(({ message }) => message.includes('does not know the parameter'));
      expect({ route: route.handler, unknown: unknown.map(({ context }) => context) }).toEqual({
        route: route.handler,
        unknown: ['query.no_such_parameter'],
      });
      const [, listed] = /it takes (.*)$/.exec(unknown[0]?.message ?? '') ?? [];
      expect({ route: route.handler, listed }).toEqual({
        route: route.handler,
        listed: declared.join(', ') || 'no query parameters',
      });
    }
  });
});

/** A role that may not call it. */
function lacks({ access }: Route): Role {
  return access && 'permission' in access && access.permission === 'ingest:write' ? 'read_only' : 'upload_only';
}

describe('the documented errors', () => {
  it('match a 400 of every route', async () => {
    // The only routes whose body is not JSON answer 415 to it.
    const forms = ['SamlController.create', 'SsoProvidersController.createSaml'];
    const callable = routes.filter(({ handler }) => !forms.includes(handler));
    expect(await faultsOfAll(400, callable, (it) => asHolder(it, `${targetOf(it)}?no_such_parameter=1`, '{}'))).toEqual(
      [],
    );
  });

  it('match a 401 of every route that requires credentials', async () => {
    const guarded = routes.filter((route) => !isPublic(route) && !isForStrangers(route));
    expect(await faultsOfAll(401, guarded, (it) => send(app.url, it.method, targetOf(it)))).toEqual([]);
  });

  it('match a 401 of a failed login', async () => {
    const login = routes.find(({ path }) => path === '/api/v2/login');
    const body = JSON.stringify({ login_method: 'secret', username: 'nobody', secret: 'x' });
    const headers = { 'Content-Type': 'application/json' };
    expect(
      await faultsOfAll(401, [login!], (route) => send(app.url, route.method, route.path, { headers, body })),
    ).toEqual([]);
  });

  it('match a 403 of every route for a role without its permission', async () => {
    const lacking = routes.filter(
      (it) =>
        !isForClients(it) &&
        !isForStrangers(it) &&
        it.access &&
        'permission' in it.access &&
        it.access.permission !== 'self:manage',
    );
    expect(await faultsOfAll(403, lacking, (it) => app.as(lacks(it), 'bearer', it.method, targetOf(it)))).toEqual([]);
  });

  it('match a 404 if an account calls a route of collectors', async () => {
    expect(
      await faultsOfAll(404, routes.filter(isForClients), (it) => app.as('auditor', 'bearer', it.method, targetOf(it))),
    ).toEqual([]);
  });

  it('match a 404 of every read and deletion with an unknown id', async () => {
    const named = routes.filter(({ path, method }) => path.includes(':') && /GET|DELETE/.test(method));
    expect(await faultsOfAll(404, named, (route) => asHolder(route, withRequiredQuery(route)))).toEqual([]);
  });

  it('match a 409 of deleting a system group', async () => {
    const groups = routes.filter(
      ({ path, method }) => path === '/api/v2/asset-groups/:asset_group_id' && method === 'DELETE',
    );
    expect(await faultsOfAll(409, groups, (route) => asHolder(route, '/api/v2/asset-groups/1'))).toEqual([]);
  });

  it('match a 413 of every route, because a signature covers the body', async () => {
    const large = ' '.repeat(30_000);
    const reading = routes.filter((route) => !isPublic(route) || takesBody(route));
    expect(await faultsOfAll(413, reading, (route) => asHolder(route, targetOf(route), large))).toEqual([]);
  });

  it('match a 415 of every route with a body', async () => {
    expect(
      await faultsOfAll(415, routes.filter(takesBody), (it) => asHolder(it, targetOf(it), 'x', 'text/plain')),
    ).toEqual([]);
  });

  it('match a 431 of every route', async () => {
    const long = `?x=${'x'.repeat(16 * 1024)}`;
    expect(await faultsOfAll(431, routes, (it) => send(app.url, it.method, targetOf(it) + long))).toEqual([]);
  });

  it('match a 429 of every route', async () => {
    await send(limited.url, 'GET', '/api/v2/self');
    const call = async (route: Route) => {
      const guess = { headers: { Authorization: 'Bearer x.y.z' } };
      const responses = await Promise.all([1, 2, 3].map(() => send(limited.url, route.method, targetOf(route), guess)));
      return responses.find(({ status }) => status === 429) ?? responses[0]!;
    };
    expect(await faultsOfAll(429, routes, call)).toEqual([]);
  });

  it('match a 500 if the database fails', async () => {
    await app.database.query('ALTER TABLE sso_provider RENAME TO sso_provider_away');
    try {
      const list = routes.filter(({ path, method }) => path === '/api/v2/saml' && method === 'GET');
      expect(await faultsOfAll(500, list, (route) => asHolder(route))).toEqual([]);
    } finally {
      await app.database.query('ALTER TABLE sso_provider_away RENAME TO sso_provider');
    }
  });
});

it('GET /api/v2 tells strangers where document, page and health are, and no version', async () => {
  const answer = await fetch(`${app.url}/api/v2`);
  expect([answer.status, await answer.json()]).toEqual([
    200,
    {
      data: { document: '/api/v2/spec', reference: '/api/v2/docs', page: '/ui', health: '/health/ready' },
    },
  ]);
});

it('answers about the graph say on which analysis they stand', () => {
  const answers = Object.values(judge.document.paths)
    .flatMap((item) => Object.entries(item))
    .flatMap(([method, { operationId, responses, tags }]) => {
      const { headers = {}, content } = responses['200'] ?? {};
      const isRead = method === 'get' && content !== undefined && tags.some((tag) => ofReach.has(tag));
      const isOfReach = isRead || 'Graph-Version' in headers;
      const schema = JSON.stringify(content?.['application/json']?.schema ?? {});
      const isInBody = ['analysed_at', 'stale_since', 'notes'].every((name) => schema.includes(`"${name}"`));
      return isOfReach ? [{ operationId, isInHeader: 'Graph-Notes' in headers, isInBody }] : [];
    });
  const idsOf = (some: typeof answers) => some.map(({ operationId }) => operationId).toSorted();
  expect(answers.length).toBeGreaterThan(100);
  expect(idsOf(answers.filter(({ isInHeader }) => !isInHeader))).toEqual([...withoutBasis].toSorted());
  const fixed = answers.filter(({ isInHeader, isInBody }) => isInHeader && !isInBody);
  expect(idsOf(fixed)).toEqual([...fixedForms].toSorted());
});
