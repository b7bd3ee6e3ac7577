import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { until } from '../../../test/support/until.js';
import { loadSettings } from '../../base/config/load-settings.js';
import { graphReaderContract } from './graph-reader-contract.fixture.js';
import { detailedNodes, shownNodes } from './answer-nodes.js';
import { EntityReader } from './entity-reader.js';
import type { NodeReference } from './node-reference.js';
import { GraphReader } from './graph-reader.js';
import { described, edge, recordsOf } from '../graph-records.fixture.js';
import { TestGraph } from '../graph.fixture.js';
import { Kind } from '../kinds/kind-catalogue.js';
import { NodeProperties } from './node-properties.js';
import { KindNames } from '../store/kind-names.js';
import { GraphKeeper } from '../memory/graph-keeper.js';
import { rights } from '../questions/walks/shapes.js';
import { QueryThreads } from '../threads/query-threads.js';

describe('GraphReader', () => {
  let graph: TestGraph;
  let keeper: GraphKeeper;
  const threads = new QueryThreads();

  beforeAll(async () => {
    Logger.overrideLogger(false);
    graph = await TestGraph.open();
    keeper = new GraphKeeper(graph.test.database, loadSettings({}));
    await keeper.keepLoaded();
  });

  afterAll(async () => {
    await Promise.all([keeper.onApplicationShutdown(), threads.onApplicationShutdown()]);
    await graph.test.drop();
  });

  function readerOf({ database } = graph.test): GraphReader {
    return new GraphReader(database, new KindNames(database), keeper, threads);
  }

  graphReaderContract(async () => {
    return {
      reader: new EntityReader(readerOf(), new KindNames(graph.test.database), new NodeProperties(graph.test.database)),
      write: async (plain) => {
        await graph.load(...recordsOf(plain));
      },
    };
  });

  it('finds nodes by object id and by id, and names those that do not exist or have another kind', async () => {
    await graph.load(described('ASKED-U', ['User', 'Base'], { name: 'ANN', domainsid: 'S-1' }));
    const byObjectid = await ask(readerOf(), { objectid: 'asked-u', kinds: [Kind.Computer, Kind.User] });
    const [id = 0] = byObjectid.answer.ids;
    expect([...byObjectid.nodes.values()]).toEqual([
      {
        id,
        objectid: 'ASKED-U',
        name: 'ANN',
        label: 'User',
        kinds: ['User', 'Base'],
        environment: 'S-1',
        lastSeen: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        properties: { name: 'ANN', domainsid: 'S-1' },
      },
    ]);
    expect(await ask(readerOf(), { id })).toEqual(byObjectid);
    const computer = { id, kinds: [Kind.Computer], place: 'query.start' };
    const none = { objectid: 'NONE', place: 'query.end' };
    await expect(ask(readerOf(), { id }, computer, none, none)).rejects.toMatchObject({
      status: 404,
      faults: [{ code: 'resource.not_found', context: 'query.start', message: `there is no node "${id}", "NONE"` }],
    });
  });

  it('names the nodes whose name was given in place of an object id, of the wanted kinds', async () => {
    const eve = { name: 'EVE@BIRCH.LOCAL' };
    await graph.load(
      ...['NAMED-2', 'NAMED-1'].map((id) => described(id, ['User', 'Base'], eve)),
      described('NAMED-3', ['Computer', 'Base'], eve),
    );
    const message = 'there is no user with the object id "eve@birch.local"';
    const user = { objectid: 'eve@birch.local', kinds: [Kind.User], noun: 'user' };
    await expect(ask(readerOf(), user)).rejects.toThrow(
      `${message}; "eve@birch.local" is the name of NAMED-1, NAMED-2`,
    );
    await expect(ask(readerOf(), { ...user, objectid: 'eve@birch' })).rejects.toThrow(/"eve@birch"$/);
  });

  it('finds the exact object id first, and refuses one that several nodes have without regard to case', async () => {
    await graph.load(...['00uAbC', '00uABc'].map((id) => described(id, ['Okta_User'])));
    const found = await ask(readerOf(), { objectid: '00uABc' });
    expect([...found.nodes.values()].map(({ objectid }) => objectid)).toEqual(['00uABc']);
    await expect(ask(readerOf(), { objectid: '00UABC', place: 'path.object_id' })).rejects.toMatchObject({
      status: 400,
      faults: [
        {
          code: 'reference.ambiguous',
          context: 'path.object_id',
          message:
            'no node has the object id "00UABC", and 2 have it without regard to case: "00uABc", "00uAbC"; give one of these',
        },
      ],
    });
  });

  it('waits for a graph with the objects that another process has committed', async () => {
    const reader = readerOf();
    await graph.load(described('EARLY', ['User', 'Base']));
    const early = await ask(reader, { objectid: 'EARLY' });
    await graph.load(described('LATE', ['User', 'Base']));
    // As after a large change, which is not applied but read as a whole.
    await graph.test.database.query('UPDATE graph_change SET owners = NULL, nodes = NULL');
    const late = ask(reader, { objectid: 'LATE' }, { objectid: 'NEVER' });
    await expect(late).rejects.toThrow('there is no node "NEVER"');
    const found = await ask(reader, { objectid: 'LATE' });
    expect([...found.nodes.values()].map(({ objectid }) => objectid)).toEqual(['LATE']);
    expect(found.version).toBe(early.version + 1);
  });

  it('refuses an answer whose nodes a large deletion removed, until the graph is read again', async () => {
    const { database } = graph.test;
    await graph.load(
      described('GONE-U', ['User', 'Base']),
      ...['GONE-1', 'GONE-2'].flatMap((id) => [described(id, ['Computer', 'Base']), edge('GONE-U', 'AdminTo', id)]),
    );
    const reader = readerOf();
    const rightsOf = () =>
      reader.ask({ name: 'entityList', about: [{ objectid: 'GONE-U' }], args: rightsFrom }, shownNodes);
    expect(await rightsOf()).toMatchObject({ answer: { count: 2 } });
    await database.query(`
      DELETE FROM node WHERE objectid = 'GONE-1';
      UPDATE graph_state SET version = version + 1;
      INSERT INTO graph_change (version, owners, nodes) SELECT version, NULL, NULL FROM graph_state`);
    await database.transaction(async (tx) => {
      await tx.query('LOCK TABLE edge_list IN ACCESS EXCLUSIVE MODE');
      await expect(rightsOf()).rejects.toThrow('graph: nodes of the answer were removed');
    });
    await until(async () => (await rightsOf().then(countOf, () => null)) === 1);
  });
});

const adminRights = rights([Kind.AdminTo], [Kind.Computer]);
const firstPage = { skip: 0, limit: 10, order: [] };
const rightsFrom = ([start]: readonly number[]) => ({
  start: start!,
  walk: adminRights,
  environment: '',
  page: firstPage,
});
const noCounts = ([start]: readonly number[]) => ({ start: start!, walks: [] });

function countOf(asked: object): unknown {
  return 'answer' in asked && Reflect.get(Object(asked.answer), 'count');
}

function ask(reader: GraphReader, ...about: NodeReference[]) {
  return reader.ask({ name: 'entityCounts', about, args: noCounts }, detailedNodes);
}
