import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../../test/support/until.js';
import { Random } from '../../demo/generator/random.js';
import { edge } from '../graph/graph-records.fixture.js';
import { lockGraphForWriting } from '../graph/store/graph-write-lock.js';
import type { EdgeRecord } from '../graph/records.js';
import { ad, TestAnalysis } from './analysis.fixture.js';

const users = 12;
const computers = 10;

/** Memberships in local groups, repeated and not, some of them stated as rights too. */
function randomEdges(random: Random): EdgeRecord[] {
  return Array.from({ length: 30 }, () => {
    const [user, computer] = [`U${random.below(users)}`, `C${random.below(computers)}`];
    if (random.below(5) === 0) return edge(user, 'AdminTo', computer);
    return edge(user, 'MemberOfLocalGroup', `${computer}-${random.pick(['544', '580', '562'])}`);
  });
}

describe('the differences of derived edges', () => {
  let analysis: TestAnalysis;

  beforeAll(async () => {
    analysis = await TestAnalysis.open();
  });
  afterAll(() => analysis.test.drop());

  /** Every edge and who vouches for it. */
  const image = () =>
    analysis.test.database.query('SELECT source, kind, target, flags FROM edge ORDER BY source, kind, target');

  async function forgetDerived(): Promise<void> {
    await analysis.test.database.query('UPDATE edge SET flags = flags & ~2 WHERE flags & 2 <> 0');
    await analysis.test.database.query('DELETE FROM edge WHERE flags & 67 = 0');
  }

  // Each of the four rounds takes a quarter of the memberships and brings thirty edges: every kind of difference comes up in each seed.
  it.each([1, 2, 3])('after random changes lead where deriving from nothing leads (%i)', async (seed) => {
    const random = new Random('edge differences', seed);
    await analysis.clear();
    const machines = Array.from({ length: computers }, (_, i) => `C${i}`);
    await analysis.load(
      ...Array.from({ length: users }, (_, i) => ad(`U${i}`, 'User')),
      ...machines.map((id) => ad(id, 'Computer')),
      ...machines.flatMap((id) => ['544', '580', '562'].map((rid) => ad(`${id}-${rid}`, 'ADLocalGroup'))),
      ...machines.flatMap((id) => ['544', '580', '562'].map((rid) => edge(`${id}-${rid}`, 'LocalToComputer', id))),
      ...randomEdges(random),
    );
    for (let round = 0; round < 4; round++) {
      await analysis.run();
      await analysis.load(...randomEdges(random));
      await analysis.test.database.query(
        `DELETE FROM edge e USING kind k WHERE k.id = e.kind AND k.name = 'MemberOfLocalGroup' AND (e.source + e.target) % 4 = $1`,
        [random.below(4)],
      );
      await analysis.run();
      const byDifference = await image();
      await forgetDerived();
      await analysis.run();
      expect(byDifference).toEqual(await image());
      expect(byDifference.length).toBeGreaterThan(40);
    }
  });

  it('take what two rules or ways give for one', async () => {
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

  it('are found again where the graph changes before they are written', async () => {
    await analysis.clear();
    await analysis.load(
      ...['U', 'V'].map((id) => ad(id, 'User')),
      ad('C', 'Computer'),
      ad('C-544', 'ADLocalGroup'),
      edge('C-544', 'LocalToComputer', 'C'),
      edge('U', 'MemberOfLocalGroup', 'C-544'),
      edge('V', 'MemberOfLocalGroup', 'C-544'),
    );
    let removal: Promise<void> = Promise.resolve();
    // The stage of the rights finds U's, and then waits to write until U is gone.
    const removeWhileFound = () =>
      new Promise<void>((hasLock) => {
        removal = analysis.test.database.transaction(async (tx) => {
          await lockGraphForWriting(tx);
          hasLock();
          await until(async () => {
            const rows = await analysis.test.database.query(
              "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted",
            );
            return rows.length > 0;
          });
          await tx.query("DELETE FROM edge USING node n WHERE n.objectid = 'U' AND n.id IN (source, target)");
          await tx.query("DELETE FROM node WHERE objectid = 'U'");
          await tx.query('UPDATE graph_state SET version = version + 1');
        });
      });
    const report = await analysis.service.run({
      onStage: async (stage) => {
        if (stage === 2) await removeWhileFound();
      },
    });
    await removal;
    expect(await analysis.derived()).toEqual(['V AdminTo C']);
    expect(report.wholeVersion).toBeNull();
    const dangling = await analysis.test.database.query(
      'SELECT FROM edge WHERE source NOT IN (SELECT id FROM node) OR target NOT IN (SELECT id FROM node)',
    );
    expect(dangling).toEqual([]);
  });
});
