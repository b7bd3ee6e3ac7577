import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { clearGraph } from '../../../test/support/test-graph.js';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { until } from '../../../test/support/until.js';
import { loadSettings } from '../../base/config/load-settings.js';
import { GraphNotReadyError } from '../../base/errors.js';
import { Kind } from '../kinds/kind-catalogue.js';
import { ChangeLog } from '../store/change-log.js';
import { lockGraphForWriting } from '../store/graph-transaction.js';
import { publish } from '../store/graph-version.js';
import { GraphKeeper } from './graph-keeper.js';
import { runGraphTask } from './graph-task.js';
import { GraphThread } from './graph-thread.js';
import { edgeCountOf } from './stored-graph.fixture.js';

describe('GraphKeeper', () => {
  let test: TestDatabase;
  let keeper: GraphKeeper;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    test = await testDatabase();
  });
  afterAll(() => test.drop());
  beforeEach(async () => {
    await clearGraph(test.database);
    keeper = new GraphKeeper(test.database, loadSettings({ GRAPH_MEMORY: '1' }));
  });
  afterEach(() => {
    jest.restoreAllMocks();
    return keeper.onApplicationShutdown();
  });

  /** Adds nodes and one list of them, as one version. @param isListed whether the version lists its changes */
  function add(first: number, last: number, isListed = true): Promise<number> {
    return test.database.transaction(async (tx) => {
      await tx.query(
        `INSERT INTO node (id, objectid, kind, kinds, name, described, last_seen)
         SELECT i, i, ${Kind.User}, '{}', i, true, now() FROM generate_series($1::int, $2::int) i`,
        [first, last],
      );
      await tx.query(
        `INSERT INTO edge_list (owner, list, origin, peers) SELECT $1, 1, 0, array_agg(i) FROM generate_series($1::int, $2::int) i`,
        [first, last],
      );
      const version = await publish(tx, { owners: [first], nodes: [first], log: new ChangeLog(false) });
      if (!isListed) await tx.query('UPDATE graph_change SET owners = NULL WHERE version = $1', [version]);
      return version;
    });
  }

  it('answers nothing until the first graph is read', async () => {
    await expect(keeper.at(0)).rejects.toThrow(GraphNotReadyError);
    expect(keeper.status).toMatchObject({ graph: null, isKeptLoaded: false });
    await keeper.keepLoaded();
    expect((await keeper.at(0)).version).toBe(0);
    expect(keeper.status).toMatchObject({ isKeptLoaded: true, failure: undefined });
  });

  it('applies a small change before it answers', async () => {
    await keeper.keepLoaded();
    const version = await add(1, 1);
    const graph = await keeper.at(version);
    expect(graph.version).toBe(version);
    expect(graph.overlay).not.toBeNull();
    expect(edgeCountOf(graph)).toBe(1);
    expect(keeper.shown).toEqual([version, '']);
  });

  it('reads days when they are asked for, and again only after something was written', async () => {
    await keeper.keepLoaded();
    const version = await add(1, 1);
    const graph = await keeper.at(version);
    const runs = jest.spyOn(GraphThread.prototype, 'run');
    // The keeper may follow changes in other threads meanwhile.
    const readings = () => runs.mock.calls.filter(([{ name }]) => name === 'days').length;
    const [dated, also] = await Promise.all([keeper.withDays(graph), keeper.withDays(graph)]);
    expect(also).toBe(dated);
    expect(await keeper.at(version)).toBe(dated);
    expect(await keeper.withDays(dated)).toBe(dated);
    expect(readings()).toBe(1);
    await test.database.transaction((tx) => lockGraphForWriting(tx));
    const again = await keeper.withDays(dated);
    expect(again).not.toBe(dated);
    expect(again.days!.nodes).toEqual(dated.days!.nodes);
    expect(readings()).toBe(2);
  });

  it('is not behind any more if nothing changed while the database was away', async () => {
    await keeper.keepLoaded();
    await test.database.query('ALTER TABLE graph_state RENAME TO away');
    await until(() => Promise.resolve(keeper.status.failure !== undefined));
    await test.database.query('ALTER TABLE away RENAME TO graph_state');
    await until(() => Promise.resolve(keeper.status.failure === undefined));
    expect(keeper.shown).toEqual([0, '']);
  });

  it('finds changes without a question', async () => {
    await keeper.keepLoaded();
    const version = await add(1, 1);
    await until(() => Promise.resolve(keeper.shown[0] > 0));
    expect(keeper.shown).toEqual([version, '']);
  });

  it('reads large changes that follow each other when somebody asks, or when no more follow', async () => {
    // The looks of this test replace the looks of the timer.
    jest.spyOn(globalThis, 'setInterval').mockImplementation((_look, _ms) => setTimeout(() => {}, 0));
    const look = () => keeper.keepLoaded();
    const read: number[] = [];
    keeper.onReadWhole(({ version }) => read.push(version));
    await look();
    for (const node of [1, 2, 3]) {
      await add(node, node, false);
      await look();
    }
    expect(read).toEqual([0]);
    const asked = await add(4, 4, false);
    // The reader pauses after each reading, the longer the slower it was.
    await until(async () => {
      await keeper.at(asked);
      return read.length === 2;
    });
    const last = await add(5, 5, false);
    await look();
    expect(read).toEqual([0, asked]);
    await look();
    await until(() => Promise.resolve(read.length === 3));
    expect(read).toEqual([0, asked, last]);
  });

  it('answers from the former graph while a large change is read', async () => {
    await keeper.keepLoaded();
    let version = 0;
    await test.database.transaction(async (tx) => {
      version = await add(1, 2, false);
      await tx.query('LOCK TABLE edge_list IN ACCESS EXCLUSIVE MODE');
      expect((await keeper.at(version)).version).toBe(0);
      expect((await keeper.at(version)).version).toBe(0);
    });
    await until(async () => (await keeper.at(version)).version === version);
    expect(edgeCountOf(await keeper.at(version))).toBe(2);
  });

  it('reads the whole graph again after many changes', async () => {
    await keeper.keepLoaded();
    const version = await add(1, 1100);
    await test.database.query(`UPDATE graph_change SET nodes = ARRAY(SELECT id FROM node WHERE id < 900)`);
    expect((await keeper.at(version)).overlay).not.toBeNull();
    await until(async () => (await keeper.at(version)).overlay === null);
  });

  it('reports each graph that was read as a whole, and none to which changes were applied', async () => {
    const read: number[] = [];
    keeper.onReadWhole(({ version }) => read.push(version));
    await keeper.keepLoaded();
    const small = await add(1, 1);
    expect((await keeper.at(small)).version).toBe(small);
    const unlisted = await add(2, 3, false);
    await until(() => read.length > 1);
    expect(read).toEqual([0, unlisted]);
  });

  it('never goes back to an earlier version while it reads the whole graph', async () => {
    await keeper.keepLoaded();
    const version = await add(1, 1100);
    await test.database.query(`UPDATE graph_change SET nodes = ARRAY(SELECT id FROM node WHERE id < 900)`);
    let last = version;
    const shown: number[] = [];
    jest.spyOn(GraphThread.prototype, 'run').mockImplementation(async (task) => {
      const graph = await runGraphTask(test.database, task);
      const isReader = task.name === 'whole' || (task.since.overlay === null && task.since.version > 0);
      if (isReader && last < version + 2) {
        last = await add(2000 + last, 2000 + last);
        shown.push((await keeper.at(last)).version);
      }
      return graph;
    });
    await keeper.at(version);
    await until(() => Promise.resolve(keeper.status.graph?.base.version === version));
    expect(shown).toEqual([version + 1, version + 2]);
    expect(keeper.shown).toEqual([last, '']);
  });

  it('reads nothing that does not fit into GRAPH_MEMORY, and reports what it needs', async () => {
    await add(1, 30_000, false);
    await keeper.keepLoaded();
    await expect(keeper.at(1)).rejects.toThrow(
      /^graph: the graph needs 1[0-9] MiB; set GRAPH_MEMORY to at least that$/,
    );
    expect(keeper.status).toMatchObject({ graph: null, failure: expect.stringContaining('MiB') });
  });

  it('keeps the former graph if its successor does not fit', async () => {
    await keeper.keepLoaded();
    const version = await add(1, 30_000, false);
    await keeper.at(version);
    await until(() => Promise.resolve(keeper.status.failure !== undefined));
    expect((await keeper.at(version)).version).toBe(0);
    expect(keeper.shown).toEqual([0, expect.stringMatching(/^the graph needs 1[0-9] MiB; set GRAPH_MEMORY/)]);
    await expect(keeper.withGraph(version, () => Promise.resolve())).rejects.toThrow('the graph needs');
  });

  it('reads the graph again after a version that did not fit only if there is another one', async () => {
    await keeper.keepLoaded();
    const version = await add(1, 30_000, false);
    await keeper.at(version);
    await until(() => Promise.resolve(keeper.status.failure !== undefined));
    const wholes: string[] = [];
    jest.spyOn(GraphThread.prototype, 'run').mockImplementation((task) => {
      if (task.name === 'whole') wholes.push(task.name);
      return runGraphTask(test.database, task);
    });
    const later = Date.now() + 3_600_000;
    jest.spyOn(Date, 'now').mockReturnValue(later);
    await keeper.keepLoaded();
    await keeper.at(version);
    expect(wholes).toEqual([]);
    await test.database.query('DELETE FROM edge_list; DELETE FROM node');
    const smaller = await add(1, 2, false);
    await keeper.keepLoaded();
    await until(() => Promise.resolve(keeper.shown[0] === smaller));
    expect(wholes).toEqual(['whole']);
  });

  it('releases a graph that was read for a task', async () => {
    const version = await add(1, 3);
    const edges = await keeper.withGraph(version, (graph) => Promise.resolve(edgeCountOf(graph)));
    expect(edges).toBe(3);
    expect(keeper.status.graph).toBeNull();
  });

  it.each([
    ['applies changes that are listed', true, 1],
    ['reads the whole graph again if changes are not listed', false, 2],
  ])('%s before it gives a task a later version', async (_, areListed, readings) => {
    let count = 0;
    keeper.onReadWhole(() => count++);
    await keeper.keepLoaded();
    const version = await add(1, 3, areListed);
    const given = await keeper.withGraph(version, (graph) => Promise.resolve([graph.version, count]));
    expect(given).toEqual([version, readings]);
    expect(keeper.status.graph).not.toBeNull();
  });

  it('follows a database that was restored to an earlier version', async () => {
    await add(1, 3);
    await keeper.keepLoaded();
    await clearGraph(test.database);
    await keeper.at(0);
    await until(async () => (await keeper.at(0)).version === 0);
    expect(keeper.status.graph?.nodeCount).toBe(0);
  });
});
