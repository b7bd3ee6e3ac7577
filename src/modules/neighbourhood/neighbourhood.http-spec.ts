import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestApp, testApp } from '../../../test/support/app.js';
import { described, edge } from '../../graph/graph-records.fixture.js';
import { writeGraph } from '../../graph/graph.fixture.js';
import type { EdgeCountsDto, NeighbourhoodDto } from './neighbourhood.dto.js';

interface Wire<Data> {
  readonly data: Data;
  readonly errors: readonly { readonly code: string; readonly context: string; readonly message: string }[];
}

const members = Array.from({ length: 60 }, (_, index) => `U${String(index).padStart(2, '0')}`);

const estate = [
  described('S-1', ['Domain', 'Base'], { name: 'BIRCH', domainsid: 'S-1', collected: true }),
  described('S-1-512', ['Group', 'Base'], { name: 'DOMAIN ADMINS', domainsid: 'S-1' }),
  described('CREW', ['Group', 'Base'], { name: 'CREW' }),
  described('PC', ['Computer', 'Base'], { name: 'PC' }),
  ...members.map((it, index) => described(it, ['User', 'Base'], { name: it, enabled: index % 2 === 0 })),
  ...members.map((it) => edge(it, 'MemberOf', 'CREW')),
  edge('CREW', 'GenericAll', 'S-1-512'),
  edge('CREW', 'AdminTo', 'PC'),
  edge('PC', 'HasSession', 'U00'),
  edge('S-1-512', 'MemberOf', 'CREW'),
];

const namesOf = ({ nodes }: NeighbourhoodDto) =>
  Object.values(nodes)
    .map(({ objectid }) => objectid)
    .toSorted();

function edgesOf({ nodes, shown, edges }: NeighbourhoodDto): string[] {
  const nameOf = (id: string) => (nodes[id] ?? shown[id])!.objectid;
  return edges.map(({ source, kind, target }) => `${nameOf(source)} ${kind} ${nameOf(target)}`).toSorted();
}

describe('a picture that grows', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await testApp({ edition: 'community' });
    await writeGraph(app.database, estate);
    await app.database.query(
      `WITH selector AS (INSERT INTO asset_group_selector (asset_group_id, name) VALUES (1, 'one') RETURNING *)
       INSERT INTO asset_group_seed SELECT id, 'S-1-512' FROM selector`,
    );
  });
  afterAll(() => app.close());

  async function ask(body: object): Promise<NeighbourhoodDto> {
    const response = await app.call('POST', '/api/v2/graphs/neighbourhood', body);
    const answer: Wire<NeighbourhoodDto> = JSON.parse(await response.text());
    expect([response.status, answer.errors]).toEqual([200, undefined]);
    return answer.data;
  }

  async function faultsOf(body: object): Promise<readonly unknown[]> {
    const response = await app.call('POST', '/api/v2/graphs/neighbourhood', body);
    const { errors }: Wire<unknown> = JSON.parse(await response.text());
    return [response.status, ...errors.map(({ code, context }) => `${code} ${context}`)];
  }

  it('counts edges by direction and kind, with the kinds of neighbours and tier zero among them', async () => {
    const response = await app.call('GET', '/api/v2/base/CREW/edges/counts');
    const { data }: Wire<EdgeCountsDto> = JSON.parse(await response.text());
    expect(data).toEqual({
      out: [
        { kind: 'AdminTo', count: 1, tier_zero: 0, neighbours: { Computer: 1 } },
        { kind: 'GenericAll', count: 1, tier_zero: 1, neighbours: { Group: 1 } },
      ],
      in: [{ kind: 'MemberOf', count: 61, tier_zero: 1, neighbours: { User: 60, Group: 1 } }],
    });
    const missing = await app.call('GET', '/api/v2/base/NOBODY/edges/counts');
    expect(missing.status).toBe(404);
  });

  it('returns neighbours, tier zero first, and their edges to all that is shown', async () => {
    const first = await ask({ shown: ['PC', 'CREW'], expand: { node: 'crew', direction: 'in', limit: 2 } });
    expect(namesOf(first)).toEqual(['S-1-512', 'U00']);
    expect(edgesOf(first)).toEqual([
      'CREW GenericAll S-1-512',
      'PC HasSession U00',
      'S-1-512 MemberOf CREW',
      'U00 MemberOf CREW',
    ]);
    expect([first.count, first.gone, first.truncated]).toEqual([61, 0, false]);
    expect(Object.values(first.nodes).map(({ tier_zero, enabled }) => [tier_zero, enabled])).toContainEqual([
      true,
      null,
    ]);
    const next = await ask({ shown: ['PC', 'CREW', 'S-1-512', 'U00'], expand: { node: 'CREW', direction: 'in' } });
    expect([next.count, namesOf(next).length, namesOf(next)[0]]).toEqual([59, 50, 'U01']);
  });

  it('filters neighbours by the kinds of edges and of neighbours, and by conditions', async () => {
    const expand = { node: 'CREW', direction: 'in', kind: 'User', where: ['enabled:false'], limit: 1, skip: 1 };
    const found = await ask({ shown: ['CREW'], expand });
    expect([found.count, namesOf(found)]).toEqual([30, ['U03']]);
    const out = await ask({
      shown: ['CREW'],
      expand: { node: 'CREW', direction: 'out', relationship_kinds: ['AdminTo'] },
    });
    expect([out.count, edgesOf(out)]).toEqual([1, ['CREW AdminTo PC']]);
  });

  it('adds objects by their ids, and counts those that are gone', async () => {
    const added = await ask({ shown: ['CREW', 'GONE'], add: ['u05', 'NEVER', 'CREW'] });
    expect([namesOf(added), edgesOf(added), added.gone]).toEqual([['U05'], ['U05 MemberOf CREW'], 2]);
  });

  it('returns what is shown with all edges among it', async () => {
    const whole = await ask({ shown: ['CREW', 'S-1-512', 'U00', 'PC', 'GONE'] });
    expect([namesOf(whole), whole.shown, whole.gone]).toEqual([['CREW', 'PC', 'S-1-512', 'U00'], {}, 1]);
    expect(edgesOf(whole)).toEqual([
      'CREW AdminTo PC',
      'CREW GenericAll S-1-512',
      'PC HasSession U00',
      'S-1-512 MemberOf CREW',
      'U00 MemberOf CREW',
    ]);
    const some = await ask({ shown: ['CREW', 'U00', 'PC'], relationship_kinds: ['HasSession'] });
    expect(edgesOf(some)).toEqual(['PC HasSession U00']);
  });

  it('refuses what it does not know, with the place', async () => {
    const many = Array.from({ length: 3001 }, (_, index) => `${index}`);
    expect(await faultsOf({ shown: many })).toEqual([400, 'body.invalid_value body.shown']);
    expect(await faultsOf({ add: many.slice(0, 51) })).toEqual([400, 'body.invalid_value body.add']);
    const expand = { node: 'CREW', direction: 'in' };
    expect(await faultsOf({ expand: { ...expand, relationship_kinds: ['MembrOf'] } })).toEqual([
      400,
      'reference.not_found body.expand.relationship_kinds',
    ]);
    expect(await faultsOf({ expand: { ...expand, where: ['enabled:maybe'] } })).toEqual([
      400,
      'filter.invalid_value body.expand.where',
    ]);
    expect(await faultsOf({ expand: { ...expand, node: 'NOBODY' } })).toEqual([
      404,
      'resource.not_found body.expand.node',
    ]);
  });
});
