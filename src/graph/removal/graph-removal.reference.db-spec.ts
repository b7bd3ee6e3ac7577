import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { described, edge } from '../graph-records.fixture.js';
import type { EdgeRecord, NodeRecord } from '../records.js';
import {
  type NamedCriteria,
  noFaults,
  TestGraphRemoval,
  type Stored,
  type StoredEdge,
  type StoredNode,
} from './graph-removal.fixture.js';

/** The day on which an edge was last stated. */
type SeenOn = Map<string, string>;

describe('GraphRemoval on any graph', () => {
  let graph: TestGraphRemoval;

  beforeAll(async () => {
    graph = await TestGraphRemoval.open();
  });
  afterAll(() => graph.test.drop());

  const ids = ['N0', 'N1', 'N2', 'N3', 'N4', 'N5', 'N6'];
  const days = ['2026-10-01', '2026-10-02', '2026-10-03'];
  const environments = ['S-1', 'T', 'N0'];
  const nodeKinds = ['User', 'Group', 'Computer', 'Thing'];
  const edgeKinds = ['MemberOf', 'AdminTo', 'Owns', 'Thing'];
  const sources = ['Base', 'AZBase', 'ACME'];

  const node = fc
    .tuple(
      fc.constantFrom(...ids),
      fc.constantFrom(...nodeKinds),
      fc.constantFrom(...sources),
      fc.option(fc.constantFrom(...environments), { nil: undefined }),
    )
    .map(([id, kind, source, domainsid]) =>
      described(id, [kind, source], domainsid === undefined ? {} : { domainsid }),
    );
  const link = fc
    .tuple(fc.constantFrom(...ids), fc.constantFrom(...edgeKinds), fc.constantFrom(...ids), fc.boolean())
    .map(([source, kind, target, noted]) => edge(source, kind, target, noted ? { note: 'x' } : {}));
  const loads = fc.array(fc.tuple(fc.constantFrom(...days), fc.array(fc.oneof(node, link), { maxLength: 10 })), {
    maxLength: 4,
  });
  const criteria: fc.Arbitrary<NamedCriteria> = fc.record(
    {
      source: fc.constantFrom(...sources),
      kinds: fc.uniqueArray(fc.constantFrom(...nodeKinds, ...edgeKinds), { minLength: 1, maxLength: 3 }),
      environment: fc.constantFrom(...environments),
      notSeenSince: fc.constantFrom(...days),
    },
    { requiredKeys: [] },
  );

  it('removes what a plain reference says, as the preview told, and keeps the totals right', async () => {
    await fc.assert(
      fc.asyncProperty(loads, fc.tuple(criteria, criteria), async (payloads, removals) => {
        await graph.clear();
        const seen: SeenOn = new Map();
        for (const [day, records] of payloads) {
          graph.clock.set(`${day}T12:00:00Z`);
          await graph.load(...records);
          for (const key of records.flatMap(keyOf)) seen.set(key, [seen.get(key) ?? day, day].toSorted().at(-1)!);
        }
        // Also from what another removal left.
        for (const asked of removals) {
          const { left, gone } = reference(await graph.stored(), seen, asked);
          const preview = await graph.preview(asked);
          const removed = await graph.remove(asked);
          expect([removed.nodes, removed.edges]).toEqual([counted(gone.nodes), counted(gone.edges)]);
          expect([preview.nodes, preview.edges]).toEqual([removed.nodes, removed.edges]);
          expect(await graph.stored()).toEqual(left);
          expect(await graph.faults()).toEqual(noFaults);
        }
      }),
      { numRuns: 20 },
    );
  }, 120_000);
});

function counted(items: readonly { readonly kind: string }[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { kind } of items) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

function keyOf(record: NodeRecord | EdgeRecord): string[] {
  if ('objectid' in record) return [];
  const { source, kind, target } = record;
  return 'objectid' in source && 'objectid' in target ? [`${source.objectid} ${kind} ${target.objectid}`] : [];
}

function isMeant(it: StoredNode, { source, environment }: NamedCriteria): boolean {
  const isOfSource = source === undefined || it.kinds.includes(source);
  return isOfSource && (environment === undefined || it.environment === environment || it.objectid === environment);
}

/** The same, plainly. */
function reference({ nodes, edges }: Stored, seen: SeenOn, asked: NamedCriteria): { left: Stored; gone: Stored } {
  const { kinds, notSeenSince } = asked;
  const spares = ['Base', 'AZBase'].filter((kind) => asked.source !== undefined && kind !== asked.source);
  const isGone = (it: StoredNode) =>
    isMeant(it, asked) &&
    !spares.some((kind) => it.kinds.includes(kind)) &&
    (!kinds || kinds.some((kind) => it.kinds.includes(kind))) &&
    (notSeenSince === undefined || it.last_seen < notSeenSince);
  const byId = new Map(nodes.map((it) => [it.objectid, it]));
  const isEdgeGone = ({ source, kind, target }: StoredEdge) =>
    isGone(byId.get(source)!) ||
    isGone(byId.get(target)!) ||
    ((kinds !== undefined || notSeenSince !== undefined) &&
      (!kinds || kinds.includes(kind)) &&
      (notSeenSince === undefined || seen.get(`${source} ${kind} ${target}`)! < notSeenSince) &&
      isMeant(byId.get(source)!, asked));
  return {
    left: { nodes: nodes.filter((it) => !isGone(it)), edges: edges.filter((it) => !isEdgeGone(it)) },
    gone: { nodes: nodes.filter(isGone), edges: edges.filter(isEdgeGone) },
  };
}
