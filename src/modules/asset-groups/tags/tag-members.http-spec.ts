import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type Item, nodes, refusal, TestTags } from './tags.fixture.js';

let tags: TestTags;

beforeAll(async () => {
  tags = await TestTags.open();
});
afterAll(() => tags.app.close());
beforeEach(() => tags.clear());

describe('members of tags', () => {
  const alice = {
    id: expect.any(Number),
    object_id: 'U-1',
    environment_id: 'D-1',
    primary_kind: 'User',
    name: 'ALICE',
    properties: { name: 'ALICE', domainsid: 'D-1' },
    source: 1,
  };

  it('are listed with their properties, filtered, sorted and paged', async () => {
    const tagId = await tags.createTag('Label');
    await tags.createSelector(tagId, 'all', ...nodes);
    const path = `/asset-group-tags/${tagId}/members`;
    expect(await tags.call('GET', `${path}?skip=1&limit=1`)).toEqual({
      status: 200,
      body: { count: 4, skip: 1, limit: 1, data: [alice] },
    });
    expect(await tags.membersOf(tagId, '?primary_kind=Group&sort_by=-object_id')).toEqual(['G-2', 'G-1']);
    expect(await tags.membersOf(tagId, '?environments=D-1&environments=other')).toEqual(['G-1', 'U-1']);
    expect(await tags.membersOf(tagId, '?environment_id=eq:null&name=~eq:b')).toEqual(['G-2', 'U-2']);
    expect((await tags.call('GET', `${path}/counts`)).body).toEqual({
      data: { total_count: 4, counts: { Group: 2, User: 2 } },
    });
    expect((await tags.call('GET', `${path}/counts?environments=d-1`)).body).toEqual({
      data: { total_count: 2, counts: { Group: 1, User: 1 } },
    });
    expect((await tags.call('GET', `/asset-groups/${tagId}/members/counts?label=Group&custom_member=t`)).body).toEqual({
      data: { total_count: 2, counts: { Group: 2 } },
    });
    expect((await tags.call('GET', '/asset-groups/2/members/counts')).body).toEqual({
      data: { total_count: 0, counts: {} },
    });
    expect(refusal(await tags.call('GET', `${path}?environments=`))).toEqual([
      400,
      ['query.invalid_value query.environments'],
    ]);
  });

  it('say why they are members: as a seed, or by what is below or above one', async () => {
    const tagId = await tags.createTag('Label');
    const selector = await tags.createSelector(tagId, 'A', 'G-1');
    await tags.app.database.query(
      `INSERT INTO selected_node SELECT $1, id, CASE objectid WHEN 'D-1' THEN 3 ELSE 2 END FROM node
       WHERE objectid = ANY ('{U-1, D-1}')`,
      [selector],
    );
    const sources = async (path: string) => {
      const { body } = await tags.call('GET', `/asset-group-tags/${tagId}/${path}?sort_by=object_id`);
      return body.data.map(({ object_id, source }) => [object_id, source]);
    };
    const all = [['D-1', 3], ['G-1', 1], ['U-1', 2]]; // prettier-ignore
    expect(await sources('members')).toEqual(all);
    expect(await sources(`selectors/${selector}/members`)).toEqual(all);
    await tags.createSelector(tagId, 'B', 'U-1');
    expect(await sources('members')).toEqual([['D-1', 3], ['G-1', 1], ['U-1', 1]]); // prettier-ignore
    expect((await tags.call('GET', `/asset-groups/${tagId}/members?custom_member=true`)).body.count).toBe(3);
    await tags.call('PATCH', `/asset-group-tags/${tagId}/selectors/${selector}`, { disabled: true });
    expect(await sources('members')).toEqual([['U-1', 1]]);
  });

  it('name the selectors that select them', async () => {
    await tags.addToTierZero('U-1');
    await tags.createSelector(1, 'A', 'U-1');
    await tags.createSelector(1, 'B', 'U-2');
    const [member] = (await tags.call('GET', '/asset-group-tags/1/members')).body.data;
    const { status, body } = await tags.call('GET', `/asset-group-tags/1/members/${member?.id}`);
    expect([status, body]).toEqual([
      200,
      { data: { member: { ...alice, selectors: [expect.anything(), expect.anything()] } } },
    ]);
    const { selectors } = (body.data as unknown as { member: { selectors: Item[] } }).member;
    expect(selectors.map(({ name }) => name)).toEqual(['Domains', 'A']);
    expect(refusal(await tags.call('GET', '/asset-group-tags/2/members/1'))).toEqual([
      404,
      ['resource.not_found path.asset_group_member_id'],
    ]);
  });
});

describe('the search in tags', () => {
  it('finds tags, selectors and members by parts of names and object ids', async () => {
    const tagId = await tags.createTag('Backup estate');
    await tags.createSelector(tagId, 'backup groups', 'G-2', 'U-1');
    await tags.createSelector(1, 'backup tier', 'G-2');
    const found = async (body: object) => {
      const { data } = (await tags.call('POST', '/asset-group-tags/search', body)).body as unknown as {
        data: Record<'tags' | 'selectors' | 'members', Item[]>;
      };
      return [
        data.tags.map(({ name }) => name),
        data.selectors.map(({ name }) => name),
        data.members.map((it) => it.object_id),
      ];
    };
    expect(await found({ query: 'BACKUP', tag_type: 2 })).toEqual([['Backup estate'], ['backup groups'], ['G-2']]);
    expect(await found({ query: 'backup', tag_type: 1 })).toEqual([[], ['Backup Operators', 'backup tier'], ['G-2']]);
    expect(await found({ query: 'u-1', tag_type: 2, asset_group_tag_id: tagId })).toEqual([[], [], ['U-1']]);
    expect(await found({ query: 'owned', tag_type: 3 })).toEqual([['Owned'], [], []]);
    expect(await found({ query: '%', tag_type: 2 })).toEqual([[], [], []]);
    const unknown = { query: 'a', tag_type: 2, asset_group_tag_id: 99 };
    expect(refusal(await tags.call('POST', '/asset-group-tags/search', unknown))).toEqual([
      400,
      ['reference.not_found body.asset_group_tag_id'],
    ]);
    expect(refusal(await tags.call('POST', '/asset-group-tags/search', { query: '', tag_type: 4 }))).toEqual([
      400,
      ['body.invalid_value body.query', 'body.invalid_value body.tag_type'],
    ]);
  });

  it('finds at most 20 of each', async () => {
    for (let index = 0; index < 21; index++) await tags.createTag(`Same ${index}`);
    const { body } = await tags.call('POST', '/asset-group-tags/search', { query: 'same', tag_type: 2 });
    expect((body.data as unknown as { tags: Item[] }).tags).toHaveLength(20);
  });
});
