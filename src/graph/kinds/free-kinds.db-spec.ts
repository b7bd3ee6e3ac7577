import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { until } from '../../../test/support/until.js';
import { GraphNotReadyError } from '../../base/errors.js';
import { loadSettings } from '../../base/config/load-settings.js';
import { GraphReader } from '../answers/graph-reader.js';
import { described, edge, known, type RecordPart } from '../graph-records.fixture.js';
import { GraphKeeper } from '../memory/graph-keeper.js';
import { detailedSubgraph, PathReader } from '../answers/path-reader.js';
import { QueryThreads } from '../threads/query-threads.js';
import { nothing, TestGraphRemoval } from '../writer/removal/graph-removal.fixture.js';
import { GraphRemoval } from '../writer/removal/graph-removal.js';
import { deleteExpiredChanges } from '../store/change-log.js';
import { beginLog } from '../store/changes.fixture.js';
import { NamedKinds } from './free-kinds.js';
import { firstForeignKind } from './kind-catalogue.js';
import { KindNames } from '../store/kind-names.js';

describe('numbers of kinds', () => {
  let graph: TestGraphRemoval;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    graph = await TestGraphRemoval.open();
  });
  beforeEach(async () => {
    await graph.clear();
    await graph.test.database.query(`DELETE FROM kind WHERE id >= ${firstForeignKind}`);
  });
  afterAll(() => graph.test.drop());

  async function numbers(): Promise<Record<string, number>> {
    const kinds = await graph.test.database.query<{ id: number; name: string }>(
      `SELECT id, name FROM kind WHERE id >= ${firstForeignKind} ORDER BY id`,
    );
    return Object.fromEntries(kinds.map(({ id, name }) => [name, id]));
  }

  /** One instance, with caches of its own. */
  class Instance {
    private readonly threads = new QueryThreads();
    readonly keeper = new GraphKeeper(graph.test.database, loadSettings({}));
    readonly kinds = new KindNames(graph.test.database);
    private readonly paths = new PathReader(
      new GraphReader(graph.test.database, this.kinds, this.keeper, this.threads),
      graph.test.database,
      this.kinds,
    );

    async close(): Promise<void> {
      await Promise.all([this.keeper.onApplicationShutdown(), this.threads.onApplicationShutdown()]);
    }

    /** The path from one node to another, over edges of some kinds: as `labels: kinds of edges`. */
    async path(start: string, end: string, names?: readonly string[]): Promise<string> {
      const { kinds, version } = await this.kinds.list();
      const request = {
        starts: { nodes: [{ objectid: start }] },
        ends: { nodes: [{ objectid: end }] },
        view: {
          kinds: names ? kinds.flatMap(({ id, name }) => (names.includes(name) ? [id] : [])) : null,
          kindsVersion: version,
        },
        maxNodes: 10,
      };
      const found = await this.paths.shortestPaths(request, detailedSubgraph);
      const labels = [...found.nodes.values()].map(({ label }) => label).toSorted();
      return `${labels.join()}: ${found.edges.map(({ kind }) => kind).join()}`;
    }

    /** As a client that retries. The whole graph is read again if its base is a hundred versions old. */
    async pathWhenRead(start: string, end: string, names?: readonly string[]): Promise<string> {
      let found = '';
      await until(async () => {
        try {
          found = await this.path(start, end, names);
          return true;
        } catch (error) {
          if (error instanceof GraphNotReadyError) return false;
          throw error;
        }
      });
      return found;
    }
  }

  it('gives the smallest numbers that nothing has any more', async () => {
    await graph.load(described('A', ['K0']), described('B', ['K1']), described('C', ['K2']));
    await graph.remove({ kinds: ['K0'] });
    expect(await numbers()).toEqual({ K1: 1001, K2: 1002 });
    await graph.load(described('D', ['K3']), described('E', ['K4']));
    expect(await numbers()).toEqual({ K3: 1000, K1: 1001, K2: 1002, K4: 1003 });
  });

  it('keeps the numbers that nodes, lists and open edges have', async () => {
    const byName = { match: [{ key: 'name', value: 'NOBODY' }], kind: 'Sought' };
    await graph.load(
      described('GONE', ['Gone', 'GoneBase']),
      described('A', ['Primary', 'Further']),
      edge('A', 'Plain', 'B'),
      edge('A', 'Right', 'B', { isacl: true }),
      edge(known('A', 'OfOpen'), 'Open', byName),
    );
    await graph.remove({ kinds: ['Gone'] });
    const held = ['Primary', 'Further', 'Plain', 'Right', 'OfOpen', 'Open'];
    expect(Object.keys(await numbers()).toSorted()).toEqual(held.toSorted());
    await graph.remove({});
    expect(await numbers()).toEqual({});
  });

  it('keeps the numbers of kinds that resources name', async () => {
    await graph.load(described('A', ['Drawn']), described('B', ['Described']), described('C', ['Neither']));
    const named = new NamedKinds();
    named.add(() => Promise.resolve(['Drawn', 'Unknown to the graph']));
    named.add(() => Promise.resolve(['Described']));
    await new GraphRemoval(graph.test.database, named).remove({}, nothing);
    expect(await numbers()).toEqual({ Drawn: 1000, Described: 1001 });
  });

  it('keeps the numbers that the log of changes has until they expire there', async () => {
    const { database } = graph.test;
    await graph.load(described('A', ['Node']), edge('A', 'Former', 'B'), edge('A', 'Present', 'B'));
    await beginLog(database);
    await graph.remove({ kinds: ['Former'] });
    expect(Object.keys(await numbers()).toSorted()).toEqual(['Former', 'Node', 'Present']);
    await deleteExpiredChanges(database, new Date(Date.now() + 1000));
    await graph.remove({ kinds: ['Node'], environment: 'NONE' });
    expect(Object.keys(await numbers()).toSorted()).toEqual(['Node', 'Present']);
  });

  it('keeps the numbers that are counted of a record that may be skipped', async () => {
    const { database } = graph.test;
    await graph.load(described('A', ['Counted']), described('B', ['Other']), described('C', ['Third']));
    const { Counted, Other, Third } = await numbers();
    await database.query(`
      UPDATE node SET kind = 0, kinds = '{}';
      INSERT INTO collector_record (owner, type, digest, seen, renewable, counts)
        SELECT id, 'x', gen_random_uuid(), now(), true, '{0,1,${Counted},${Third}}' FROM node WHERE objectid = 'A';
      INSERT INTO collector_record (owner, type, digest, seen, renewable, counts)
        SELECT id, 'x', NULL, now(), true, '{0,1,${Other},1}' FROM node WHERE objectid = 'B'`);
    await graph.remove({ environment: 'NONE' });
    expect(await numbers()).toEqual({ Counted });
  });

  it('names the kinds of each round in two instances, one of which is asked in every third round only', async () => {
    const [often, seldom] = [new Instance(), new Instance()];
    await Promise.all([often.keeper.keepLoaded(), seldom.keeper.keepLoaded()]);
    try {
      for (let round = 0; round < 40; round++) {
        const ofNodes = Array.from({ length: 10 }, (_, index) => `R${round}N${index}`);
        const ofEdges = ofNodes.map((name) => name.replace('N', 'E'));
        const records = ofNodes.flatMap((name, index): RecordPart[] => [
          described(`A${index}`, [name]),
          described(`B${index}`, [name]),
          edge(known(`A${index}`), ofEdges[index]!, known(`B${index}`)),
        ]);
        await graph.load(...records);
        expect(Object.values(await numbers())).toEqual(Array.from({ length: 20 }, (_, index) => 1000 + index));
        for (const instance of round % 3 === 0 ? [often, seldom] : [often]) {
          const place = round % 10;
          const answer = `R${round}N${place},R${round}N${place}: R${round}E${place}`;
          expect(await instance.pathWhenRead(`A${place}`, `B${place}`)).toBe(answer);
          expect(await instance.pathWhenRead(`A${place}`, `B${place}`, [`R${round}E${place}`])).toBe(answer);
        }
        await graph.remove({});
        expect(await numbers()).toEqual({});
      }
    } finally {
      await Promise.all([often, seldom].map((instance) => instance.close()));
    }
  });

  it('refuses a question until the graph is of the kinds of the database', async () => {
    const { database } = graph.test;
    await graph.load(described('A', ['Node']), described('B', ['Node']), edge(known('A'), 'Old', known('B')));
    const instance = new Instance();
    await instance.keeper.keepLoaded();
    try {
      expect(await instance.path('A', 'B')).toBe('Node,Node: Old');
      await graph.remove({ kinds: ['Old'] });
      await graph.load(edge(known('A'), 'New', known('B')));
      // A change that is too large to be listed: the former graph goes on answering while the whole graph is read.
      await database.query('UPDATE graph_change SET owners = NULL');
      await database.transaction(async (tx) => {
        await tx.query('LOCK TABLE edge_list IN ACCESS EXCLUSIVE MODE');
        const refusal = 'graph: kinds of the graph are changing';
        await expect(instance.path('A', 'B')).rejects.toThrow(refusal);
        await expect(instance.path('A', 'B', ['New'])).rejects.toThrow(refusal);
      });
      await until(async () => (await instance.path('A', 'B').catch(() => '')) === 'Node,Node: New');
    } finally {
      await instance.close();
    }
  });

  it('removes nothing by a number that another kind has by now', async () => {
    await graph.load(described('A', ['Old']));
    const { kinds, version } = await new KindNames(graph.test.database).list();
    const number = kinds.find(({ name }) => name === 'Old')?.id ?? 0;
    await graph.remove({});
    await graph.load(described('A', ['New']));
    const removal = graph.removal.remove({ kinds: [number], kindsVersion: version }, nothing);
    await expect(removal).rejects.toThrow('kinds of the graph are changing');
    expect(await graph.nodes()).toEqual(['A']);
  });
});
