import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../../../test/support/until.js';
import { Random } from '../../../demo/generator/random.js';
import { edge, whole, type RecordPart } from '../../graph/graph-records.fixture.js';
import { beginLog, expectChanges, snapshotOf } from '../../graph/store/changes.fixture.js';
import { lockGraphForWriting } from '../../graph/store/graph-transaction.js';
import type { AnalysisReport } from '../runs/analysis-report.js';
import { ad, TestAnalysis } from '../analysis.fixture.js';
import type { DerivedKindChange } from './stored-derivation.js';

const users = 12;
const computers = 10;

const rids = ['544', '580', '562'];
const machines = Array.from({ length: computers }, (_, i) => `C${i}`);

/** All lists of members of local groups, and lists of some of the rights that follow from them, given whole. */
function randomLists(random: Random): RecordPart[] {
  const list = (owner: string, kind: string, rarity: number) => [
    whole(owner, { of: 'incoming', kind }),
    ...Array.from({ length: users }, (_, i) => i)
      .filter(() => random.below(rarity) === 0)
      .map((i) => edge(`U${i}`, kind, owner)),
  ];
  return machines.flatMap((id) => [
    ...rids.flatMap((rid) => list(`${id}-${rid}`, 'MemberOfLocalGroup', 10)),
    ...list(id, 'AdminTo', 30),
  ]);
}

interface Right {
  readonly kind: string;
  readonly ends: string;
}

/** The report on these edges before and after. */
function changesBetween(before: readonly Right[], after: readonly Right[]): DerivedKindChange[] {
  const missing = (of: string, from: readonly Right[], to: readonly Right[]) =>
    from.filter(({ kind, ends }) => kind === of && !to.some((it) => it.kind === of && it.ends === ends)).length;
  return ['AdminTo', 'CanPSRemote', 'ExecuteDCOM']
    .map((kind) => ({ kind, created: missing(kind, after, before), removed: missing(kind, before, after) }))
    .filter(({ created, removed }) => created + removed > 0);
}

describe('derived lists', () => {
  let analysis: TestAnalysis;

  beforeAll(async () => {
    analysis = await TestAnalysis.open();
  });
  afterAll(() => analysis.test.drop());

  /** Every edge with its flags. */
  const image = () =>
    analysis.test.database.query('SELECT source, kind, target, flags FROM edge ORDER BY source, kind, target');

  /** The edges of derived kinds that readers see. */
  const rights = () =>
    analysis.test.database.query<Right>(`
      SELECT k.name AS kind, e.source || ' ' || e.target AS ends FROM edge e JOIN kind k ON k.id = e.kind
      WHERE k.name IN ('AdminTo', 'CanPSRemote', 'ExecuteDCOM')`);

  const forgetDerived = () => analysis.test.database.query('DELETE FROM edge_list WHERE origin = 2');

  it.each([1, 2, 3])('lead where deriving from nothing leads, after random changes (%i)', async (seed) => {
    const random = new Random('derived differences', seed);
    await analysis.clear();
    await analysis.load(
      ...Array.from({ length: users }, (_, i) => ad(`U${i}`, 'User')),
      ...machines.map((id) => ad(id, 'Computer')),
      ...machines.flatMap((id) => rids.map((rid) => ad(`${id}-${rid}`, 'ADLocalGroup'))),
      ...machines.flatMap((id) => rids.map((rid) => edge(`${id}-${rid}`, 'LocalToComputer', id))),
    );
    for (let round = 0; round < 5; round++) {
      await beginLog(analysis.test.database);
      const before = await snapshotOf(analysis.test.database);
      await analysis.load(...randomLists(random));
      const stated = await rights();
      const { edges } = await analysis.run();
      const after = await rights();
      expect(edges).toEqual(changesBetween(stated, after));
      expect(after.length).toBeGreaterThan(20);
      await expectChanges(analysis.test.database, [before, await snapshotOf(analysis.test.database)]);
      const byDifference = await image();
      await forgetDerived();
      await analysis.run();
      expect(await image()).toEqual(byDifference);
    }
  });

  it('hold an edge once that two groups lead to', async () => {
    await analysis.clear();
    await analysis.load(
      ad('U', 'User'),
      ad('C', 'Computer'),
      ad('A-544', 'ADLocalGroup'),
      ad('B-544', 'ADLocalGroup'),
      edge('A-544', 'LocalToComputer', 'C'),
      edge('B-544', 'LocalToComputer', 'C'),
      edge('U', 'MemberOfLocalGroup', 'A-544'),
      edge('U', 'MemberOfLocalGroup', 'B-544'),
    );
    expect((await analysis.run()).edges).toEqual([{ kind: 'AdminTo', created: 1, removed: 0 }]);
    expect((await analysis.run()).edges).toEqual([]);
    expect(await analysis.derived()).toEqual(['U AdminTo C']);
  });

  it('leave out nodes that are removed before the lists are written', async () => {
    await analysis.clear();
    await analysis.load(
      ...['U', 'V'].map((id) => ad(id, 'User')),
      ad('C', 'Computer'),
      ad('C-544', 'ADLocalGroup'),
      ad('D', 'Computer'),
      edge('C-544', 'LocalToComputer', 'C'),
      edge('C-544', 'LocalToComputer', 'D'),
      edge('U', 'MemberOfLocalGroup', 'C-544'),
      edge('V', 'MemberOfLocalGroup', 'C-544'),
    );
    let running: Promise<AnalysisReport> | undefined;
    await analysis.test.database.transaction(async (tx) => {
      await lockGraphForWriting(tx);
      running = analysis.run();
      await until(async () => {
        const rows = await analysis.test.database.query(
          "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted",
        );
        return rows.length > 0;
      });
      await tx.query("DELETE FROM node WHERE objectid IN ('U', 'D')");
      await tx.query('UPDATE graph_state SET version = version + 1');
    });
    const report = await running;
    expect(await analysis.derived()).toEqual(['V AdminTo C']);
    expect(report?.repeatableVersion).toBeNull();
    const dangling = await analysis.test.database.query(
      `SELECT FROM edge_list WHERE origin = 2 AND (owner NOT IN (SELECT id FROM node) OR NOT peers <@ ARRAY(SELECT id FROM node))`,
    );
    expect(dangling).toEqual([]);
  });
});
