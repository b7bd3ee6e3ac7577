import { afterAll, beforeAll, describe } from '@jest/globals';
import { SystemClock } from '../base/clock.js';
import { type TestDatabase, testDatabase } from '../../test/support/test-database.js';
import type { PageWay } from './admin-rights-statement.js';
import { graphReaderContract } from './graph-reader-contract.fixture.js';
import type { PlainGraph } from './graph-reader-reference.fixture.js';
import { producing, recordsOf } from './graph-records.fixture.js';
import { KindNames } from './kinds/kind-names.js';
import { GraphLoader } from './loader/graph-loader.js';
import { SqlGraphReader } from './sql-graph-reader.js';

describe('SqlGraphReader', () => {
  let test: TestDatabase;

  beforeAll(async () => {
    test = await testDatabase();
  });

  afterAll(() => test.drop());

  const underTest = (way: PageWay) => async () => {
    class Reader extends SqlGraphReader {
      protected override readonly way = way;
    }
    const loader = new GraphLoader(test.database, new SystemClock());
    return {
      reader: new Reader(test.database, new KindNames(test.database)),
      write: async (graph: PlainGraph) => {
        await loader.load(producing(...recordsOf(graph)));
      },
    };
  };

  describe('choosing the way to read a page by its cost', () => {
    graphReaderContract(underTest('best'));
  });

  describe('looking all results up', () => {
    graphReaderContract(underTest('results'), 2);
  });

  describe('walking computers in order', () => {
    graphReaderContract(underTest('computers'), 2);
  });
});
