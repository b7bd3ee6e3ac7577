import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { deviations } from '../../../test/compat/deviations.js';
import { exampleOf } from '../../../test/compat/examples.js';
import { queriesOf } from '../../../test/compat/parameters.js';
import { differences, shapeOf } from '../../../test/compat/reference-judge.js';
import { type Example, ReferenceWorld, tenant, user } from '../../../test/compat/reference-world.js';
import { OpenApiJudge } from '../../../test/support/openapi.js';
import { routesOf } from '../../../test/support/routes.js';
import { errorMessage } from '../../base/error-message.js';
import { referenceOperations } from '../operations/reference-operations.js';

describe('the reference document', () => {
  let world: ReferenceWorld;
  let served: readonly string[];
  /** Of the operations by their examples. */
  const answers = new Map<string, Response>();

  beforeAll(async () => {
    world = await ReferenceWorld.create();
    const routes = new Set(routesOf(world.app.app).map(({ method, path }) => shapeOf(`${method} ${path}`)));
    served = Object.values(referenceOperations)
      .flat()
      .filter((it) => routes.has(shapeOf(it)));
  });
  afterAll(() => world.close());

  function call(operation: string, example: Example): Promise<Response> {
    return world.call(operation.split(' ', 1)[0]!, example);
  }

  async function differencesOf(operation: string): Promise<string[]> {
    try {
      const answer = await call(operation, await exampleOf(operation, world));
      answers.set(operation, answer.clone());
      return await differences(operation, answer);
    } catch (error) {
      return [errorMessage(error)];
    }
  }

  /** Of a list of a cloud entity. @param form the place of its schema in the document */
  async function differencesOfList(query: string, form: number): Promise<string[]> {
    const path = `/api/v2/azure/tenants?object_id=${tenant}&related_entity_type=descendent-users${query}`;
    return differences('GET /api/v2/azure/{entity_type}', await world.call('GET', { path }), form);
  }

  it('matches the answer of every operation with a route, except for listed deviations', async () => {
    expect(served.length).toBeGreaterThan(180);
    const found: [string, string[]][] = [];
    for (const operation of served) found.push([operation, await differencesOf(operation)]);
    const meant = served.map((operation): [string, string[]] => [
      operation,
      deviations.flatMap((it) => (it.operations.includes(operation) ? it.differences : [])),
    ]);
    expect(found.map(sorted)).toEqual(meant.map(sorted));
  });

  it('is published in the forms that are sent', async () => {
    const judge = await OpenApiJudge.of(world.app.url);
    const paths = new Map(
      Object.entries(judge.document.paths).flatMap(([path, item]) =>
        Object.keys(item).map((method) => [shapeOf(`${method.toUpperCase()} ${path}`), path] as const),
      ),
    );
    const faults = await Promise.all(
      [...answers].map(async ([operation, answer]) => {
        const [method = ''] = operation.split(' ');
        const path = paths.get(shapeOf(operation));
        if (operation === 'GET /api/v2/spec') return [];
        const found = path === undefined ? ['is not published'] : await judge.faultsOf(method, path, answer);
        return found.map((fault) => `${operation}: ${fault}`);
      }),
    );
    expect(answers.size).toBe(served.length);
    expect(faults.flat()).toEqual([]);
    const graph = await world.call('GET', { path: `/api/v2/users/${user}/admin-rights?type=graph` });
    const path = '/api/v2/users/{object_id}/admin-rights';
    expect(await judge.faultsOf('GET', path, graph, 'type=graph')).toEqual([]);
  });

  it('is published at the addresses that programs of the reference product read', async () => {
    const published = await (await fetch(`${world.app.url}/api/v2/spec`)).text();
    for (const path of ['swagger', 'swagger/', 'swagger/doc.json'])
      expect(await (await fetch(`${world.app.url}/api/v2/${path}`)).text()).toBe(published);
  });

  it('has all forms of a cloud entity', async () => {
    // The document means other properties by additionalProperties, and names a property so.
    const ours = ['href', 'kinds', 'label', 'name', 'objectID', 'props'].map((it) => `/data/* also has ${it}`);
    expect((await differencesOfList('', 1)).toSorted()).toEqual([...ours, '/data/* lacks additionalProperties']);
    expect(await differencesOfList('&type=graph', 2)).toEqual([]);
  });

  it('lists only accepted parameters', async () => {
    const refused: unknown[] = [];
    for (const operation of served) {
      const queries = queriesOf(operation);
      if (queries.length === 0) continue;
      // Only operations that read have parameters, so one example serves all queries.
      expect(operation).toMatch(/^GET |-history$/);
      const { path, ...more } = await exampleOf(operation, world);
      const calls = queries.map(async (query) => {
        const response = await call(operation, { ...more, path: withQuery(path, query) });
        if (response.status !== 200) refused.push([operation, query, response.status, await response.text()]);
      });
      await Promise.all(calls);
    }
    expect(refused).toEqual([]);
  });
});

/** Replaces parameters of the same name. */
function withQuery(path: string, query: string): string {
  const { pathname, searchParams } = new URL(path, 'http://service');
  for (const [name, value] of new URLSearchParams(query)) searchParams.set(name, value);
  return searchParams.size === 0 ? pathname : `${pathname}?${searchParams.toString()}`;
}

function sorted([operation, texts]: [string, string[]]): [string, string[]] {
  return [operation, texts.toSorted()];
}
