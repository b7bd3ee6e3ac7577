import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FakeClock } from '../../test/support/fake-clock.js';
import { type TestDatabase, testDatabase } from '../../test/support/test-database.js';
import { clearGraph } from '../../test/support/test-graph.js';
import { loadSettings } from '../base/config/load-settings.js';
import { KindNames } from '../graph/store/kind-names.js';
import type { GraphData } from '../graph/memory/graph-data.js';
import { MemoryGraph } from '../graph/memory/memory-graph.js';
import { readGraphData } from '../graph/memory/read-graph.js';
import { readOverlay } from '../graph/memory/read-overlay.js';
import { edgeCountOf } from '../graph/memory/stored-graph.fixture.js';
import { GraphExpiry } from '../graph/writer/removal/graph-expiry.js';
import { GraphRemoval } from '../graph/writer/removal/graph-removal.js';
import type { GraphCriteria } from '../graph/writer/removal/selection.js';
import { GraphWriter } from '../graph/writer/graph-writer.js';
import { IngestService } from './ingest.service.js';
import { contentOf, domain, Methods, type PlainFile, plainFiles } from './plain-collection.fixture.js';
import { type PlainCriteria, PlainGraph } from './plain-graph.fixture.js';
import { bufferSource } from './reading/payload-source.js';
import { NamedKinds } from '../graph/kinds/free-kinds.js';
import { defaultReadLimits } from './reading/read-limits.fixture.js';

type Step = { readonly file: PlainFile } | { readonly days: number } | { readonly remove: PlainCriteria };

const criteria = fc.constantFrom<PlainCriteria>(
  { kind: 'User' },
  { kind: 'Group' },
  { kind: 'MemberOf' },
  { kind: 'GenericAll' },
  { kind: 'HasSession' },
  { source: 'ACME' },
);

/** A few files that come again and again, days that pass, and deletions. */
const steps = plainFiles.chain((files) =>
  fc.array(
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...files).map((file): Step => ({ file })) },
      { weight: 2, arbitrary: fc.constantFrom(1, 3, 5).map((days): Step => ({ days })) },
      { weight: 1, arbitrary: criteria.map((remove): Step => ({ remove })) },
    ),
    { minLength: 4, maxLength: 20, size: 'max' },
  ),
);

const user = { id: 'U1', note: 0, primaryGroup: 'G1', members: [], sessions: null };

/** A later collection of a user no longer has its rights: these grow old, though its record is seen. */
const fewerLists: Step[] = [
  {
    file: {
      type: 'users',
      methods: Methods.group | Methods.acl,
      records: [{ ...user, rights: [{ principal: 'U2', right: 'GenericAll', inherited: false }] }],
    },
  },
  { days: 5 },
  { file: { type: 'users', methods: Methods.group, records: [{ ...user, rights: [] }] } },
  { days: 3 },
];

describe('the graph after any files, days and deletions', () => {
  let test: TestDatabase;
  let ingest: IngestService;
  let removal: GraphRemoval;
  const clock = new FakeClock();

  beforeAll(async () => {
    test = await testDatabase();
    const { database } = test;
    ingest = new IngestService(new GraphWriter(database, new KindNames(database), clock), defaultReadLimits);
    removal = new GraphRemoval(database, new NamedKinds());
  });
  afterAll(() => test.drop());

  it('is what plain maps hold, in the tables and in memory', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        await clearGraph(test.database);
        const expiry = new GraphExpiry(test.database, loadSettings({ EDITION: 'enterprise' }), new NamedKinds());
        const plain = new PlainGraph();
        let data = await readGraphData(test.database);
        let day = 1;
        for (const step of all) {
          clock.set(timeOf(day));
          if ('file' in step) {
            await read(step.file, plain, plain.read(step.file, day));
          } else if ('remove' in step) {
            plain.remove(step.remove);
            await remove(step.remove);
          } else {
            day += step.days;
            await expiry.removeExpired(new Date(timeOf(day)), () => Promise.resolve());
            const left = await storedNodes();
            plain.age(day, (id) => left.some(({ name }) => name === id));
          }
          data = (await readOverlay(test.database, data)) ?? (await readGraphData(test.database));
          const stored = await storedNodes();
          expect(stored.map(lineOf).toSorted()).toEqual(nodesOf(plain));
          expect(await edgesIn(data, stored)).toEqual(plain.edges());
        }
        const rebuilt = await readGraphData(test.database);
        expect(await edgesIn(rebuilt, await storedNodes())).toEqual(plain.edges());
        expect(edgeCountOf(rebuilt)).toBe(edgeCountOf(data));
      }),
      { numRuns: 60, examples: [[fewerLists]] },
    );
  });

  /** Reads a file; the report counts the entries of lists that came and went. */
  async function read(file: PlainFile, plain: PlainGraph, waiting: number): Promise<void> {
    const before = await countEntries();
    const { files } = await ingest.ingest([bufferSource('file.json', Buffer.from(JSON.stringify(contentOf(file))))]);
    expect(files).toMatchObject([{ status: 'complete', faultCount: waiting }]);
    const { edgesCreated = 0, edgesRemoved = 0 } = files[0]?.changes ?? {};
    expect(before + edgesCreated - edgesRemoved).toBe(plain.entries());
  }

  async function remove(asked: PlainCriteria): Promise<void> {
    const kinds = await storedKinds();
    const numberOf = (wanted: string) => kinds.find(({ name }) => name === wanted)?.id ?? -1;
    const meant: GraphCriteria =
      'kind' in asked ? { kinds: [numberOf(asked.kind)] } : { source: numberOf(asked.source) };
    const preview = await removal.preview(meant);
    const removed = await removal.remove(meant, () => Promise.resolve());
    expect([preview.nodes, preview.edges]).toEqual([removed.nodes, removed.edges]);
  }

  async function countEntries(): Promise<number> {
    return (await test.database.query('SELECT unnest(peers) FROM edge_list')).length;
  }

  function storedNodes(): Promise<StoredNode[]> {
    return test.database.query<StoredNode>(
      `SELECT id, replace(objectid, '${domain}-', '') AS name, described, props -> 'note' AS note FROM node`,
    );
  }

  function storedKinds(): Promise<{ readonly id: number; readonly name: string }[]> {
    return test.database.query('SELECT id, name FROM kind');
  }

  async function edgesIn(data: GraphData, nodes: readonly StoredNode[]): Promise<string[]> {
    const names = new Map(nodes.map(({ id, name }) => [id, name]));
    const kinds = new Map((await storedKinds()).map(({ id, name }) => [id, name]));
    const edges: string[] = [];
    const graph = new MemoryGraph(data);
    const nameOf = (node: number) => names.get(graph.idOf(node));
    graph.edges((source, kind, target, flags) =>
      edges.push(`${nameOf(source)} ${kinds.get(kind)} ${nameOf(target)} ${flags}`),
    );
    return edges.toSorted();
  }
});

interface StoredNode {
  readonly id: number;
  readonly name: string;
  readonly described: boolean;
  readonly note: number | null;
}

function lineOf({ name, described, note }: Omit<StoredNode, 'id'>): string {
  return `${name} ${described} ${note}`;
}

function nodesOf({ nodes }: PlainGraph): string[] {
  return [...nodes].map(([name, { isDescribed, note }]) => lineOf({ name, described: isDescribed, note })).toSorted();
}

function timeOf(day: number): string {
  return new Date(Date.UTC(2026, 9, day, 12)).toISOString();
}
