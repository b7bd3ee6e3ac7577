import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { until } from '../../test/support/until.js';
import { loadSettings } from '../base/config/load-settings.js';
import { graphReaderContract } from './graph-reader-contract.fixture.js';
import { GraphReader } from './graph-reader.js';
import { described, edge, recordsOf } from './graph-records.fixture.js';
import { TestGraph } from './graph.fixture.js';
import { KindNames } from './kinds/kind-names.js';
import { GraphKeeper } from './memory/graph-keeper.js';
import { QueryThreads } from './questions/query-threads.js';

describe('GraphReader', () => {
  let graph: TestGraph;
  let keeper: GraphKeeper;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    graph = await TestGraph.open();
    keeper = new GraphKeeper(graph.test.database, loadSettings({}));
    await keeper.hold();
  });

  afterAll(async () => {
    await keeper.onModuleDestroy();
    await graph.test.drop();
  });

  function readerOf({ database } = graph.test): GraphReader {
    return new GraphReader(database, new KindNames(database), keeper, new QueryThreads(loadSettings({})));
  }

  graphReaderContract(async () => {
    return {
      reader: readerOf(),
      write: async (plain) => {
        await graph.load(...recordsOf(plain));
      },
    };
  });

  it('refuses an answer whose nodes a large deletion removed, until the graph is read again', async () => {
    const { database } = graph.test;
    await graph.load(
      described('GONE-U', ['User', 'Base']),
      ...['GONE-1', 'GONE-2'].flatMap((id) => [described(id, ['Computer', 'Base']), edge('GONE-U', 'AdminTo', id)]),
    );
    const reader = readerOf();
    const ask = () => reader.adminRights('User', 'GONE-U', { skip: 0, limit: 10, order: [] });
    expect((await ask())?.answer.count).toBe(2);
    await database.query(`
      DELETE FROM node WHERE objectid = 'GONE-1';
      UPDATE graph_state SET version = version + 1;
      INSERT INTO graph_change (version, owners, nodes) SELECT version, NULL, NULL FROM graph_state`);
    await database.transaction(async (tx) => {
      await tx.query('LOCK TABLE edge_list IN ACCESS EXCLUSIVE MODE');
      await expect(ask()).rejects.toThrow('graph: nodes of the answer were removed');
    });
    await until(async () => (await ask().catch(() => null))?.answer.count === 1);
  });
});
