import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { draft, refusal, TestTags } from './tags.fixture.js';

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const written = { created_at: time, created_by: 'SYSTEM', updated_at: time, updated_by: expect.any(String) };

let tags: TestTags;

beforeAll(async () => {
  tags = await TestTags.open();
});
afterAll(() => tags.app.close());
beforeEach(() => tags.clear());

describe('selectors of tags', () => {
  it('are created, read, changed, disabled and deleted', async () => {
    const tagId = await tags.createTag('Label');
    const path = `/asset-group-tags/${tagId}/selectors`;
    const created = await tags.call('POST', path, {
      ...draft('Both', 'u-1', 'U-1', 'g-1'),
      description: 'Two of them',
      auto_certify: 2,
    });
    const { id } = created.body.data;
    const selector = {
      id,
      asset_group_tag_id: tagId,
      created_at: time,
      created_by: tags.me,
      updated_at: time,
      updated_by: tags.me,
      disabled_at: null,
      disabled_by: null,
      name: 'Both',
      description: 'Two of them',
      auto_certify: 2,
      is_default: false,
      allow_disable: true,
      seeds: ['G-1', 'U-1'].map((value) => ({ type: 1, value })),
    };
    expect(created).toEqual({ status: 201, body: { data: selector } });
    expect(await tags.call('GET', `${path}/${id}`)).toEqual({ status: 200, body: { data: { selector } } });
    expect(await tags.call('GET', `${path}?counts=true`)).toEqual({
      status: 200,
      body: { count: 1, skip: 0, limit: 100, data: [{ ...selector, counts: { members: 2 } }] },
    });
    expect(await tags.call('GET', `/asset-groups/${tagId}`)).toMatchObject({
      body: {
        data: {
          selectors: [
            { id, name: 'Both', selector: 'G-1', system_selector: false },
            { id, name: 'Both', selector: 'U-1', system_selector: false },
          ],
          member_count: 2,
        },
      },
    });
    const disabled = await tags.call('PATCH', `${path}/${id}`, { disabled: true, seeds: draft('', 'U-2').seeds });
    expect(disabled.body.data).toEqual({
      ...selector,
      seeds: [{ type: 1, value: 'U-2' }],
      disabled_at: time,
      disabled_by: tags.me,
    });
    expect(await tags.membersOf(tagId)).toEqual([]);
    expect(await tags.call('GET', `/asset-groups/${tagId}`)).toMatchObject({ body: { data: { selectors: [] } } });
    const enabled = await tags.call('PATCH', `${path}/${id}`, { disabled: false, name: 'Bob', auto_certify: 0 });
    expect(enabled.body.data).toMatchObject({ name: 'Bob', auto_certify: 0, disabled_at: null, disabled_by: null });
    expect(await tags.membersOf(tagId)).toEqual(['U-2']);
    expect(await tags.call('DELETE', `${path}/${id}`)).toEqual({ status: 204, body: undefined });
    expect(await tags.membersOf(tagId)).toEqual([]);
    for (const method of ['GET', 'DELETE'])
      expect(refusal(await tags.call(method, `${path}/${id}`))).toEqual([
        404,
        ['resource.not_found path.asset_group_tag_selector_id'],
      ]);
    expect(refusal(await tags.call('GET', `/asset-group-tags/99/selectors/${id}`))).toEqual([
      404,
      ['resource.not_found path.asset_group_tag_id'],
    ]);
  });

  it('include the one of the analysis, which cannot be changed', async () => {
    await tags.addToTierZero('G-1', 'U-1');
    const { body } = await tags.call('GET', '/asset-group-tags/1/selectors?counts=true');
    expect(body.data).toEqual([
      {
        id: 1,
        asset_group_tag_id: 1,
        ...written,
        disabled_at: null,
        disabled_by: null,
        name: 'Analysis',
        description: 'The nodes that the analysis counts to tier zero.',
        auto_certify: 0,
        is_default: true,
        allow_disable: false,
        seeds: [],
        counts: { members: 2 },
      },
    ]);
    const isProtected = [409, ['resource.protected path.asset_group_tag_selector_id']];
    const path = '/asset-group-tags/1/selectors/1';
    expect(refusal(await tags.call('PATCH', path, { disabled: true }))).toEqual(isProtected);
    expect(refusal(await tags.call('DELETE', path))).toEqual(isProtected);
    expect(await tags.call('GET', `${path}/members?sort_by=id`)).toMatchObject({
      body: { count: 2, data: [{ object_id: 'U-1' }, { object_id: 'G-1' }] },
    });
    expect((await tags.call('GET', `${path}/members/counts`)).body).toEqual({
      data: { total_count: 2, counts: { Group: 1, User: 1 } },
    });
  });

  it('are filtered, sorted and counted for environments', async () => {
    const tagId = await tags.createTag('Label');
    await tags.createSelector(tagId, 'A', 'U-1', 'U-2');
    await tags.createSelector(tagId, 'B', 'G-2');
    const path = `/asset-group-tags/${tagId}/selectors`;
    const { body } = await tags.call('GET', `${path}?counts=true&environments=d-1&sort_by=-name`);
    expect(body.data).toMatchObject([
      { name: 'B', counts: { members: 0 } },
      { name: 'A', counts: { members: 1 } },
    ]);
    expect(await tags.call('GET', `${path}?auto_certify=false&type=1&is_default=false&name=B`)).toMatchObject({
      body: { count: 1, data: [{ name: 'B' }] },
    });
    expect((await tags.call('GET', `${path}?disabled_at=neq:null`)).body.count).toBe(0);
  });

  it.each([
    ['an empty body', {}, ['body.missing_property body.name', 'body.missing_property body.seeds']],
    ['no seeds', { ...draft('A'), seeds: [] }, ['body.invalid_value body.seeds']],
    [
      'a query',
      { name: 'A', seeds: [{ type: 2, value: 'MATCH (n) RETURN n' }] },
      ['body.invalid_value body.seeds.0.type'],
    ],
    [
      'an object id of 1,025 characters',
      { name: 'A', seeds: [{ type: 1, value: 'x'.repeat(1025) }] },
      ['body.invalid_value body.seeds.0.value'],
    ],
    ['a name of 257 characters', { ...draft('x'.repeat(257), 'A') }, ['body.invalid_value body.name']],
    ['an unknown certification', { ...draft('A', 'A'), auto_certify: 3 }, ['body.invalid_value body.auto_certify']],
    ['a text as a switch', { ...draft('A', 'A'), disabled: 'yes' }, ['body.invalid_value body.disabled']],
  ])('refuse %s', async (_case, body, faults) => {
    const answer = await tags.call('POST', '/asset-group-tags/2/selectors', body);
    expect(refusal(answer)).toEqual([400, faults]);
  });

  it('say that Cypher comes later', async () => {
    const { body } = await tags.call('POST', '/asset-group-tags/2/selectors', {
      name: 'A',
      seeds: [{ type: 2, value: 'x' }],
    });
    expect(body.errors[0]?.message).toBe('takes 1 (object id): selectors by Cypher (2) are not supported yet');
  });

  it('have unique names and at most 10,000 seeds in a tag', async () => {
    const tagId = await tags.createTag('Label');
    const path = `/asset-group-tags/${tagId}/selectors`;
    const many = Array.from({ length: 9999 }, (_, index) => `X-${index}`);
    const id = await tags.createSelector(tagId, 'A', ...many);
    expect(refusal(await tags.call('POST', path, draft('A', 'U-1')))).toEqual([409, ['resource.name_taken body.name']]);
    const last = await tags.createSelector(tagId, 'B', 'U-1');
    expect((await tags.call('POST', path, draft('C', 'U-2'))).body.errors).toEqual([
      {
        code: 'body.invalid_value',
        context: 'body.seeds',
        message: 'the selectors of the tag would have 10001 seeds; it takes at most 10000',
      },
    ]);
    expect(refusal(await tags.call('PATCH', `${path}/${last}`, { name: 'A' }))).toEqual([
      409,
      ['resource.name_taken body.name'],
    ]);
    expect(refusal(await tags.call('PATCH', `${path}/${last}`, draft('B', 'U-1', 'U-2')))).toEqual([
      400,
      ['body.invalid_value body.seeds'],
    ]);
    expect((await tags.call('GET', `${path}/${last}`)).body).toMatchObject({
      data: { selector: { seeds: [{ value: 'U-1' }] } },
    });
    await tags.call('DELETE', `${path}/${id}`);
    expect((await tags.call('PATCH', `${path}/${last}`, draft('A', 'U-1', 'U-2'))).status).toBe(200);
  });

  it('give way to those of the asset group with the same name, if they are disabled', async () => {
    const tagId = await tags.createTag('Label');
    await tags.call('POST', `/asset-group-tags/${tagId}/selectors`, { ...draft('A', 'U-1'), disabled: true });
    await tags.createSelector(tagId, 'B', 'U-2', 'G-1');
    const change = { add: [{ name: 'A', selector: 'G-2' }], remove: [{ name: 'B', selector: 'U-2' }] };
    expect(await tags.call('PUT', `/asset-groups/${tagId}/selectors`, change)).toMatchObject({
      status: 200,
      body: { data: { added_selectors: [{ name: 'A' }], removed_selectors: [{ name: 'B', selector: 'U-2' }] } },
    });
    const { body } = await tags.call('GET', `/asset-group-tags/${tagId}/selectors?sort_by=name`);
    expect(body.data.map(({ name, seeds }) => [name, seeds.map(({ value }) => value)])).toEqual([
      ['A', ['G-2']],
      ['B', ['G-1']],
    ]);
    const ofAnalysis = { selectors: [{ name: 'Analysis', selector: 'U-1' }] };
    expect(refusal(await tags.call('PUT', '/asset-groups/1/selectors', ofAnalysis))).toEqual([
      409,
      ['resource.name_taken body.selectors'],
    ]);
  });
});
