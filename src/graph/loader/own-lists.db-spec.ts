import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { SqlConnection } from '../../database/database.js';
import { SqlScript } from '../../database/sql-script.js';
import { TestGraph } from '../graph.fixture.js';
import { edge, producingRecords, whole } from '../graph-records.fixture.js';
import { KnownRecords } from '../lists/known-records.js';
import { identifyOwners } from '../lists/load-owners.js';
import type { EdgeList, Properties, RecordPart } from '../records.js';
import { deltaTables } from './delta.js';
import { mergeMentionedNodes } from './merge-mentions.js';
import { mergeStatedNodes } from './merge-nodes.js';
import { countOpen, mergeStaged, settleOpen } from './merged-edges.js';
import { RecordGate } from './record-gate.js';
import { findStagedEdges } from './staged-edges.js';
import { Staging } from './staging.js';

const day = '2026-11-22';

/** What becomes of each edge by both statements; undefined where the lists are not all given by the records of their edges. */
async function outcomes(tx: SqlConnection, records: readonly RecordPart[][]): Promise<unknown[][] | undefined> {
  const staging = await Staging.open(tx);
  const gate = new RecordGate(staging, KnownRecords.none);
  await producingRecords(records)(gate);
  await gate.finish();
  const staged = await staging.finish();
  const script = new SqlScript(tx);
  await staging.resolve(script);
  script.add(deltaTables);
  await mergeStatedNodes(script, staged, day);
  await mergeMentionedNodes(script, day);
  if ((await identifyOwners(script, staged.areOwnersStated)) || staged.anyListOfOthers) return undefined;
  const edges = await findStagedEdges(script);
  return [await merged(script, edges, true), await merged(script, edges, false)];
}

async function merged(script: SqlScript, edges: string, areListsOwn: boolean): Promise<unknown[]> {
  await script.query('SAVEPOINT before');
  mergeStaged(script, edges, areListsOwn);
  const [count] = await script.query<{ open: number }>(
    `SELECT (${countOpen('(SELECT count(*) FROM stage_edge)')})::int AS open FROM merged_edge m`,
  );
  if (count?.open) settleOpen(script, edges);
  const rows = await script.query(
    `SELECT source, kind, target, old, first, last, in_given, out_given, flags, is_disputed, seq
     FROM merged_edge ORDER BY source, kind, target`,
  );
  await script.query('ROLLBACK TO SAVEPOINT before');
  return rows;
}

describe('what becomes of edges in lists of their own records', () => {
  let graph: TestGraph;

  beforeAll(async () => {
    graph = await TestGraph.open();
  });
  afterAll(() => graph.test.drop());

  const id = fc.constantFrom('A', 'B', 'C', 'D');
  const said: fc.Arbitrary<Properties> = fc.record(
    { isacl: fc.boolean(), isinherited: fc.boolean(), isprimarygroup: fc.boolean() },
    { requiredKeys: [] },
  );
  const lists: readonly EdgeList[] = [
    { of: 'incoming', kind: 'MemberOf' },
    { of: 'outgoing', kind: 'Owns' },
    { of: 'acl' },
    { of: 'primary-group' },
  ];
  const record = fc.record({
    owner: id,
    edges: fc.array(fc.tuple(id, fc.constantFrom('MemberOf', 'Owns', 'AdminTo'), fc.boolean(), said), { maxLength: 4 }),
    lists: fc.subarray([...lists]),
  });
  const payload = fc
    .uniqueArray(record, { selector: ({ owner }) => owner, minLength: 1, maxLength: 4 })
    .map((records) =>
      records.map((it, place) => [
        ...it.edges.map(([other, kind, isIncoming, properties]) =>
          isIncoming ? edge(other, kind, it.owner, properties, place) : edge(it.owner, kind, other, properties, place),
        ),
        ...it.lists.map((list) => whole(it.owner, list)),
      ]),
    );

  it('is the same as where others might give them', async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(payload, payload, async (before, records) => {
        await graph.clear();
        await graph.loader.load(producingRecords(before));
        await graph.test.database.transaction(async (tx) => {
          const both = await outcomes(tx, records);
          if (!both) return;
          compared++;
          expect(both[0]).toEqual(both[1]);
        });
      }),
      // Always the same ones, so that it is sure how many there are to compare.
      { numRuns: 60, seed: 1, endOnFailure: true },
    );
    expect(compared).toBeGreaterThan(10);
  }, 120_000);
});
