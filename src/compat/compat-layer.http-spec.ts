import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { shapeOf } from '../../test/compat/reference-judge.js';
import { type TestApp, testApp } from '../../test/support/app.js';
import { routesOf } from '../../test/support/routes.js';
import { OpenApiJudge } from '../../test/support/openapi.js';
import { send } from '../../test/support/signed-client.js';
import { referenceOperations } from './operations/reference-operations.js';
import { undocumentedOperations } from './operations/undocumented-operations.js';

const editions = ['community', 'enterprise'] as const;

const statusOf = async (answer: Promise<Response>) => (await answer).status;

describe.each(editions)('paths without a route, under COMPAT in the edition %s', (edition) => {
  const { both, enterprise } = referenceOperations;
  const all = [...both, ...enterprise];
  const ofEdition: readonly string[] = edition === 'enterprise' ? all : both;
  const path = edition === 'enterprise' ? '/API/v2/meta-nodes/1/' : '/API/v2/graphs/acl-inheritance/';
  let app: TestApp;
  let served: Set<string>;

  beforeAll(async () => {
    app = await testApp({ edition, environment: { COMPAT: 'bloodhound' } });
    const routes = routesOf(app.app).filter(({ capability }) => edition === 'enterprise' || !capability);
    served = new Set(routes.map(({ method, path }) => shapeOf(`${method} ${path}`)));
  });
  afterAll(() => app.close());

  it('return 501 without credentials for every operation that the reference product has in the edition', async () => {
    const answers = [];
    for (const operation of all) {
      const [method = '', path = ''] = operation.replaceAll(/\{\w+\}/g, '1').split(' ');
      answers.push([operation, (await statusOf(send(app.url, method, path))) === 501]);
    }
    expect(answers).toEqual(all.map((it) => [it, ofEdition.includes(it) && !served.has(shapeOf(it))]));
    expect(answers.filter(([, is]) => is).length).toBeGreaterThanOrEqual(10);
  });

  it('return the operation in the error message', async () => {
    const unserved = await send(app.url, 'GET', `${path}?limit=1`);
    expect([unserved.status, await unserved.json()]).toEqual([
      501,
      {
        http_status: 501,
        timestamp: expect.any(String),
        request_id: unserved.headers.get('x-request-id'),
        errors: [
          {
            context: 'path',
            message: `GET ${path} is not implemented in this service and edition; this does not mean that there is no data`,
          },
        ],
      },
    ]);
    expect(await statusOf(send(app.url, 'HEAD', path))).toBe(501);
  });

  it('return 501 for operations that the document of the reference product lacks', async () => {
    for (const operation of [...undocumentedOperations.both, ...undocumentedOperations.enterprise]) {
      const status = edition === 'enterprise' || undocumentedOperations.both.includes(operation) ? 501 : 404;
      const [method = '', target = ''] = operation.replace(/\{\w+\}/, 'corp').split(' ');
      expect([operation, await statusOf(send(app.url, method, target))]).toEqual([operation, status]);
    }
    expect(await statusOf(send(app.url, 'GET', '/health'))).toBe(200);
  });

  it('return 404 or 405 if the reference product does not have them either', async () => {
    for (const [method, path, status] of [
      ['GET', '/api/v2/nothing', 404],
      ['DELETE', '/api/v2/meta-nodes/1', 404],
      ['PATCH', '/api/v2/asset-groups', 405],
      ['GET', '/api/v2/meta-nodes/1/2', 404],
    ] as const) {
      expect([path, await statusOf(send(app.url, method, path))]).toEqual([path, status]);
    }
    expect(await statusOf(app.call('GET', '/api/v2/asset-groups/77'))).toBe(404);
  });

  it('return 403 to accounts that call operations of collectors, in the edition that has them', async () => {
    const judge = await OpenApiJudge.of(app.url);
    const calls = routesOf(app.app).filter(
      ({ access }) => access && 'permission' in access && access.permission === 'collector:call',
    );
    expect(calls.length).toBe(7);
    for (const { method, path } of calls) {
      const body = method === 'GET' ? {} : { body: '{}' };
      const answer = await app.as('administrator', 'signature', method, path, body);
      expect([path, answer.status]).toEqual([path, edition === 'enterprise' ? 403 : 404]);
      const documented = path.replaceAll(/:(\w+)/g, '{$1}');
      const faults = edition === 'enterprise' ? await judge.faultsOf(method, documented, answer) : [];
      expect([path, faults]).toEqual([path, []]);
    }
    const stranger = await send(app.url, 'GET', '/api/v2/jobs/available');
    expect(stranger.status).toBe(edition === 'enterprise' ? 401 : 404);
  });
});

it('returns 404 for unknown paths without COMPAT', async () => {
  const app = await testApp({ edition: 'enterprise' });
  try {
    expect(await statusOf(send(app.url, 'GET', '/api/v2/meta-nodes/1'))).toBe(404);
    expect(await statusOf(app.call('GET', '/api/v2/jobs/available'))).toBe(404);
  } finally {
    await app.close();
  }
});

it('does not log 501 as a failure', async () => {
  const lines: Record<string, unknown>[] = [];
  const environment = { COMPAT: 'bloodhound' };
  const app = await testApp({ edition: 'community', environment, onLogLine: (line) => lines.push(line) });
  try {
    await send(app.url, 'GET', '/api/v2/graphs/acl-inheritance');
  } finally {
    await app.close();
  }
  expect(lines.filter(({ status }) => status === 501).map(({ level, msg }) => [level, msg])).toEqual([[30, 'request']]);
});
