import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { productVersion } from '../../src/base/config/product-version.js';
import { requiredCapability } from '../../src/http/edition/edition.module.js';
import { type TestApp, testApp } from '../support/app.js';
import { controllerFiles, controllersOf } from '../support/controllers.js';
import { comparable, type Route, routesOf, targetOf } from '../support/routes.js';
import { send, type SendOptions } from '../support/signed-client.js';

const folder = 'src/modules/enterprise/';

const strangersCalls: readonly SendOptions[] = [
  {},
  { headers: { Authorization: 'Bearer x' } },
  { headers: { 'Content-Type': 'application/json' }, body: '{"broken' },
];

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

let files: Map<Function, string>;
let enterprise: TestApp;
let community: TestApp;
/** Routes of the controllers in the folder of the enterprise edition. */
let routes: Route[];

beforeAll(async () => {
  files = await controllerFiles();
  [enterprise, community] = await Promise.all([testApp({ edition: 'enterprise' }), testApp({ edition: 'community' })]);
  routes = routesOf(enterprise.app).filter(({ controller }) => files.get(controller)?.startsWith(folder));
});
afterAll(() => Promise.all([enterprise.close(), community.close()]));

describe('a controller', () => {
  it(`carries @Requires exactly if its file is below ${folder}`, () => {
    const wrong = [...files].flatMap(([controller, file]) => {
      const isMarked = requiredCapability(controller) !== undefined;
      if (isMarked === file.startsWith(folder)) return [];
      return isMarked
        ? [`${file}: move the resource below ${folder}, or remove @Requires from ${controller.name}`]
        : [`${file}: add @Requires('<capability>') to ${controller.name} (src/base/catalogue/capabilities.ts)`];
    });
    expect(wrong).toEqual([]);
  });

  it('is served', async () => {
    const compatible = await testApp({ environment: { COMPAT: 'bloodhound' } });
    const served = new Set(controllersOf(compatible.app));
    await compatible.close();
    const forgotten = [...files].filter(([controller]) => !served.has(controller));
    expect(
      forgotten.map(
        ([{ name }, file]) =>
          `${file}: list ${name} in the controllers of its *.module.ts, and the module in src/app.module.ts`,
      ),
    ).toEqual([]);
  });

  it('of the enterprise edition has a capability of that edition', async () => {
    const targets = routes
      .filter(({ method, access }) => method === 'GET' && !(access && 'public' in access))
      .map((route) => [route, targetOf(route)] as const);
    const hidden: string[] = [];
    for (const [route, target] of targets) {
      const answer = await send(enterprise.url, 'GET', target);
      if (answer.status !== 401)
        hidden.push(`src/base/catalogue/capabilities.ts lacks the capability of ${route.handler}`);
    }
    expect(hidden).toEqual([]);
  });
});

describe.each(['community', 'enterprise'] as const)('the %s edition', (edition) => {
  it('answers 405 with the methods that a path has, and names a similar path of the edition', async () => {
    const { app, url } = edition === 'community' ? community : enterprise;
    const visible = routesOf(app).filter(
      ({ capability, access }) =>
        (capability === undefined || edition === 'enterprise') && !(access && 'hidden' in access),
    );
    for (const target of new Set(visible.map(targetOf))) {
      const matching = visible.filter(({ path }) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`).test(target));
      const allowed = [...new Set(matching.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))];
      for (const method of methods.filter((it) => it !== 'HEAD' && !allowed.includes(it))) {
        const answer = await send(url, method, target);
        expect([method, target, answer.status, answer.headers.get('allow')]).toEqual([
          method,
          target,
          405,
          allowed.toSorted().join(', '),
        ]);
      }
    }
    const message = async (path: string) => {
      const { errors }: { errors: { message: string }[] } = JSON.parse(await (await send(url, 'GET', path)).text());
      return errors[0]?.message;
    };
    const question = '; did you mean /api/v2/clients?';
    expect([await message('/api/v2/assetgroups'), await message('/api/v2/client')]).toEqual([
      'there is no GET /api/v2/assetgroups; did you mean /api/v2/asset-groups?',
      `there is no GET /api/v2/client${edition === 'enterprise' ? question : ''}`,
    ]);
  });
});

describe('GET /api/v2/about', () => {
  it.each([
    ['community', []],
    ['enterprise', ['clients', 'events', 'jobs', 'findings', 'enterprise-operations']],
  ] as const)('tells strangers the %s edition and the ways to log in', async (edition, capabilities) => {
    const { database, url } = edition === 'community' ? community : enterprise;
    await database.query(
      `INSERT INTO sso_provider (kind, slug, display_name, issuer, sso_url) VALUES ('SAML', 'corp', 'Corp', 'https://i', 'https://s')`,
    );
    const answer = await fetch(`${url}/api/v2/about`);
    expect([answer.status, await answer.json()]).toEqual([
      200,
      {
        data: {
          version: productVersion(),
          edition,
          capabilities,
          login_methods: ['password'],
          identity_providers: [{ slug: 'corp', name: 'Corp', type: 'SAML' }],
        },
      },
    ]);
  });
});

describe('the community edition', () => {
  it('answers enterprise routes as unknown paths, for every method, with and without credentials, whatever the body', async () => {
    expect(routes.length).toBeGreaterThan(20);
    const unknown = '/api/v2/no-such-path';
    for (const path of new Set(routes.map(targetOf))) {
      for (const method of methods) {
        for (const options of strangersCalls) {
          const [hidden, absent] = await Promise.all([
            send(community.url, method, `${path}?x=1`, options),
            send(community.url, method, `${unknown}?x=1`, options),
          ]);
          expect(await comparable(hidden, path)).toEqual(await comparable(absent, unknown));
        }
        const signed = await community.as('administrator', 'signature', method, path);
        expect([method, path, signed.status]).toEqual([method, path, 404]);
      }
    }
  });

  it('does not mention enterprise routes in its OpenAPI document', async () => {
    const [whole, reduced] = await Promise.all([documentOf(enterprise), documentOf(community)]);
    const hidden = new Set(
      routes.filter(({ path }) => path.startsWith('/api/')).map(({ path }) => path.replaceAll(/:(\w+)/g, '{$1}')),
    );
    const documented = Object.keys(whole.paths);
    expect(documented.filter((path) => hidden.has(path)).toSorted()).toEqual([...hidden].toSorted());
    expect(Object.keys(reduced.paths)).toEqual(documented.filter((path) => !hidden.has(path)));
    // Examples name events of the log of Windows, CloudEvents are a format, and an occasion has one name in both editions.
    const text = JSON.stringify(reduced).replaceAll(/\bevent \d{4}\b|cloudevents?|job\\*\.failed/gi, '');
    expect(text).not.toMatch(/job|event|collection client/i);
  });
});

async function documentOf({ url }: TestApp): Promise<{ paths: object }> {
  const response = await fetch(`${url}/api/v2/spec`);
  return (await response.json()) as { paths: object };
}
