import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AnalysisRuns } from '../../../analysis/runs/analysis-runs.js';
import { noAuditNote, withoutAudit } from '../../../auth/audit/audit.fixture.js';
import { type TestDatabase, testDatabase } from '../../../../test/support/test-database.js';
import { described, edge } from '../../../graph/graph-records.fixture.js';
import { tierZeroRules } from '../../../../test/support/shipped-rows.js';
import { SystemClock } from '../../../base/clock.js';
import { writeGraph } from '../../../graph/graph.fixture.js';
import { TaskQueue } from '../../../queue/task-queue.js';
import type { Predicate } from '../../../http/list/value-types.js';
import type { SelectorDraft } from '../shapes/asset-groups.request.dto.js';
import type { AssetGroupListRequest } from '../shapes/asset-groups.fields.js';
import type { MemberListRequest } from '../shapes/members.fields.js';
import { AssetGroupsRepository } from './asset-groups.repository.js';
import { MemberCounts } from './member-counts.repository.js';
import { MembersRepository } from './members.repository.js';
import { SelectorsRepository } from './selectors.repository.js';
import { SelectorsService } from '../selectors.service.js';

const byId: AssetGroupListRequest = {
  filters: [],
  order: [{ column: 'id', descending: false }],
  skip: 0,
  limit: 100,
  flags: {},
};
const byName: MemberListRequest = { ...byId, filters: [], order: [{ column: 'name', descending: false }] };
const never = { time: null, valid: false };
const aTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

function select(...ids: readonly string[]) {
  return ids.map((id) => ({ name: `node ${id}`, selector: id }));
}

function conflict(field: string, value: string) {
  return {
    code: 'resource.name_taken',
    context: `body.${field}`,
    message: `there is an asset group with the ${field} "${value}" already`,
  };
}

describe('AssetGroupsRepository', () => {
  let test: TestDatabase;
  let repository: AssetGroupsRepository;
  let selectors: SelectorsRepository;
  let membership: MembersRepository;

  beforeAll(async () => {
    test = await testDatabase();
    await writeGraph(test.database, [
      described('D-1', ['Domain', 'Base'], { name: 'BIRCH' }),
      described('U-1', ['User', 'Base'], { name: 'ALICE', domainsid: 'D-1' }),
      described('U-2', ['User', 'Base'], { name: 'BOB' }),
      described('G-1', ['Group', 'Base'], { name: 'ADMINS' }),
    ]);
  });
  afterAll(() => test.drop());

  const replaceSelectors = (id: number, drafts: readonly SelectorDraft[]) =>
    selectors.changeSelectors(id, () => drafts, noAuditNote);

  beforeEach(async () => {
    await test.database.query('DELETE FROM asset_group WHERE NOT system_group');
    await test.database.query('DELETE FROM asset_group_selector WHERE NOT system_selector');
    const counts = new MemberCounts(test.database);
    const runs = new AnalysisRuns(test.database, new TaskQueue(test.database), new SystemClock());
    repository = new AssetGroupsRepository(test.database, counts, runs);
    selectors = new SelectorsRepository(test.database, runs);
    membership = new MembersRepository(test.database);
    await test.database.query('DELETE FROM selected_node');
  });

  interface Group {
    readonly id: number;
    readonly updated_at: string;
    readonly member_count: number;
    readonly selectors: readonly { readonly id: number; readonly name: string }[];
  }

  async function get(id: number): Promise<Group> {
    const { data }: { data: Group } = JSON.parse((await repository.findById(id))?.text ?? '{}');
    return data;
  }

  const list = async (request = byId) => JSON.parse((await repository.listPage(request)).text);
  const filtered = async (
    column: AssetGroupListRequest['filters'][number]['column'],
    predicate: Predicate,
    value: string,
  ) => {
    const { data } = await list({ ...byId, filters: [{ column, predicate, value }] });
    return data.map(({ name }: { name: string }) => name);
  };
  const members = async (id: number, request: Partial<MemberListRequest> = {}) =>
    JSON.parse((await membership.listMembers(id, { ...byName, ...request })).text);
  const addToTierZero = (objectid: string) =>
    test.database.query('INSERT INTO selected_node SELECT 1, id, 1 FROM node WHERE objectid = $1', [objectid]);

  it('has two system groups at first', async () => {
    const { count, data } = await list();
    expect(count).toBe(2);
    const times = { created_at: aTime, updated_at: aTime, deleted_at: never };
    const common = { ...times, member_count: 0 };
    const rules = tierZeroRules.map(([name, selector], index) => {
      return { ...times, id: index + 1, asset_group_id: 1, name, selector, system_selector: true };
    });
    expect(rules).toHaveLength(43);
    expect(data).toEqual([
      { ...common, id: 1, name: 'Admin Tier Zero', tag: 'admin_tier_0', system_group: true, selectors: rules },
      { ...common, id: 2, name: 'Owned', tag: 'owned', system_group: true, selectors: [] },
    ]);
  });

  it('returns a group with its selectors in the shape of the API', async () => {
    const id = await repository.insert({ name: 'Mine', tag: 'mine', selectors: select('U-1', 'GONE') }, noAuditNote);
    const selector = {
      id: expect.any(Number),
      created_at: aTime,
      updated_at: aTime,
      deleted_at: never,
      asset_group_id: id,
      system_selector: false,
    };
    expect(await get(id)).toEqual({
      id,
      created_at: aTime,
      updated_at: aTime,
      deleted_at: never,
      name: 'Mine',
      tag: 'mine',
      system_group: false,
      selectors: [
        { ...selector, name: 'node U-1', selector: 'U-1' },
        { ...selector, name: 'node GONE', selector: 'GONE' },
      ],
      member_count: 1,
    });
    expect(await repository.findById(id + 1)).toBeNull();
  });

  it('counts each existing node once, if a selector, the analysis or both select it', async () => {
    await replaceSelectors(1, select('U-1', 'G-1', 'NOBODY'));
    await addToTierZero('G-1');
    await addToTierZero('U-2');
    expect((await get(1)).member_count).toBe(3);
    expect((await get(2)).member_count).toBe(0);
  });

  it('caches the number of members until the graph or the selectors change', async () => {
    const id = await repository.insert({ name: 'Mine', tag: 'mine', selectors: select('U-1', 'LATE') }, noAuditNote);
    expect((await get(id)).member_count).toBe(1);
    // No writer does this: it changes the members and keeps the version.
    await test.database.query(`UPDATE asset_group_seed SET object_id = 'NOBODY' WHERE object_id = 'U-1'`);
    expect((await get(id)).member_count).toBe(1);
    expect((await list()).data.at(-1)).toMatchObject({ member_count: 1 });
    await test.database.query(`UPDATE asset_group_seed SET object_id = 'U-1' WHERE object_id = 'NOBODY'`);
    await writeGraph(test.database, [described('LATE', ['User', 'Base']), edge('LATE', 'MemberOf', 'G-1')]);
    expect((await get(id)).member_count).toBe(2);
    await replaceSelectors(id, select('LATE'));
    expect((await list()).data.at(-1)).toMatchObject({ member_count: 1 });
    expect((await get(id)).member_count).toBe(1);
  });

  it('returns the right number of members to concurrent readers during a write', async () => {
    const id = await repository.insert({ name: 'Mine', tag: 'mine', selectors: [] }, noAuditNote);
    const rounds = Array.from({ length: 10 }, (_, i) => select(...['U-1', 'U-2', 'G-1'].slice(0, (i % 3) + 1)));
    for (const drafts of rounds) {
      const readers = Array.from({ length: 5 }, () => get(id));
      await Promise.all([replaceSelectors(id, drafts), ...readers, list()]);
      const found = await get(id);
      expect([found.member_count, found.selectors.length]).toEqual([drafts.length, drafts.length]);
    }
  });

  it('filters, sorts and pages members', async () => {
    await replaceSelectors(1, select('U-1', 'U-2', 'NOBODY'));
    await addToTierZero('G-1');
    const [derived, selected] = [{ custom_member: false }, { custom_member: true }];
    const nowhere = { environment_id: null, environment_kind: null };
    const inDomain = { environment_id: 'D-1', environment_kind: 'Domain' };
    expect(await members(1)).toEqual({
      count: 3,
      skip: 0,
      limit: 100,
      data: [
        { objectID: 'G-1', name: 'ADMINS', label: 'Group', kinds: ['Group', 'Base'], ...derived, ...nowhere },
        { objectID: 'U-1', name: 'ALICE', label: 'User', kinds: ['User', 'Base'], ...selected, ...inDomain },
        { objectID: 'U-2', name: 'BOB', label: 'User', kinds: ['User', 'Base'], ...selected, ...nowhere },
      ],
    });
    const users = { filters: [{ column: 'label', predicate: 'eq', value: 'User' }] } as const;
    expect(await members(1, { ...users, order: [{ column: 'objectID', descending: true }], limit: 1 })).toMatchObject({
      count: 2,
      data: [{ objectID: 'U-2' }],
    });
    for (const [column, value] of [
      ['environment_id', 'D-1'],
      ['environment_kind', 'Domain'],
      ['custom_member', 'false'],
    ] as const) {
      expect(await members(1, { filters: [{ column, predicate: 'eq', value }] })).toMatchObject({
        count: 1,
        data: [{ objectID: column === 'custom_member' ? 'G-1' : 'U-1' }],
      });
    }
    expect(await members(2)).toEqual({ count: 0, skip: 0, limit: 100, data: [] });
    expect(await members(99)).toMatchObject({ count: 0 });
  });

  it('filters groups by each kind of predicate', async () => {
    await repository.insert({ name: 'Zero trust', tag: 'zt', selectors: [] }, noAuditNote);
    expect(await filtered('name', '~eq', 'ZERO')).toEqual(['Admin Tier Zero', 'Zero trust']);
    expect(await filtered('system_group', 'eq', 'F')).toEqual(['Zero trust']);
    expect(await filtered('created_at', 'lt', '2020-01-01T00:00:00Z')).toEqual([]);
  });

  it('keeps the ids of unchanged selectors', async () => {
    const id = await repository.insert({ name: 'Mine', tag: 'mine', selectors: select('U-1', 'U-2') }, noAuditNote);
    const before = await get(id);
    await replaceSelectors(id, [{ name: 'node U-1', selector: 'U-2' }, ...select('U-2', 'G-1')]);
    const after = await get(id);
    expect(after.selectors).toMatchObject([
      { id: before.selectors[1]?.id, name: 'node U-2', selector: 'U-2' },
      { name: 'node U-1', selector: 'U-2' },
      { name: 'node G-1', selector: 'G-1' },
    ]);
    expect(after.updated_at >= before.updated_at).toBe(true);
    expect(await replaceSelectors(id + 1, [])).toBeNull();
  });

  it('adds and removes single selectors and returns them', async () => {
    const id = await repository.insert(
      { name: 'Mine', tag: 'mine', selectors: select('U-1', 'U-2', 'G-1') },
      noAuditNote,
    );
    const service = new SelectorsService(
      repository,
      selectors,
      membership,
      {} as never,
      withoutAudit.useValue as never,
    );
    const before = await get(id);
    const add = [...select('U-1', 'NEW'), { name: 'node U-2', selector: 'OTHER' }];
    const { added, removed } = await service.edit(id, { add, remove: ['G-1', 'ABSENT'] });
    expect(added.map(({ name, selector }) => [name, selector])).toEqual([
      ['node NEW', 'NEW'],
      ['node U-2', 'OTHER'],
    ]);
    expect(added.map(({ json }) => JSON.parse(json))).toEqual((await get(id)).selectors.slice(1));
    expect(removed.map(({ json }) => JSON.parse(json))).toEqual(before.selectors.slice(1));
    expect(removed.map((it) => it.selector).toSorted()).toEqual(['G-1', 'U-2']);
    const after = await get(id);
    expect(after.selectors).toMatchObject([
      { id: before.selectors[0]?.id, selector: 'U-1' },
      { id: added[0]?.id, selector: 'NEW' },
      { id: added[1]?.id, selector: 'OTHER', asset_group_id: id, system_selector: false },
    ]);
    const tooMany = { add: select(...Array.from({ length: 9998 }, (_, i) => `X-${i}`)), remove: [] };
    await expect(service.edit(id, tooMany)).rejects.toThrow(
      'body.add: the group would have 10001 selectors; it takes at most 10000',
    );
    await expect(service.edit(999, { add: [], remove: [] })).rejects.toThrow('there is no asset group 999');
  });

  it('stores thousands of selectors', async () => {
    const ids = Array.from({ length: 2500 }, (_, i) => `X-${i}`);
    const id = await repository.insert({ name: 'Many', tag: 'many', selectors: select(...ids) }, noAuditNote);
    expect((await get(id)).selectors).toHaveLength(2500);
  });

  it('rejects a duplicate name and a duplicate tag with both faults', async () => {
    await expect(
      repository.insert({ name: 'Owned', tag: 'admin_tier_0', selectors: [] }, noAuditNote),
    ).rejects.toMatchObject({
      faults: [conflict('name', 'Owned'), conflict('tag', 'admin_tier_0')],
    });
    const id = await repository.insert({ name: 'Mine', tag: 'mine', selectors: [] }, noAuditNote);
    await expect(repository.rename(id, 'Owned', noAuditNote)).rejects.toMatchObject({
      faults: [conflict('name', 'Owned')],
    });
    await expect(repository.rename(id, 'Mine', noAuditNote)).resolves.toBeUndefined();
  });

  it('renames a group, and deletes it with its selectors', async () => {
    const id = await repository.insert({ name: 'Mine', tag: 'mine', selectors: select('U-1') }, noAuditNote);
    await repository.rename(id, 'Ours', noAuditNote);
    expect(await get(id)).toMatchObject({ name: 'Ours', tag: 'mine', member_count: 1 });
    expect([await repository.findKind(id), await repository.findKind(1), await repository.findKind(id + 1)]).toEqual([
      'own',
      'system',
      null,
    ]);
    await repository.delete(id, noAuditNote);
    expect(await repository.exists(id)).toBe(false);
    expect(await test.database.query('SELECT FROM asset_group_selector WHERE NOT system_selector')).toEqual([]);
  });
});
