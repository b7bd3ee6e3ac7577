import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { clearGraph } from '../../../../test/support/test-graph.js';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { type TestDatabase, testDatabase } from '../../../../test/support/test-database.js';
import { kindNames } from '../../../graph/kinds/kind-catalogue.js';
import { KindNames } from '../../../graph/store/kind-names.js';
import { dayNumber, isOutgoing } from '../../../graph/store/list-row.js';
import { dayOfRecord, recordsWithDays } from '../../../graph/store/renewed-days.js';
import type { GraphBatch } from '../../../graph/writer/batch/graph-batch.js';
import { GraphWriter } from '../../../graph/writer/graph-writer.js';
import { IngestService } from '../../ingest.service.js';
import { azureFile, type AzureRecord, machine, smallTenant, tenantId } from './small-tenant.fixture.js';
import { defaultReadLimits } from '../../reading/read-limits.fixture.js';

/** With a service principal of an app of another tenant, which no record of its own describes. */
const collection: readonly AzureRecord[] = [
  ...smallTenant,
  ['AZServicePrincipal', { id: 'sp2', tenantId, appId: 'app2', appDisplayName: 'MAIL' }],
];

/** The first record of a kind has other fields. */
const tenantWith = (kind: string, fields: object): AzureRecord[] => {
  const place = collection.findIndex(([of]) => of === kind);
  return collection.map(([of, data], index) => [of, index === place ? { ...data, ...fields } : data]);
};

const shortened = (text: string) => text.replaceAll('5EED0000-0000-4000-8000-0000000000', '#');

const unitWith = (members: readonly object[]): AzureRecord => ['AZAdministrativeUnit', { id: 'x', tenantId, members }];

/** `SOURCE kind TARGET`, of paths the last part. */
const edgesIn = ({ edges: { list, kind: kinds, peer }, lists, objectids }: GraphBatch) => {
  const name = (object = 0) => shortened(objectids[object]?.split('/').at(-1) ?? '');
  return kinds.toArray().map((kind, edge) => {
    const ends = [name(lists.owner.at(list.at(edge))), name(peer.at(edge))];
    const [source, target] = isOutgoing(kind) ? ends : ends.toReversed();
    return `${source} ${kindNames.get(kind)} ${target}`;
  });
};

const nothing = { nodesCreated: 0, nodesChanged: 0, edgesCreated: 0, edgesChanged: 0, edgesRemoved: 0 };

describe('a tenant that is collected again', () => {
  const clock = new FakeClock();
  let test: TestDatabase;
  let writer: GraphWriter;
  let ingest: IngestService;

  beforeAll(async () => {
    test = await testDatabase();
    writer = new GraphWriter(test.database, new KindNames(test.database), clock);
    ingest = new IngestService(writer, defaultReadLimits);
  });
  beforeEach(async () => {
    clock.set('2026-10-01T12:00:00Z');
    await clearGraph(test.database);
    await collect(collection);
  });
  afterAll(() => test.drop());

  const collect = async (records: readonly AzureRecord[]) => {
    const { files } = await ingest.ingest([azureFile(records)]);
    return files[0]?.changes;
  };

  const nextDay = () => clock.set('2026-10-02T12:00:00Z');

  /** `SOURCE kind TARGET`, of paths the last part. */
  const edges = async () => {
    const rows = await test.database.query<{ edge: string }>(`
      SELECT regexp_replace(s.objectid, '.*/', '') || ' ' || k.name || ' ' || regexp_replace(t.objectid, '.*/', '') AS edge
      FROM edge e JOIN node s ON s.id = e.source JOIN node t ON t.id = e.target JOIN kind k ON k.id = e.kind`);
    return rows.map(({ edge }) => shortened(edge)).toSorted();
  };

  const edgesOf = async (kind: string) => (await edges()).filter((edge) => edge.includes(` ${kind} `));

  it('has its days renewed', async () => {
    nextDay();
    expect(await collect(collection)).toEqual(nothing);
    const records = await test.database.query(`SELECT DISTINCT (${dayOfRecord})::text AS seen FROM ${recordsWithDays}`);
    expect(records).toEqual([{ seen: '2026-10-02' }]);
    const added = await test.database.query<{ days: number[] }>('SELECT days FROM edge_list WHERE days IS NOT NULL');
    expect(added.flatMap(({ days }) => days)).toEqual(Array.from({ length: 6 }, () => dayNumber('2026-10-02')));
  });

  it('converts only the records that add edges again', async () => {
    nextDay();
    const converted: string[] = [];
    const original = writer.payload.bind(writer);
    jest.spyOn(writer, 'payload').mockImplementationOnce(() => {
      const payload = original();
      const write = payload.write.bind(payload);
      return Object.assign(payload, {
        write: (batch: GraphBatch) => {
          converted.push(...edgesIn(batch));
          return write(batch);
        },
      });
    });
    await collect(collection);
    expect(converted.toSorted()).toEqual([
      '#01 AZContains #02',
      '#01 AZContains ROOT',
      '#14 AZGetKeys KV1',
      '#14 AZGetSecrets KV1',
      '#14 AZMGApplication_ReadWrite_All #15',
      'ROOT AZContains #02',
    ]);
  });

  it.each([
    ['a resource is in another group', 'AZVM', { resourceGroupId: '/rg2' }, 'RG1', 'AZContains VM1', 'RG2'],
    ['a group is in another subscription', 'AZResourceGroup', { subscriptionId: 's2' }, '#02', 'AZContains RG1', 'S2'],
    ['a user is in another tenant', 'AZUser', { tenantId: 't2' }, '#01', 'AZContains #11', 'T2'],
    ['a service principal runs another app', 'AZServicePrincipal', { appId: 'a2' }, '#13', 'AZRunsAs #14', 'A2'],
  ])('loses what no longer holds: %s', async (_what, kind, fields, from, edge, to) => {
    const before = await edges();
    nextDay();
    expect(await collect(tenantWith(kind, fields))).toMatchObject({ edgesCreated: 1, edgesRemoved: 1 });
    const after = [...before.filter((each) => each !== `${from} ${edge}`), `${to} ${edge}`];
    expect(await edges()).toEqual(after.toSorted());
    expect(before).toContain(`${from} ${edge}`);
  });

  it('loses the machines of a cluster that has others', async () => {
    await collect(tenantWith('AZManagedCluster', { properties: { nodeResourceGroup: 'MC_2' } }));
    expect(await edgesOf('AZNodeResourceGroup')).toEqual(['K1 AZNodeResourceGroup MC_2']);
  });

  it('loses approvers of a role that its policy no longer names, or no longer asks for', async () => {
    const roleDefinitionId = '62e90394-69f5-4237-9190-012177145e10';
    const collectPolicy = (policy: object) =>
      collect([...collection, ['AZRoleManagementPolicyAssignment', { roleDefinitionId, tenantId, ...policy }]]);
    const role = '62E90394-69F5-4237-9190-012177145E10@#01';
    const endUserAssignmentRequiresApproval = true;

    await collectPolicy({ endUserAssignmentRequiresApproval, endUserAssignmentUserApprovers: ['u1', 'u2'] });
    expect(await edgesOf('AZRoleApprover')).toEqual([`U1 AZRoleApprover ${role}`, `U2 AZRoleApprover ${role}`]);
    nextDay();
    await collectPolicy({ endUserAssignmentRequiresApproval, endUserAssignmentUserApprovers: ['u2'] });
    expect(await edgesOf('AZRoleApprover')).toEqual([`U2 AZRoleApprover ${role}`]);
    expect(await collectPolicy({})).toMatchObject({ edgesRemoved: 1 });
    expect(await edgesOf('AZRoleApprover')).toEqual([]);
  });

  it('loses members of a unit that its list no longer has', async () => {
    await collect([unitWith([{ id: 'u1' }, { id: 'u2' }])]);
    expect(await edgesOf('AZUnitMember')).toEqual(['X AZUnitMember U1', 'X AZUnitMember U2']);
    expect(await collect([unitWith([])])).toMatchObject({ edgesRemoved: 2 });
    expect(await edgesOf('AZUnitMember')).toEqual([]);
  });

  it('keeps where a resource is that does not say so', async () => {
    expect(await collect([['AZVM', { id: machine, name: 'vm1' }]])).toMatchObject({ edgesCreated: 0, edgesRemoved: 0 });
    expect(await edges()).toContain('RG1 AZContains VM1');
  });

  it('keeps a subscription in the tenant and in the groups above it, though the records come apart', async () => {
    const above = ['#01 AZContains #02', 'ROOT AZContains #02'];
    for (const kind of ['AZSubscription', 'AZManagementGroupDescendant']) {
      await collect(tenantWith(kind, { displayName: 'Other' }).filter(([of]) => of === kind));
      expect((await edges()).filter((edge) => edge.endsWith('AZContains #02'))).toEqual(above);
    }
  });
});
