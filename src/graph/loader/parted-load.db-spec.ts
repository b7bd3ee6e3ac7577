import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EventEmitter, once } from 'node:events';
import { described, edge, heavy, known, producing, producingRecords, whole } from '../graph-records.fixture.js';
import { graphDump } from '../lists/graph-dump.fixture.js';
import { TestGraphRemoval } from '../removal/graph-removal.fixture.js';
import type { GraphSink, LoadResult, RecordPart } from '../records.js';

const members = { of: 'incoming', kind: 'MemberOf' } as const;

const group = (place: number, objectid: string, ...of: readonly string[]): RecordPart[] => [
  described(objectid, ['Group', 'Base']),
  ...of.map((member) => edge(member, 'MemberOf', objectid, {}, place)),
  whole(objectid, members),
];

describe('a payload that is loaded in parts', () => {
  let graph: TestGraphRemoval;
  const parts: LoadResult[] = [];
  const inParts = { leastPart: 1, onMerged: (part: LoadResult) => void parts.push(part) };

  beforeAll(async () => {
    graph = await TestGraphRemoval.open();
  });
  afterAll(() => graph.test.drop());
  beforeEach(async () => {
    parts.length = 0;
    await graph.clear();
  });

  const untilMerged = async (count: number) => {
    while (parts.length < count) await new Promise((resolve) => setTimeout(resolve, 10));
  };

  const afterAllOf = async (all: readonly (readonly RecordPart[][])[], options: object) => {
    await graph.clear();
    for (const payload of all) {
      await graph.loader.load(async (sink) => {
        for (const one of payload) {
          await producingRecords([one])(sink);
          // Lets what came be merged, where it may.
          await new Promise((resolve) => setTimeout(resolve, 5));
        }
      }, options);
    }
    return graphDump(graph.test.database);
  };

  it('is in the graph as far as it was read, while it is read', async () => {
    let seen: readonly string[] = [];
    const result = await graph.loader.load(async (sink) => {
      await producingRecords([group(0, 'G1', 'U1'), group(1, 'G0')])(sink);
      await untilMerged(1);
      seen = await graph.edges();
      await producingRecords([group(2, 'G2', 'U2')])(sink);
    }, inParts);
    expect(seen).toEqual(['U1 MemberOf G1']);
    expect(await graph.edges()).toEqual(['U1 MemberOf G1', 'U2 MemberOf G2']);
    expect(parts.length).toBeGreaterThan(1);
    expect(result).toEqual({
      nodesCreated: 5,
      nodesChanged: 0,
      edgesCreated: 2,
      edgesChanged: 0,
      edgesRemoved: 0,
      unresolved: [],
      unresolvedCount: 0,
      version: parts.at(-1)?.version,
    });
    expect(parts.reduce((total, { nodesCreated }) => total + nodesCreated, 0)).toBe(5);
  });

  it('is read once more, and is one part, where it gives lists of a node twice', async () => {
    let times = 0;
    await graph.loader.load(async (sink: GraphSink) => {
      times++;
      await producingRecords([group(0, 'G1', 'U1'), group(1, 'G0')])(sink);
      if (times === 1) await untilMerged(1);
      await producingRecords([group(2, 'G1', 'U2')])(sink);
    }, inParts);
    expect(times).toBe(2);
    expect(await graph.edges()).toEqual(['U1 MemberOf G1', 'U2 MemberOf G1']);
  });

  it('is read once more where a later record has edges of a node whose list was given, and says nothing of lists', async () => {
    const single = [described('G1', ['Group', 'Base']), edge('U2', 'MemberOf', 'G1', {}, 2)];
    await graph.loader.load(async (sink) => {
      await producingRecords([group(0, 'G1', 'U1')])(sink);
      await untilMerged(1);
      await producingRecords([group(1, 'G0'), single])(sink);
    }, inParts);
    expect(await graph.edges()).toEqual(['U1 MemberOf G1', 'U2 MemberOf G1']);
    // Both are in the list, and go with it.
    await graph.loader.load(producingRecords([group(0, 'G1')]));
    expect(await graph.edges()).toEqual([]);
  });

  it('shows the kind that was named first of a node that is merely mentioned', async () => {
    const payload = [
      [described('PC1', ['Computer', 'Base']), edge('PC1', 'HasSession', known('X', 'User', 'Base'))],
      [described('PC2', ['Computer', 'Base']), edge(known('X', 'Computer', 'Base'), 'AdminTo', 'PC2', {}, 1)],
    ];
    const kindOfX = async () => (await graph.stored()).nodes.find(({ objectid }) => objectid === 'X')?.kind;
    await graph.loader.load(producingRecords(payload));
    const inOne = await kindOfX();
    await graph.clear();
    await graph.loader.load(producingRecords(payload), inParts);
    expect([inOne, await kindOfX()]).toEqual(['User', 'User']);
    expect(parts.length).toBeGreaterThan(1);
  });

  it('finds the ends of edges anywhere in the payload', async () => {
    const findsBoth = edge({ match: [{ key: 'name', value: 'ONE' }] }, 'Owns', {
      match: [{ key: 'name', value: 'TWO' }],
    });
    const result = await graph.loader.load(async (sink) => {
      await producingRecords([[described('A', ['User', 'Base'], { name: 'ONE' })], group(1, 'G0')])(sink);
      await untilMerged(1);
      await producingRecords([[findsBoth], group(3, 'G0'), [described('B', ['User', 'Base'], { name: 'TWO' })]])(sink);
    }, inParts);
    expect(result.unresolvedCount).toBe(0);
    expect(await graph.edges()).toEqual(['A Owns B']);
  });

  it('keeps the parts that were merged where it breaks off', async () => {
    const load = graph.loader.load(async (sink) => {
      await producingRecords([group(0, 'G1', 'U1'), group(1, 'G0', 'U0')])(sink);
      await untilMerged(1);
      await producing(...group(2, 'G2', 'U2'))(sink);
      throw new Error('the disk is gone');
    }, inParts);
    await expect(load).rejects.toThrow('the disk is gone');
    expect(parts.reduce((total, { nodesCreated }) => total + nodesCreated, 0)).toBe(4);
    expect(await graph.nodes()).toEqual(['G0', 'G1', 'U0', 'U1']);
  });

  it('is not merged where the load before it fails', async () => {
    const after = new Promise<never>((_, reject) => setTimeout(reject, 50, new Error('the one before')));
    const load = graph.loader.load(producingRecords([group(0, 'G1', 'U1'), group(1, 'G2')]), { ...inParts, after });
    await expect(load).rejects.toThrow('the one before');
    expect(parts).toEqual([]);
    expect(await graph.nodes()).toEqual([]);
  });

  it('leaves nothing behind on its connection where it is given up while it looks something up', async () => {
    await graph.loader.load(producingRecords([heavy(0)]));
    for (let pause = 0; pause < 5; pause++) {
      const load = graph.loader.load(async (sink) => {
        await producingRecords([heavy(1)])(sink);
        for (let tick = 0; tick < pause; tick++) await Promise.resolve();
        throw new Error('given up');
      });
      await expect(load).rejects.toThrow('given up');
      await graph.loader.load(producingRecords([group(0, `G${pause}`, 'U1')]));
    }
    expect(await graph.edges()).toHaveLength(5);
  });

  it('tells when all is read, though what comes before is not merged yet', async () => {
    const told: string[] = [];
    const reading = new EventEmitter();
    await graph.loader.load(
      async (sink) => {
        await producing(...group(1, 'G1', 'U1'))(sink);
        told.push('produced');
      },
      {
        after: once(reading, 'end').then(() => void told.push('merged before')),
        leastPart: 100_000,
        onMerged: () => void told.push('merged'),
        onRead: () => {
          told.push('read');
          reading.emit('end');
        },
      },
    );
    expect(told).toEqual(['produced', 'read', 'merged before', 'merged']);
  });

  it('leaves the graph that it leaves in one', async () => {
    const id = fc.constantFrom('A', 'B', 'C', 'D', 'E');
    const list = fc.constantFrom(
      members,
      { of: 'outgoing', kind: 'AllowedToDelegate' } as const,
      { of: 'acl' } as const,
    );
    const record = fc.record({
      owner: id,
      note: fc.constantFrom('one', 'two'),
      lists: fc.array(fc.tuple(list, fc.uniqueArray(id, { maxLength: 3 })), { maxLength: 2 }),
    });
    const payloads = fc.array(fc.array(record, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 3 });
    const partsOf = (of: readonly (typeof record extends fc.Arbitrary<infer T> ? T : never)[]): RecordPart[][] =>
      of.map(({ owner, note, lists }, place) => [
        described(owner, ['User', 'Base'], { note }),
        ...lists.flatMap(([it, others]) => [
          ...others.map((other) => {
            if (it.of === 'outgoing') return edge(owner, it.kind, other, {}, place);
            return it.of === 'acl'
              ? edge(other, 'GenericAll', owner, { isacl: true }, place)
              : edge(other, it.kind, owner, {}, place);
          }),
          whole(owner, it),
        ]),
      ]);
    await fc.assert(
      fc.asyncProperty(payloads, async (all) => {
        const records = all.map(partsOf);
        expect(await afterAllOf(records, inParts)).toEqual(await afterAllOf(records, {}));
      }),
      { numRuns: 8, endOnFailure: true },
    );
  }, 120_000);
});
