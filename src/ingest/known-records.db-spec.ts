import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Estate } from '../../demo/generator/estate.js';
import { textOf } from '../../demo/generator/payload.js';
import { ESTATE_PRESETS } from '../../demo/generator/sizes.js';
import { FakeClock } from '../../test/support/fake-clock.js';
import { type TestDatabase, testDatabase } from '../../test/support/test-database.js';
import { clearGraph } from '../../test/support/test-graph.js';
import { KindNames } from '../graph/store/kind-names.js';
import type { GraphBatch } from '../graph/writer/batch/graph-batch.js';
import { GraphWriter } from '../graph/writer/graph-writer.js';
import { classic, source } from './ingest.fixture.js';
import type { FileReport } from './ingest-report.js';
import { IngestService } from './ingest.service.js';
import type { PayloadSource } from './reading/payload-source.js';
import { defaultReadLimits } from './reading/read-limits.fixture.js';
import type { ReadLimits } from './reading/read-limits.js';

const NOW = new Date('2026-03-01T10:00:00Z');
const domain = 'S-1-5-21-7-7-7';

const group = (id: string, ...members: readonly string[]) => ({
  ObjectIdentifier: `${domain}-${id}`,
  Properties: { name: `G${id}`, domainsid: domain, distinguishedname: `CN=G${id},DC=X` },
  Members: members.map((member) => ({ ObjectIdentifier: `${domain}-${member}`, ObjectType: 'User' })),
});

const named = (name: string) => ({ ...group('10'), Properties: { ...group('10').Properties, name } });

const groupsFile = (meta: object, ...groups: readonly object[]) =>
  source('groups.json', classic('groups', groups, meta));
const threeGroups = (...members: readonly string[]) =>
  groupsFile({ methods: 1 }, group('10', '20'), group('11', ...members), group('12'));

describe('records that come again', () => {
  const clock = new FakeClock();
  let test: TestDatabase;
  let ingest: IngestService;
  let withLimits: (limits: Partial<ReadLimits>) => IngestService;
  /** Numbers of known and of converted records by batch. */
  let batches: { readonly known: number; readonly converted: number }[];
  let beforeWrite: (batch: GraphBatch) => Promise<unknown>;

  beforeAll(async () => {
    test = await testDatabase();
    const writer = new GraphWriter(test.database, new KindNames(test.database), clock);
    const payload = () => {
      const target = writer.payload();
      const write = target.write.bind(target);
      return Object.assign(target, {
        write: async (batch: GraphBatch) => {
          batches.push({ known: batch.skipped.length, converted: batch.records.length });
          await beforeWrite(batch);
          return write(batch);
        },
      });
    };
    withLimits = (limits) => new IngestService({ payload }, { ...defaultReadLimits, ...limits });
    ingest = withLimits({});
  });

  beforeEach(async () => {
    clock.set(NOW.toISOString());
    batches = [];
    beforeWrite = () => Promise.resolve();
    await clearGraph(test.database);
  });

  afterAll(() => test.drop());

  const read = async (...files: readonly PayloadSource[]): Promise<readonly FileReport[]> => {
    batches = [];
    return (await ingest.ingest(files)).files;
  };

  const memberships = async () => {
    const rows = await test.database.query<{ edge: string }>(`
      SELECT right(s.objectid, 2) || ' in ' || right(t.objectid, 2) AS edge
      FROM edge e JOIN node s ON s.id = e.source JOIN node t ON t.id = e.target ORDER BY 1`);
    return rows.map(({ edge }) => edge);
  };

  it('are counted in reports as if they were converted', async () => {
    const estate = new Estate({ seed: 'known', sizes: ESTATE_PRESETS.small, now: NOW });
    const files = [...estate.directoryRun(), estate.codeHosting(), estate.cloudRun(0)].map((payload) =>
      source(payload.name, textOf(payload)),
    );
    const first = await read(...files);
    const converted = batches.reduce((sum, batch) => sum + batch.converted, 0);
    const unchanged = { nodesCreated: 0, nodesChanged: 0, edgesCreated: 0, edgesChanged: 0, edgesRemoved: 0 };
    const expected = first.map((file) => ({ ...file, changes: unchanged }));
    expect(await read(...files)).toEqual(expected);
    expect(await read(...files)).toEqual(expected);
    expect(batches.reduce((sum, batch) => sum + batch.known, 0)).toBeGreaterThan(converted / 2);
    clock.set('2026-03-02T10:00:00Z');
    expect(await read(...files)).toEqual(expected);
  });

  it('are converted in full if one changes before the batch is written', async () => {
    const file = source('groups.json', classic('groups', [group('10', '20', '21'), group('11', '22')], { methods: 1 }));
    const [first] = await read(file);
    beforeWrite = async ({ skipped: [record] }) => {
      if (!record) return;
      await test.database.query('UPDATE collector_record SET digest = NULL WHERE id = $1', [record.id]);
      await test.database.query('DELETE FROM edge_list WHERE record = $1', [record.id]);
    };
    const [again] = await read(file);
    expect(batches).toEqual([
      { known: 2, converted: 0 },
      { known: 0, converted: 2 },
    ]);
    expect(again).toEqual({ ...first, changes: { ...first?.changes, nodesCreated: 0, edgesCreated: 2 } });
    expect(await memberships()).toEqual(['20 in 10', '21 in 10', '22 in 11']);
  });

  it('keep their order with records that changed', async () => {
    await read(threeGroups('21'));
    expect((await read(threeGroups('22')))[0]?.changes).toMatchObject({ edgesCreated: 1, edgesRemoved: 1 });
    expect(batches).toEqual([{ known: 2, converted: 1 }]);
    expect(await memberships()).toEqual(['20 in 10', '22 in 11']);
  });

  it.each([
    ['methods of the file', { methods: 65 }, {}],
    ['limits', { methods: 1 }, { maxJsonDepth: 10 }],
  ])('are converted if they may mean something else: other %s', async (_what, meta, limits) => {
    await read(groupsFile({ methods: 1 }, group('10', '20')));
    batches = [];
    await withLimits(limits).ingest([groupsFile(meta, group('10', '20'))]);
    expect(batches).toEqual([{ known: 0, converted: 1 }]);
  });

  it('change nothing if several describe one object in different words', async () => {
    const file = groupsFile({ methods: 1 }, named('OLD'), named('NEW'));
    await read(file);
    const [again] = await read(file);
    expect(again?.changes).toMatchObject({ nodesCreated: 0, nodesChanged: 0 });
    expect(await test.database.query(`SELECT name FROM node WHERE objectid LIKE '%-10'`)).toEqual([{ name: 'NEW' }]);
  });

  it('are converted each time if they have a fault', async () => {
    const file = source(
      'groups.json',
      classic('groups', [{ ...group('10', '20'), HasSIDHistory: [7] }], { methods: 1 }),
    );
    const [first] = await read(file);
    const [again] = await read(file);
    expect(again?.faults).toEqual(first?.faults);
    expect(again?.faultCount).toBe(1);
    expect(batches).toEqual([{ known: 0, converted: 1 }]);
  });
});
