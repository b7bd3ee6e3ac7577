import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { writeGraph } from '../../graph/graph.fixture.js';
import { acme, acmeGraph } from './extensions.fixture.js';

describe('an extension', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await testApp();
    await writeGraph(app.database, acmeGraph);
    await app.call('PUT', '/api/v2/extensions', acme);
  });
  afterAll(() => app.close());

  async function answer(method: string, path: string, body?: unknown) {
    const response = await app.call(method, `/api/v2${path}`, body);
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  }

  async function remove(): Promise<void> {
    const { body } = await answer('GET', '/extensions');
    for (const { id } of body.data.extensions) await answer('DELETE', `/extensions/${id}`);
  }

  async function steps(start: string): Promise<number> {
    const path = `/graphs/shortest-path?start_node=${start}&end_node=REPO&only_traversable=true`;
    const { body } = await answer('GET', path);
    return body.data?.edges?.length ?? 0;
  }

  it('says which of its kinds of edges walks follow, until it is replaced or deleted', async () => {
    expect([await steps('EVE'), await steps('ADA')]).toEqual([1, 0]);
    const [owns, knows] = acme.relationship_kinds;
    const turned = [
      { ...owns, is_traversable: false },
      { ...knows, is_traversable: true },
    ];
    const next = { ...acme, relationship_kinds: turned, relationship_findings: [] };
    expect(await answer('PUT', '/extensions', next)).toMatchObject({ status: 200 });
    expect([await steps('EVE'), await steps('ADA')]).toEqual([0, 1]);
    await remove();
    expect([await steps('EVE'), await steps('ADA')]).toEqual([0, 0]);
    expect(await answer('PUT', '/extensions', acme)).toMatchObject({ status: 201 });
    expect([await steps('EVE'), await steps('ADA')]).toEqual([1, 0]);
  });

  it('gives its kinds numbers, and gives those back that nothing has any more', async () => {
    const names = async () => (await answer('GET', '/graphs/kinds')).body.data.kinds as string[];
    const more = [...acme.node_kinds, { name: 'ACME_Team' }];
    await answer('PUT', '/extensions', { ...acme, node_kinds: more });
    expect(await names()).toContain('ACME_Team');
    await answer('PUT', '/extensions', acme);
    expect(await names()).not.toContain('ACME_Team');
    await remove();
    expect((await names()).filter((it) => it.toUpperCase().startsWith('ACME'))).toEqual([
      'ACME_Knows',
      'ACME_Org',
      'ACME_Owns',
      'ACME_Repo',
      'ACME_User',
      'AcmeBase',
    ]);
    await answer('PUT', '/extensions', acme);
  });

  it('brings environments, as choices of lists too', async () => {
    const { body } = await answer('GET', '/environments');
    expect(body).toEqual({
      count: 1,
      skip: 0,
      limit: 100,
      data: [
        {
          environment_id: 'Org-1',
          name: 'ACME INC',
          kind: 'ACME_Org',
          extension: 'Acme',
          collected: true,
          last_seen: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T00:00:00.000Z$/),
        },
      ],
    });
    const found = async (environment: string) =>
      (await answer('GET', `/search?q=e&environment=${environment}`)).body.data.map((it: { name: string }) => it.name);
    expect(await found('Org-1')).toEqual(['EVE', 'ACME INC', 'REPO']);
    expect(await found('acme%20inc')).toEqual(['EVE', 'ACME INC', 'REPO']);
    await remove();
    expect((await answer('GET', '/environments')).body.data).toEqual([]);
    expect(await answer('GET', '/search?q=e&environment=acme%20inc')).toMatchObject({ status: 400 });
    await answer('PUT', '/extensions', acme);
  });
});
