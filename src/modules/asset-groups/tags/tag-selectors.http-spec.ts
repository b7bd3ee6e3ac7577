import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { tierZeroRules } from '../../../../test/support/shipped-rows.js';
import { draft, type Item, refusal, TestTags } from './tags.fixture.js';

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

  it('include the rules of tier zero, which are switched off and on but not changed otherwise', async () => {
    await tags.addToTierZero('G-1', 'U-1');
    const { body } = await tags.call('GET', '/asset-group-tags/1/selectors?counts=true');
    expect(body.data).toEqual(
      tierZeroRules.map(([name, text, change], index) => ({
        id: index + 1,
        asset_group_tag_id: 1,
        ...written,
        disabled_at: null,
        disabled_by: null,
        name,
        description: text,
        auto_certify: 0,
        is_default: true,
        allow_disable: change === 'switchable',
        seeds: [],
        counts: { members: index === 0 ? 2 : 0 },
      })),
    );
    const isProtected = [409, ['resource.protected path.asset_group_tag_selector_id']];
    const domains = '/asset-group-tags/1/selectors/1';
    expect(await tags.call('GET', `${domains}/members?sort_by=id`)).toMatchObject({
      body: { count: 2, data: [{ object_id: 'U-1' }, { object_id: 'G-1' }] },
    });
    expect((await tags.call('GET', `${domains}/members/counts`)).body).toEqual({
      data: { total_count: 2, counts: { Group: 1, User: 1 } },
    });
    expect(refusal(await tags.call('PATCH', domains, { disabled: true }))).toEqual(isProtected);
    expect((await tags.call('PATCH', domains, { disabled: false })).status).toBe(200);
    const operators = tierZeroRules.findIndex(([name]) => name === 'Account Operators') + 1;
    const path = `/asset-group-tags/1/selectors/${operators}`;
    for (const change of [{ name: 'A' }, draft('A', 'U-1'), { disabled: true, description: '' }, { auto_certify: 1 }])
      expect(refusal(await tags.call('PATCH', path, change))).toEqual(isProtected);
    expect(refusal(await tags.call('DELETE', path))).toEqual(isProtected);
    expect((await tags.call('PATCH', path, { name: 'A' })).body.errors[0]?.message).toBe(
      `the selector ${operators} is the rule "Account Operators" of the service; it can't be changed: it can only be switched off and on`,
    );
  });

  it('of tier zero take effect as soon as they are switched, and request an analysis', async () => {
    const operators = tierZeroRules.findIndex(([name]) => name === 'Account Operators') + 1;
    const path = `/asset-group-tags/1/selectors/${operators}`;
    const insert = `INSERT INTO selected_node SELECT $1, id, 1 FROM node WHERE objectid = 'G-1'`;
    await tags.app.database.query(insert, [operators]);
    await tags.app.database.query('TRUNCATE audit_log');
    const state = async () => [
      await tags.membersOf(1),
      (await tags.call('GET', '/asset-group-tags?counts=true&id=1')).body.data.map(({ counts }) => counts),
      await tags.app.database.query('SELECT status, requested_by FROM analysis_run'),
    ];
    const counts = { selectors: 43, custom_selectors: 0, default_selectors: 43 };
    expect(await state()).toEqual([['G-1'], [{ members: 1, ...counts, disabled_selectors: 0 }], []]);
    const off = await tags.call('PATCH', path, { disabled: true });
    expect(off).toMatchObject({ status: 200, body: { data: { disabled_at: time, disabled_by: tags.me } } });
    const requested = [{ status: 'waiting', requested_by: 'a-administrator' }];
    expect(await state()).toEqual([[], [{ members: 0, ...counts, disabled_selectors: 1 }], requested]);
    const [listed] = (await tags.call('GET', `/asset-group-tags/1/selectors?counts=true&id=${operators}`)).body.data;
    expect(listed).toMatchObject({ name: 'Account Operators', counts: { members: 1 } });
    const ofGroup = (await tags.call('GET', '/asset-groups/1')).body.data as unknown as { selectors: Item[] };
    expect(ofGroup.selectors.map(({ id }) => id)).toEqual(
      tierZeroRules.flatMap((_, index) => (index + 1 === operators ? [] : [index + 1])),
    );
    const on = await tags.call('PATCH', path, { disabled: false });
    expect(on).toMatchObject({ status: 200, body: { data: { disabled_at: null, disabled_by: null } } });
    expect(await state()).toEqual([['G-1'], [{ members: 1, ...counts, disabled_selectors: 0 }], requested]);
    expect(await tags.app.database.query('SELECT action, resource, details FROM audit_log ORDER BY id')).toEqual(
      [true, false].map((disabled) => {
        const details = { changed: ['isDisabled'], disabled };
        return { action: 'asset_group_selector.update', resource: path.slice(1), details };
      }),
    );
  });

  it.each([
    ['a tier', 1, 1],
    ['a label', 2, 1],
    ['Owned', 3, 0],
  ])('of %s request an analysis if it is to expand them', async (_case, type, runs) => {
    const tagId = type === 3 ? 2 : await tags.createTag('Tag', { type });
    await tags.createSelector(tagId, 'A', 'U-1');
    expect(await tags.app.database.query('SELECT status FROM analysis_run')).toHaveLength(runs);
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
    ['an unknown type', { name: 'A', seeds: [{ type: 3, value: 'A' }] }, ['body.invalid_value body.seeds.0.type']],
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

  it('give way to selectors of the asset group with the same name, if they are disabled', async () => {
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
  });

  it('of an asset group are written back as they were read, with the rules of the service', async () => {
    await tags.createSelector(1, 'A', 'U-1');
    const read = async () =>
      (
        (await tags.call('GET', '/asset-groups/1')).body.data as unknown as {
          selectors: { name: string; selector: string }[];
        }
      ).selectors;
    const selectors = await read();
    expect(selectors).toHaveLength(44);
    const written = selectors.map(({ name, selector }) => ({ name, selector }));
    expect((await tags.call('PUT', '/asset-groups/1/selectors', { selectors: written })).status).toBe(200);
    expect(await read()).toEqual(selectors);
    await tags.call('PATCH', '/asset-group-tags/1/selectors/18', { disabled: true });
    for (const name of ['Domains', 'Account Operators']) {
      const other = { selectors: [{ name, selector: 'U-1' }] };
      expect(refusal(await tags.call('PUT', '/asset-groups/1/selectors', other))).toEqual([
        409,
        ['resource.name_taken body.selectors'],
      ]);
    }
    expect((await tags.call('PUT', '/asset-groups/1/selectors', { selectors: [] })).status).toBe(200);
    expect(await read()).toEqual(selectors.filter((_, index) => index < 43 && index !== 17));
  });
});
