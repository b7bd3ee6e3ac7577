import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { DataQualityTenantEntity } from '../../analysis/data-quality/data-quality-tenant.entity.js';
import { described } from '../../graph/graph-records.fixture.js';
import { writeGraph } from '../../graph/graph.fixture.js';
import type { RecordTimesRequest } from '../../http/list/list-description.js';
import type { TenantListRequest } from './environments.fields.js';
import { EnvironmentsRepository } from './environments.repository.js';

const inGraph = 'A0000000-0000-4000-8000-00000000000A';
const gone = 'B0000000-0000-4000-8000-00000000000B';
const counts = {
  users: 1,
  groups: 2,
  apps: 3,
  servicePrincipals: 4,
  devices: 5,
  managementGroups: 6,
  subscriptions: 7,
  resourceGroups: 8,
  vms: 9,
  keyVaults: 10,
  relationships: 11,
};
const newestFirst: RecordTimesRequest = {
  filters: [],
  order: [{ column: 'created_at', descending: true }],
  skip: 0,
  limit: 100,
  flags: {},
};
const byName: TenantListRequest = { ...newestFirst, filters: [], order: [{ column: 'name', descending: false }] };
const may = (day: number) => new Date(Date.UTC(2026, 4, day));

function created(page: { data: { created_at: string }[] }): string[] {
  return page.data.map((row) => row.created_at.slice(0, 10));
}

describe('EnvironmentsRepository with cloud tenants', () => {
  let test: TestDatabase;
  let repository: EnvironmentsRepository;
  const runId = randomUUID();

  beforeAll(async () => {
    test = await testDatabase();
    repository = new EnvironmentsRepository(test.database);
    await writeGraph(
      test.database,
      [described(inGraph, ['AZTenant', 'AZBase'], { name: 'BIRCH' }), described('U', ['AZUser', 'AZBase'])],
      { day: '2026-06-01' },
    );
    const rows = [1, 2, 3].map((day) => ({ tenantid: inGraph, at: may(day) })).concat({ tenantid: gone, at: may(9) });
    await test.dataSource
      .getRepository(DataQualityTenantEntity)
      .insert(rows.map(({ tenantid, at }) => ({ tenantid, runId, createdAt: at, updatedAt: at, ...counts })));
  });
  afterAll(() => test.drop());

  const list = async (request: Partial<TenantListRequest> = {}) =>
    JSON.parse((await repository.listTenants({ ...byName, ...request })).text);
  const stats = async (tenantId: string, start: Date, end: Date, request: Partial<RecordTimesRequest> = {}) =>
    JSON.parse(
      (await repository.listDataQuality('tenant', tenantId, { start, end }, { ...newestFirst, ...request })).text,
    );

  it('lists the present and the former tenants of the graph', async () => {
    expect(await list()).toEqual({
      count: 2,
      skip: 0,
      limit: 100,
      data: [
        { tenantid: gone, name: gone, last_seen: '2026-05-09T00:00:00.000Z' },
        { tenantid: inGraph, name: 'BIRCH', last_seen: '2026-06-01T00:00:00.000Z' },
      ],
    });
  });

  it('filters and sorts the list', async () => {
    const late = { column: 'last_seen', predicate: 'gt', value: '2026-05-31T00:00:00Z' } as const;
    expect((await list({ filters: [late] })).data).toMatchObject([{ name: 'BIRCH' }]);
    expect((await list({ order: [{ column: 'tenantid', descending: true }], limit: 1 })).data).toMatchObject([
      { tenantid: gone },
    ]);
  });

  it.each([
    [inGraph, inGraph],
    [inGraph.toLowerCase(), inGraph],
    [gone.toLowerCase(), gone],
    ['U', null],
    ["' OR true --", null],
  ])('finds the object id of %s: %s', async (given, id) => {
    expect(await repository.findId('tenant', given)).toBe(id);
  });

  it('returns statistics in the shape of the API', async () => {
    expect(await stats(gone, may(1), may(31))).toEqual({
      count: 1,
      skip: 0,
      limit: 100,
      start: '2026-05-01T00:00:00.000Z',
      end: '2026-05-31T00:00:00.000Z',
      data: [
        {
          id: 4,
          created_at: '2026-05-09T00:00:00.000Z',
          updated_at: '2026-05-09T00:00:00.000Z',
          deleted_at: { time: null, valid: false },
          tenantid: gone,
          users: 1,
          groups: 2,
          apps: 3,
          service_principals: 4,
          devices: 5,
          management_groups: 6,
          subscriptions: 7,
          resource_groups: 8,
          vms: 9,
          key_vaults: 10,
          relationships: 11,
          run_id: runId,
        },
      ],
    });
  });

  it('returns the statistics from start (inclusive) to end (exclusive)', async () => {
    expect(created(await stats(inGraph, may(1), may(3)))).toEqual(['2026-05-02', '2026-05-01']);
    expect(created(await stats(inGraph, may(3), may(3)))).toEqual([]);
  });

  it('sorts and pages statistics and counts the rows of the range', async () => {
    const oldestFirst = { order: [{ column: 'updated_at', descending: false }], skip: 1, limit: 1 } as const;
    const page = await stats(inGraph, may(1), may(31), oldestFirst);
    expect([page.count, created(page)]).toEqual([3, ['2026-05-02']]);
  });
});
