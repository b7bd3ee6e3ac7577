import { afterAll, beforeAll, describe } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { loadSettings } from '../base/config/load-settings.js';
import { graphReaderContract } from './graph-reader-contract.fixture.js';
import { GraphReader } from './graph-reader.js';
import { recordsOf } from './graph-records.fixture.js';
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

  graphReaderContract(async () => {
    const { database } = graph.test;
    return {
      reader: new GraphReader(database, new KindNames(database), keeper, new QueryThreads(loadSettings({}))),
      write: async (plain) => {
        await graph.load(...recordsOf(plain));
      },
    };
  });
});
