import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AnalysisService } from '../../../analysis/analysis.service.js';
import type { NodeRecord, Properties } from '../../../graph/records.js';
import { described, edge } from '../../../graph/graph-records.fixture.js';
import { writeGraph } from '../../../graph/graph.fixture.js';
import { refusal, TestTags } from './tags.fixture.js';

let tags: TestTags;

/** ALICE of the group ADMINS, which the unit above it contains. */
const user = (properties: Properties = {}): NodeRecord =>
  described('U-1', ['User', 'Base'], { name: 'ALICE', domainsid: 'D-1', ...properties });

beforeAll(async () => {
  tags = await TestTags.open();
  await writeGraph(tags.app.database, [
    described('OU-1', ['OU', 'Base'], { name: 'UNIT', domainsid: 'D-1' }),
    edge('OU-1', 'Contains', 'G-1'),
    edge('U-1', 'MemberOf', 'G-1'),
  ]);
});
afterAll(() => tags.app.close());
beforeEach(() => tags.clear());

const byQuery = (...queries: readonly string[]) => queries.map((value) => ({ type: 2, value }));
const admins = "MATCH (g:Group) WHERE g.name STARTS WITH 'ADM' RETURN g";
const analyse = () => tags.app.app.get(AnalysisService).run();
const sources = async (path: string) => {
  const { body } = await tags.call('GET', `/asset-group-tags/${path}/members?sort_by=name`);
  return body.data.map((it) => `${it.object_id} ${it.source}`);
};
const preview = async (body: object) => {
  const answer = await tags.call('POST', '/asset-group-tags/preview-selectors', body);
  const { count, members } = answer.body.data as unknown as {
    count: number;
    members: { object_id: string; source: number }[];
  };
  return [count, ...members.map((it) => `${it.object_id} ${it.source}`).toSorted()];
};

describe('selectors by queries', () => {
  it('select the nodes of the answers with the next analysis, and what is below and above them', async () => {
    const tier = await tags.createTag('Tier', { type: 1 });
    const label = await tags.createTag('Label');
    const seeds = [...byQuery(admins), { type: 1, value: 'U-2' }];
    const created = await Promise.all(
      [tier, label, 2].map((tag) => tags.call('POST', `/asset-group-tags/${tag}/selectors`, { name: 'A', seeds })),
    );
    expect(created.map(({ status, body }) => [status, body.data.seeds])).toEqual(
      created.map(() => [201, [{ type: 1, value: 'U-2' }, ...byQuery(admins)]]),
    );
    expect(await sources(`${tier}`)).toEqual(['U-2 1']);
    await analyse();
    expect(await sources(`${tier}`)).toEqual(['G-1 1', 'U-1 2', 'U-2 1', 'OU-1 3']);
    expect(await sources(`${label}`)).toEqual(['G-1 1', 'U-1 2', 'U-2 1']);
    expect(await sources('2')).toEqual(['G-1 1', 'U-2 1']);
    expect((await tags.call('GET', `/asset-group-tags/${label}/selectors?type=2&counts=true`)).body).toMatchObject({
      count: 1,
      data: [{ counts: { members: 3 } }],
    });
    const group = (await tags.call('GET', `/asset-groups/${label}`)).body.data;
    expect(group).toMatchObject({ member_count: 3, selectors: [{ name: 'A', selector: 'U-2' }] });
  });

  it('of Owned request an analysis; other changes of Owned do not', async () => {
    const runs = () => tags.app.database.query('SELECT status FROM analysis_run');
    await tags.createSelector(2, 'A', 'U-1');
    expect(await runs()).toEqual([]);
    await tags.call('POST', '/asset-group-tags/2/selectors', { name: 'B', seeds: byQuery(admins) });
    expect(await runs()).toEqual([{ status: 'waiting' }]);
  });

  it('select nothing any more as soon as objects replace the query', async () => {
    const tag = await tags.createTag('Label');
    const path = `/asset-group-tags/${tag}/selectors`;
    const { body } = await tags.call('POST', path, { name: 'A', seeds: byQuery('MATCH (u:User) RETURN u') });
    await analyse();
    expect(await sources(`${tag}`)).toEqual(['U-1 1', 'U-2 1']);
    await tags.call('PATCH', `${path}/${body.data.id}`, { seeds: [{ type: 1, value: 'U-2' }] });
    expect(await sources(`${tag}`)).toEqual(['U-2 1']);
  });

  it('keep their nodes if a query fails, and the run names them', async () => {
    const tag = await tags.createTag('Label');
    const seeds = byQuery('MATCH (u:User) WHERE u.isgood RETURN u');
    const selector = await tags.call('POST', `/asset-group-tags/${tag}/selectors`, { name: 'Good', seeds });
    await writeGraph(tags.app.database, [user({ isgood: true })]);
    expect((await analyse()).failedSelectors).toBeUndefined();
    expect(await sources(`${tag}`)).toEqual(['U-1 1']);
    await writeGraph(tags.app.database, [user({ isgood: 'yes' })]);
    expect((await analyse()).failedSelectors).toEqual([
      {
        id: selector.body.data.id,
        name: 'Good',
        tag: 'Label',
        reason: 'line 1, column 23: expected a boolean, found a text',
      },
    ]);
    expect(await sources(`${tag}`)).toEqual(['U-1 1']);
    await writeGraph(tags.app.database, [user()]);
  });

  it.each([
    ['of wrong syntax', 'MATCH (n RETURN n', 'cypher.invalid_syntax'],
    ['that writes', 'CREATE (n)', 'cypher.unsupported'],
    ['with a parameter', 'MATCH (n) WHERE n.name = $name RETURN n', 'cypher.missing_parameter'],
    ['that is too large', 'MATCH (a), (b), (c), (d), (e), (f), (g), (h), (i), (j) RETURN a', 'cypher.limit_exceeded'],
    ['without text', '', 'body.invalid_value'],
  ])('are refused, and not previewed, with a query %s', async (_case, query, code) => {
    const seeds = [{ type: 1, value: 'U-1' }, ...byQuery(query)];
    const refused = [400, [`${code} body.seeds.1.value`]];
    expect(refusal(await tags.call('POST', '/asset-group-tags/1/selectors', { name: 'A', seeds }))).toEqual(refused);
    expect(refusal(await tags.call('POST', '/asset-group-tags/preview-selectors', { seeds }))).toEqual(refused);
  });

  it('are at most 100 in a tag', async () => {
    const seeds = byQuery(...Array.from({ length: 101 }, () => admins));
    const { body } = await tags.call('POST', '/asset-group-tags/1/selectors', { name: 'A', seeds });
    expect(body.errors[0]?.message).toBe('the selectors of the tag would have 101 queries; it takes at most 100');
  });

  it.each([
    [0, [2, 'G-1 1', 'U-2 1']],
    [1, [4, 'G-1 1', 'OU-1 3', 'U-1 2', 'U-2 1']],
    [2, [3, 'G-1 1', 'U-1 2', 'U-2 1']],
    [undefined, [4, 'G-1 1', 'OU-1 3', 'U-1 2', 'U-2 1']],
  ])('are previewed with expansion %s', async (expansion, members) => {
    const seeds = [...byQuery(admins), { type: 1, value: 'u-2' }, { type: 1, value: 'none' }];
    expect(await preview({ seeds, expansion })).toEqual(members);
  });

  it('know the members of tags as of the last analysis', async () => {
    await tags.createSelector(2, 'A', 'G-2');
    expect(await preview({ seeds: byQuery('MATCH (n:Tag_Owned) RETURN n') })).toEqual([1, 'G-2 1']);
  });
});
