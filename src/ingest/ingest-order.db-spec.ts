import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { clearGraph } from '../../test/support/test-graph.js';
import { type TestDatabase, testDatabase } from '../../test/support/test-database.js';
import { analysisOf } from '../analysis/analysis.fixture.js';
import type { AnalysisService } from '../analysis/analysis.service.js';
import { Clock } from '../base/clock.js';
import { Estate } from '../../demo/generator/estate.js';
import { textOf } from '../../demo/generator/payload.js';
import { ESTATE_PRESETS } from '../../demo/generator/sizes.js';
import { KindNames } from '../graph/store/kind-names.js';
import { GraphWriter } from '../graph/writer/graph-writer.js';
import { IngestService } from './ingest.service.js';
import { bufferSource, type PayloadSource } from './reading/payload-source.js';
import { defaultReadLimits } from './reading/read-limits.fixture.js';

const NOW = new Date('2026-03-01T10:00:00Z');

class StillClock extends Clock {
  now(): Date {
    return NOW;
  }
}

/** All that the graph says, without the ids that the order of arrival decides. */
const digest = `
  WITH said AS (
    SELECT concat_ws(' ', n.objectid, n.name, n.kind, n.kinds::text, n.environment, n.described, n.props) AS line FROM node n
    UNION ALL SELECT concat_ws(' ', s.objectid, e.kind, t.objectid, e.flags, e.details)
    FROM edge e JOIN node s ON s.id = e.source JOIN node t ON t.id = e.target)
  SELECT count(*)::int AS lines, md5(string_agg(line, chr(10) ORDER BY line COLLATE "C")) AS hash FROM said`;

const json = (name: string, content: object) => bufferSource(name, Buffer.from(JSON.stringify(content)));
const named = (source: string, id: string, name: string, other: string) =>
  json(`${source}.json`, {
    metadata: { source_kind: source },
    graph: {
      nodes: [{ id, kinds: [`${source}_Host`], properties: { name } }],
      edges: [
        {
          kind: 'Knows',
          start: { value: id },
          end: { match_by: 'name', value: other },
          properties: { since: 1 },
        },
      ],
    },
  });
const classic = (type: string, record: object) => json(`${type}.json`, { data: [record], meta: { type, version: 6 } });

/** A domain describes its own group, and objects that each domain has by the same id. */
const filesOfDomain = (number: number) => {
  const domainsid = `S-1-5-21-${number}-1-1`;
  const properties = fc.record(
    { description: fc.constantFrom('One', 'Two'), admincount: fc.boolean(), whencreated: fc.nat(1) },
    { requiredKeys: [] },
  );
  const ids = fc.subarray(['S-1-5-32-581', 'S-1-5-64-36'], { minLength: 1 });
  const sites = fc.subarray(['sites', 'siteservers', 'sitesubnets']);
  return fc
    .record({ properties, ids, sites, isMember: fc.boolean() })
    .map(({ properties: own, ids: shared, ...its }) => [
      ...its.sites.map((type) =>
        classic(type, {
          ObjectIdentifier: `GUID-${type}`,
          Properties: { ...own, name: `${type} by D${number}`, domainsid },
          ContainedBy: { ObjectIdentifier: its.isMember ? 'GUID-SITES' : 'GUID-SITE', ObjectType: 'Site' },
        }),
      ),
      classic('groups', {
        ObjectIdentifier: `${domainsid}-1300`,
        Properties: { name: `OPS@D${number}`, domainsid, distinguishedname: `CN=OPS,DC=D${number}` },
      }),
      ...shared.map((ObjectIdentifier) =>
        classic('groups', {
          ObjectIdentifier,
          Properties: { ...own, name: `${ObjectIdentifier}@D${number}`, domainsid, domain: `D${number}` },
          Members: its.isMember ? [{ ObjectIdentifier: `${domainsid}-1300`, ObjectType: 'Group' }] : [],
          Aces: [
            { PrincipalSID: `${domainsid}-512`, PrincipalType: 'Group', RightName: 'GenericAll', IsInherited: false },
          ],
        }),
      ),
    ]);
};

describe('the graph of an estate', () => {
  let test: TestDatabase;
  let ingest: IngestService;
  let analysis: AnalysisService;
  let files: readonly PayloadSource[];

  beforeAll(async () => {
    test = await testDatabase();
    const clock = new StillClock();
    const writer = new GraphWriter(test.database, new KindNames(test.database), clock);
    ingest = new IngestService(writer, defaultReadLimits);
    analysis = analysisOf(test.database, clock);
    const estate = new Estate({ seed: 'order', sizes: ESTATE_PRESETS.small, now: NOW });
    const payloads = [...estate.directoryRun(), estate.codeHosting(), estate.cloudRun(0)];
    files = payloads.map((payload) => bufferSource(payload.name, Buffer.from(textOf(payload))));
  });

  afterAll(() => test.drop());

  beforeEach(() => clear());

  const clear = () => clearGraph(test.database);

  const graph = async () => (await test.database.query<{ lines: number; hash: string }>(digest))[0];

  /** Each file is taken by itself: none can wait for another. */
  const graphOf = async (order: readonly PayloadSource[]) => {
    await clear();
    for (const file of order) await ingest.ingest([file]);
    await analysis.run();
    expect(await test.database.query('SELECT FROM open_edge')).toEqual([]);
    return graph();
  };

  it('is the same for every order of its files', async () => {
    const whole = await graphOf(files);
    expect(whole?.lines).toBeGreaterThan(1000);
    const orders = fc.shuffledSubarray([...files], { minLength: files.length });
    await fc.assert(
      fc.asyncProperty(orders, async (order) => {
        expect(await graphOf(order)).toEqual(whole);
      }),
      // Turned around, each file comes before all that it came after; three more orders are for those of three and more files.
      { numRuns: 4, examples: [[files.toReversed()]] },
    );
  });

  it('does not change if all files are read and analysed again', async () => {
    const whole = await graphOf(files);
    const { files: reports } = await ingest.ingest(files.toReversed());
    expect(reports.flatMap(({ faults }) => faults)).toEqual([]);
    const unchanged = { nodesCreated: 0, nodesChanged: 0, edgesCreated: 0, edgesChanged: 0, edgesRemoved: 0 };
    expect(reports.map(({ changes }) => changes)).toEqual(files.map(() => unchanged));
    const first = await analysis.run();
    const second = await analysis.run();
    expect(first.edges).toEqual([]);
    expect(second).toMatchObject({ version: first.version, edges: [] });
    expect(await graph()).toEqual(whole);
  });

  it('is the same for every order of the files of several domains, and stays when they are read again', async () => {
    const orders = fc.shuffledSubarray([0, 1, 2], { minLength: 3 });
    await fc.assert(
      fc.asyncProperty(fc.tuple(...[1, 2, 3].map(filesOfDomain)), orders, orders, async (domains, first, second) => {
        const inOrder = (order: readonly number[]) => order.flatMap((index) => domains[index] ?? []);
        const expected = await graphOf(inOrder(first));
        expect(await graphOf(inOrder(second))).toEqual(expected);
        const version = await analysis.run();
        for (const file of [...inOrder(first), ...inOrder(second)])
          expect(await ingest.ingest([file])).toMatchObject({ files: [{ faults: [], changes: { nodesChanged: 0 } }] });
        expect(await analysis.run()).toMatchObject({ version: version.version });
        expect(await graph()).toEqual(expected);
      }),
      { numRuns: 12 },
    );
  });

  describe('made by hand', () => {
    const distinguishedname = 'CN=ADA,OU=STAFF,DC=BIRCH,DC=LOCAL';
    const domain = 'S-1-5-21-7-7-7';

    it.each([
      ['files that look each other up', [named('ACME', 'a1', 'one', 'two'), named('EMCA', 'b1', 'two', 'one')], 4],
      [
        'a member by its distinguished name',
        [
          classic('groups', {
            ObjectIdentifier: `${domain}-1300`,
            Members: [{ ObjectIdentifier: distinguishedname, ObjectType: 'User' }],
          }),
          classic('users', { ObjectIdentifier: `${domain}-1104`, Properties: { name: 'ADA', distinguishedname } }),
        ],
        3,
      ],
      [
        'a session that names its user',
        [
          classic('users', { ObjectIdentifier: `${domain}-1104`, Properties: { name: 'Ada@birch.local' } }),
          classic('sessions', { UserSID: 'ada@BIRCH.LOCAL', ComputerSID: `${domain}-1500`, LogonType: 2 }),
        ],
        3,
      ],
    ])('is the same after one analysis: %s', async (_what, pair, lines) => {
      const one = await graphOf(pair);
      expect(one?.lines).toBe(lines);
      expect(await graphOf(pair.toReversed())).toEqual(one);
    });

    it('has no member that a later collection of the group no longer lists, though its node comes after that', async () => {
      const group = (...members: readonly string[]) =>
        classic('groups', {
          ObjectIdentifier: `${domain}-1300`,
          Properties: { distinguishedname: 'CN=OPS,DC=BIRCH,DC=LOCAL' },
          Members: members.map((ObjectIdentifier) => ({ ObjectIdentifier, ObjectType: 'User' })),
        });
      const other = `${domain}-1105`;
      const user = classic('users', { ObjectIdentifier: `${domain}-1104`, Properties: { distinguishedname } });
      await graphOf([group(distinguishedname, other), group(other), user]);
      const members = await test.database.query(
        'SELECT s.objectid FROM edge e JOIN node s ON s.id = e.source JOIN node t ON t.id = e.target',
      );
      expect(members).toEqual([{ objectid: other }]);
    });
  });
});
