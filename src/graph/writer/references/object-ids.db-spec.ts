import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { described, edge, type RecordPart } from '../../graph-records.fixture.js';
import { foldId } from '../../store/nodes-of-ids.js';
import type { KnownEndpoint } from '../../records.js';
import { WrittenGraph } from '../written-graph.fixture.js';
import { retryReferences } from './retry-references.js';

const byId = (objectid: string): KnownEndpoint => ({ objectid, kinds: ['ACME'], mustExist: true });
const uses = (source: string, target: string, properties = {}) =>
  edge(byId(source), 'ACME_Uses', byId(target), properties, 7);
const nodes = (...ids: readonly string[]) => ids.map((id) => described(id, ['ACME_Host']));

describe('edges by object id', () => {
  let graph: WrittenGraph;
  beforeAll(async () => {
    graph = await WrittenGraph.open();
  });
  beforeEach(() => graph.clear());
  afterAll(() => graph.test.drop());

  const load = (...records: readonly RecordPart[]) => graph.load(...records);
  const retry = () => retryReferences(graph.test.database, graph.writer);
  const countOpen = async () => (await graph.test.database.query('SELECT FROM open_edge')).length;
  it('are written at once between nodes with these ids, which get the kinds of the ends', async () => {
    const loaded = await load(...nodes('aB', 'Ab'), uses('aB', 'Ab', { since: 1 }));
    expect(loaded).toMatchObject({ nodesCreated: 2, edgesCreated: 1, unresolvedCount: 0 });
    expect(await graph.edges()).toEqual(['aB ACME_Uses Ab 1 {"since": 1}']);
    expect((await graph.nodes()).map(({ kinds }) => kinds)).toEqual([
      ['ACME_Host', 'ACME'],
      ['ACME_Host', 'ACME'],
    ]);
    expect(await countOpen()).toBe(0);
  });

  it('create no nodes, and wait for those that they name', async () => {
    const { unresolved } = await load(...nodes('a'), uses('a', 'b'), uses('c', 'a'));
    expect(unresolved).toEqual([
      { record: 7, reason: 'target: no node has objectid = "b"; it is tried again when further data has come' },
      { record: 7, reason: 'source: no node has objectid = "c"; it is tried again when further data has come' },
    ]);
    await retry();
    expect([await graph.edges(), await countOpen(), (await graph.nodes()).length]).toEqual([[], 2, 1]);
    await load(...nodes('b', 'c'));
    await retry();
    expect([await graph.edges(), await countOpen()]).toEqual([['a ACME_Uses b 1', 'c ACME_Uses a 1'], 0]);
  });

  it('are resolved without regard to case by an analysis, once, and without a fault', async () => {
    const loaded = await load(...nodes('A-1', 'b'), uses('a-1', 'B', { isacl: true, since: 1 }));
    expect(loaded).toMatchObject({ nodesCreated: 2, edgesCreated: 0, unresolvedCount: 0 });
    await retry();
    const version = await graph.version();
    await retry();
    expect(await graph.edges()).toEqual(['A-1 ACME_Uses b 5 {"since": 1}']);
    expect(await graph.version()).toBe(version);
    expect(await countOpen()).toBe(1);
  });

  it('move to a node with the very id when it comes, but not from edges that name the other', async () => {
    await load(...nodes('A', 'B', 'C'), uses('a', 'B'), uses('a', 'C'), uses('A', 'C'));
    await retry();
    expect(await graph.edges()).toEqual(['A ACME_Uses B 1', 'A ACME_Uses C 1']);
    await load(...nodes('a'));
    await retry();
    expect(await graph.edges()).toEqual(['A ACME_Uses C 1', 'a ACME_Uses B 1', 'a ACME_Uses C 1']);
    expect(await countOpen()).toBe(0);
  });

  it('wait while several nodes equal an id without regard to case', async () => {
    const { unresolved } = await load(...nodes('AB', 'Ab', 'c'), uses('c', 'ab'));
    expect(unresolved).toEqual([
      {
        record: 7,
        reason:
          'target: 2 nodes have objectid = "ab" without regard to case; it is tried again when further data has come',
      },
    ]);
    await retry();
    expect([await graph.edges(), await countOpen()]).toEqual([[], 1]);
  });

  it('leave the graph when they are no longer open, and with the one node that they found', async () => {
    await load(...nodes('A', 'B'), uses('a', 'B'), uses('a', 'A'));
    await retry();
    await load(...nodes('aA', 'AA'), uses('aa', 'A'));
    await graph.test.database.query(`DELETE FROM open_edge WHERE target ->> 'objectid' = 'B'`);
    await retry();
    expect(await graph.edges()).toEqual(['A ACME_Uses A 1']);
    await graph.test.database.query('DELETE FROM open_edge');
    await retry();
    expect(await graph.edges()).toEqual([]);
    expect(await graph.test.database.query('SELECT FROM edge_list')).toEqual([]);
  });

  it('give the same graph in any order of files, with an analysis between any of them', async () => {
    const fileCount = 4;
    const id = fc.constantFrom('ab', 'aB', 'AB', 'é', 'É', 'c', 'C');
    const file = fc.record({
      nodes: fc.array(id, { maxLength: 2 }),
      edges: fc.array(fc.tuple(id, id), { maxLength: 3 }),
    });
    const files = fc.array(file, { minLength: fileCount, maxLength: fileCount });
    // Each estate has ids of its own, so that one load serves many.
    const estates = fc.array(files, { minLength: 20, maxLength: 20 });
    const analyses = fc.array(fc.boolean(), { minLength: fileCount, maxLength: fileCount });
    await fc.assert(
      fc.asyncProperty(estates, analyses, async (all, areAnalysed) => {
        await graph.clear();
        for (let place = 0; place < fileCount; place++) {
          const parts = all.flatMap((estate, number) => partsOf(estate[place]!, number));
          await load(...parts);
          if (areAnalysed[place]) await retry();
        }
        await retry();
        const expected = all.flatMap((estate, number) => edgesOf(estate, number));
        expect(await graph.edges()).toEqual([...new Set(expected)].toSorted());
      }),
      { numRuns: 15 },
    );
  });
});

interface File {
  readonly nodes: readonly string[];
  readonly edges: readonly (readonly [source: string, target: string])[];
}

function partsOf({ nodes: ids, edges }: File, number: number): RecordPart[] {
  const of = (it: string) => `${number}-${it}`;
  return [...edges.map(([source, target]) => uses(of(source), of(target))), ...nodes(...ids.map(of))];
}

/** The edges that files state, in whichever order they come. */
function edgesOf(files: readonly File[], number: number): string[] {
  const ids = [...new Set(files.flatMap(({ nodes }) => nodes))];
  const nodeOf = (id: string) => {
    const near = ids.filter((it) => foldId(it) === foldId(id));
    return ids.includes(id) ? id : near.length === 1 ? near[0] : undefined;
  };
  return files.flatMap(({ edges }) =>
    edges.flatMap(([source, target]) => {
      const [from, to] = [nodeOf(source), nodeOf(target)];
      return from && to ? [`${number}-${from} ACME_Uses ${number}-${to} 1`] : [];
    }),
  );
}
