import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { refusal, TestTags } from './tags.fixture.js';

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const written = { created_at: time, created_by: 'SYSTEM', updated_at: time, updated_by: expect.any(String) };
const ofTiers = { require_certify: { bool: false, valid: true } };
const ofLabels = {
  position: { int32: 0, valid: false },
  require_certify: { bool: false, valid: false },
  analysis_enabled: { bool: false, valid: false },
};
const noGlyph = { glyph: { string: '', valid: false } };

let tags: TestTags;

beforeAll(async () => {
  tags = await TestTags.open();
});
afterAll(() => tags.app.close());
beforeEach(() => tags.clear());

describe('tags', () => {
  it('are the two asset groups of the service at first', async () => {
    await tags.addToTierZero('G-1');
    const { status, body } = await tags.call('GET', '/asset-group-tags?counts=true');
    const none = { selectors: 0, custom_selectors: 0, default_selectors: 0, disabled_selectors: 0 };
    expect([status, body]).toEqual([
      200,
      {
        count: 2,
        skip: 0,
        limit: 100,
        data: [
          {
            id: 1,
            type: 1,
            kind_id: 40_001,
            name: 'Admin Tier Zero',
            description: 'The nodes that control a domain or a tenant.',
            ...written,
            position: { int32: 1, valid: true },
            ...ofTiers,
            analysis_enabled: { bool: true, valid: true },
            ...noGlyph,
            counts: { ...none, members: 1, selectors: 43, default_selectors: 43 },
          },
          {
            id: 2,
            type: 3,
            kind_id: 40_002,
            name: 'Owned',
            description: 'The nodes that an attacker controls.',
            ...written,
            ...ofLabels,
            ...noGlyph,
            counts: { ...none, members: 0 },
          },
        ],
      },
    ]);
  });

  it('are created, read, changed and deleted, and are asset groups as well', async () => {
    const body = { name: 'Backup servers', type: 2, description: 'Copies', glyph: { string: 'server', valid: true } };
    const created = await tags.call('POST', '/asset-group-tags', body);
    const { id } = created.body.data;
    const label = {
      id,
      type: 2,
      kind_id: 40_000 + id,
      name: 'Backup servers',
      description: 'Copies',
      created_at: time,
      created_by: tags.me,
      updated_at: time,
      updated_by: tags.me,
      ...ofLabels,
      glyph: { string: 'server', valid: true },
    };
    expect(created).toEqual({ status: 201, body: { data: label } });
    expect(await tags.call('GET', `/asset-group-tags/${id}`)).toEqual({ status: 200, body: { data: { tag: label } } });
    const change = { name: 'Backups', description: '' };
    expect(await tags.call('PATCH', `/asset-group-tags/${id}`, change)).toEqual({
      status: 200,
      body: { data: { ...label, ...change } },
    });
    expect(await tags.call('GET', `/asset-groups/${id}`)).toMatchObject({
      body: {
        data: { id, name: 'Backups', tag: 'backup_servers', system_group: false, selectors: [], member_count: 0 },
      },
    });
    expect(await tags.call('DELETE', `/asset-group-tags/${id}`)).toEqual({ status: 204, body: undefined });
    expect(refusal(await tags.call('GET', `/asset-group-tags/${id}`))).toEqual([
      404,
      ['resource.not_found path.asset_group_tag_id'],
    ]);
  });

  it('show asset groups as labels', async () => {
    const group = { name: 'Mine!', tag: 'mine', selectors: [{ name: 'alice', selector: 'u-1' }] };
    const { body } = await tags.call('POST', '/asset-groups', group);
    const { id } = body.data;
    expect(await tags.call('GET', `/asset-group-tags/${id}`)).toMatchObject({
      body: { data: { tag: { name: 'Mine!', type: 2, created_by: tags.me } } },
    });
    expect(await tags.membersOf(id)).toEqual(['U-1']);
    expect(await tags.call('GET', `/asset-group-tags/${id}/selectors`)).toMatchObject({
      body: { data: [{ name: 'alice', seeds: [{ type: 1, value: 'U-1' }], is_default: false, created_by: tags.me }] },
    });
  });

  it('are filtered, sorted and paged', async () => {
    await tags.createTag('Crown jewels');
    await tags.createTag('Tier one', { type: 1 });
    const names = async (query: string) => {
      const { body } = await tags.call('GET', `/asset-group-tags${query}`);
      return [body.count, body.data.map(({ name }) => name)];
    };
    expect(await names('?type=2')).toEqual([1, ['Crown jewels']]);
    expect(await names('?type=neq:1&sort_by=-name')).toEqual([2, ['Owned', 'Crown jewels']]);
    expect(await names('?require_certify=false')).toEqual([2, ['Admin Tier Zero', 'Tier one']]);
    expect(await names(`?created_by=${tags.me}&limit=1`)).toEqual([2, ['Crown jewels']]);
    expect(await names('?name=~eq:TIER&position=gt:1')).toEqual([1, ['Tier one']]);
  });

  it('have unique names, and the tags of the service are protected', async () => {
    const id = await tags.createTag('Crown jewels');
    expect(refusal(await tags.call('POST', '/asset-group-tags', { name: 'crown_jewels', type: 2 }))).toEqual([
      409,
      ['resource.name_taken body.name'],
    ]);
    expect(refusal(await tags.call('PATCH', `/asset-group-tags/${id}`, { name: 'Owned' }))).toEqual([
      409,
      ['resource.name_taken body.name'],
    ]);
    const isProtected = [409, ['resource.protected path.asset_group_tag_id']];
    expect(refusal(await tags.call('PATCH', '/asset-group-tags/1', { name: 'Zero' }))).toEqual(isProtected);
    expect(refusal(await tags.call('PATCH', '/asset-group-tags/1', { position: 2 }))).toEqual(isProtected);
    expect(refusal(await tags.call('DELETE', '/asset-group-tags/2'))).toEqual(isProtected);
    expect(refusal(await tags.call('PATCH', '/asset-group-tags/99', { name: 'X' }))).toEqual([
      404,
      ['resource.not_found path.asset_group_tag_id'],
    ]);
    expect((await tags.call('PATCH', '/asset-group-tags/2', { name: 'Owned', description: 'Lost' })).status).toBe(200);
  });

  it.each([
    ['a tag without a type', { name: 'x' }, ['body.missing_property body.type']],
    ['a name with a hyphen', { name: 'a-b', type: 2 }, ['body.invalid_value body.name']],
    ['a name of 65 characters', { name: 'x'.repeat(65), type: 2 }, ['body.invalid_value body.name']],
    ['a second tag Owned', { name: 'x', type: 3 }, ['body.invalid_value body.type']],
    [
      'a description of 4,097 characters',
      { name: 'x', type: 2, description: 'x'.repeat(4097) },
      ['body.invalid_value body.description'],
    ],
    ['certification', { name: 'x', type: 1, require_certify: true }, ['body.invalid_value body.require_certify']],
    ['the position of tier zero', { name: 'x', type: 1, position: 1 }, ['body.invalid_value body.position']],
    ['a position behind the last tier', { name: 'x', type: 1, position: 3 }, ['body.invalid_value body.position']],
    ['a label with a position', { name: 'x', type: 2, position: 2 }, ['body.conflicting_properties body.position']],
    ['a malformed glyph', { name: 'x', type: 2, glyph: 'A B' }, ['body.invalid_value body.glyph']],
    ['a glyph of 65 characters', { name: 'x', type: 2, glyph: 'x'.repeat(65) }, ['body.invalid_value body.glyph']],
    ['an unknown property', { name: 'x', type: 2, owner: 'me' }, ['body.unknown_property body.owner']],
  ])('refuse %s', async (_case, body, faults) => {
    expect(refusal(await tags.call('POST', '/asset-group-tags', body))).toEqual([400, faults]);
  });
});

it('records changes of tags and selectors in the audit log', async () => {
  await tags.app.database.query('TRUNCATE audit_log');
  const id = await tags.createTag('Label');
  await tags.call('PATCH', `/asset-group-tags/${id}`, { name: 'Other' });
  const selector = await tags.createSelector(id, 'A', 'U-1', 'U-2');
  await tags.call('PATCH', `/asset-group-tags/${id}/selectors/${selector}`, { disabled: true, name: 'B' });
  await tags.call('DELETE', `/asset-group-tags/${id}/selectors/${selector}`);
  await tags.call('DELETE', `/asset-group-tags/${id}`);
  await tags.call('DELETE', '/asset-group-tags/1');
  const rows = await tags.app.database.query<{ action: string; resource: string; details: object }>(
    'SELECT action, resource, details FROM audit_log ORDER BY id',
  );
  const path = `asset-group-tags/${id}`;
  expect(rows.map(({ action, resource, details }) => [action, resource, details])).toEqual([
    ['asset_group.create', 'asset-group-tags', { id, name: 'Label', type: 2 }],
    ['asset_group.update', path, { name: 'Other' }],
    ['asset_group_selector.create', `${path}/selectors`, { id: selector, name: 'A', seeds: 2 }],
    [
      'asset_group_selector.update',
      `${path}/selectors/${selector}`,
      { changed: ['name', 'isDisabled'], disabled: true },
    ],
    ['asset_group_selector.delete', `${path}/selectors/${selector}`, { name: 'B' }],
    ['asset_group.delete', path, { name: 'Other' }],
    [
      'asset_group.delete',
      'asset-group-tags/1',
      { reason: "path.asset_group_tag_id: the tag 1 is a tag of the service; it can't be deleted" },
    ],
  ]);
});
