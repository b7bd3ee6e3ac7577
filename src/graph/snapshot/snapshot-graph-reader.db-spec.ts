import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { SystemClock } from '../../base/clock.js';
import { runInScope } from '../../base/request-scope.js';
import { Database, type SqlValue } from '../../database/database.js';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { until } from '../../../test/support/until.js';
import { graphReaderContract } from '../graph-reader-contract.fixture.js';
import type { PlainGraph } from '../graph-reader-reference.fixture.js';
import { described, edge, producing, recordsOf } from '../graph-records.fixture.js';
import { KindNames } from '../kinds/kind-names.js';
import { GraphLoader } from '../loader/graph-loader.js';
import { SqlGraphReader } from '../sql-graph-reader.js';
import { SnapshotGraphReader } from './snapshot-graph-reader.js';
import { SnapshotKeeper } from './snapshot-keeper.js';
import { SnapshotSource } from './snapshot-source.js';

const byName = { skip: 0, limit: 10, order: [{ by: 'name', descending: false }] } as const;

let test: TestDatabase;
let loader: GraphLoader;
const keepers: SnapshotKeeper[] = [];

beforeAll(async () => {
  test = await testDatabase();
  loader = new GraphLoader(test.database, new SystemClock());
});

afterAll(() => test.drop());

function underTest({ database = test.database, source = new SnapshotSource(test.database) } = {}) {
  const kindNames = new KindNames(test.database);
  const keeper = new SnapshotKeeper(test.database, source);
  keepers.push(keeper);
  const tables = new SqlGraphReader(test.database, kindNames);
  return { keeper, reader: new SnapshotGraphReader(database, kindNames, tables, keeper) };
}

/** What a test reads through, so that something may happen before a statement is sent. */
class WatchedDatabase extends Database {
  before: (text: string) => Promise<unknown> = () => Promise.resolve();

  override async prepared<Row>(text: string, values?: readonly SqlValue[]): Promise<Row[]> {
    await this.before(text);
    return test.database.prepared<Row>(text, values);
  }
}

/** The answer where ANN administers PC, which has that name. */
function named(name: string) {
  return { count: 1, entities: [{ objectid: 'PC', name, label: 'Computer', kinds: ['Computer', 'Base'] }] };
}

async function rename(name: string): Promise<void> {
  await loader.load(producing(described('PC', ['Computer', 'Base'], { name })));
}

describe('SnapshotGraphReader', () => {
  describe('with a snapshot that follows each change', () => {
    let made: ReturnType<typeof underTest>;

    graphReaderContract(async () => {
      made = underTest();
      const { reader, keeper } = made;
      return {
        reader,
        write: async (graph: PlainGraph) => {
          await loader.load(producing(...recordsOf(graph)));
          await keeper.refresh();
        },
      };
    });

    it('answers every list from memory', () => {
      const { reader, keeper } = made;
      expect(reader.answers.tables).toBe(0);
      expect(reader.answers.memory).toBeGreaterThan(100);
      keeper.onModuleDestroy();
    });
  });

  describe('where a user administers one computer', () => {
    beforeAll(async () => {
      await loader.load(
        producing(
          described('ANN', ['User', 'Base'], { name: 'ANN' }),
          described('PC', ['Computer', 'Base'], { name: 'PC' }),
          edge('ANN', 'AdminTo', 'PC'),
        ),
      );
    });

    afterEach(() => {
      for (const keeper of keepers.splice(0)) keeper.onModuleDestroy();
    });

    it('answers from the tables until the snapshot, which the first question begins, is there', async () => {
      const { reader, keeper } = underTest();
      expect(await reader.adminRights('User', 'ann', byName)).toEqual(named('PC'));
      expect(reader.answers).toEqual({ memory: 0, tables: 1 });
      await keeper.refresh();
      expect(await reader.adminRights('User', 'ann', byName)).toEqual(named('PC'));
      expect(reader.answers).toEqual({ memory: 1, tables: 1 });
    });

    it('answers from the tables at once after a change, and from memory again by itself', async () => {
      const { reader, keeper } = underTest();
      await keeper.refresh();
      await rename('NEW');
      expect(await reader.adminRights('User', 'ANN', byName)).toEqual(named('NEW'));
      expect(reader.answers.tables).toBe(1);
      await until(async () => {
        expect(await reader.adminRights('User', 'ANN', byName)).toEqual(named('NEW'));
        return reader.answers.memory > 0;
      });
      await rename('PC');
    });

    it('does not mix two versions when the graph changes between finding results and reading their rows', async () => {
      const database = new WatchedDatabase(Reflect.get(test.database, 'pool'));
      const { reader, keeper } = underTest({ database });
      await keeper.refresh();
      database.before = (text) => (text.includes('ANY') ? rename('MEANWHILE') : Promise.resolve());
      expect(await reader.adminRights('User', 'ANN', byName)).toEqual(named('MEANWHILE'));
      expect(reader.answers).toEqual({ memory: 0, tables: 1 });
      await rename('PC');
    });

    it('goes on reading the graph when the request that began it is over', async () => {
      const { reader, keeper } = underTest();
      const controller = new AbortController();
      await runInScope({ requestId: 'r', signal: controller.signal }, () => reader.adminRights('User', 'ANN', byName));
      controller.abort(new Error('over'));
      await until(() => keeper.newest() !== null);
      expect(await reader.adminRights('User', 'ANN', byName)).toEqual(named('PC'));
      expect(reader.answers).toEqual({ memory: 1, tables: 1 });
    });

    it('answers from the tables while the graph can not be read into memory, and does not try at each question', async () => {
      const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => {});
      let tries = 0;
      class Failing extends SnapshotSource {
        override read(): never {
          tries++;
          throw new Error('no memory');
        }
      }
      const { reader } = underTest({ source: new Failing(test.database) });
      for (let question = 0; question < 5; question++) {
        expect(await reader.adminRights('User', 'ANN', byName)).toEqual(named('PC'));
        await sleep(5);
      }
      expect(tries).toBe(1);
      expect(warn.mock.calls).toEqual([[expect.stringContaining('no memory')]]);
      warn.mockRestore();
    });

    it('reads the graph anew where the changes are not known any more', async () => {
      const { reader, keeper } = underTest();
      await keeper.refresh();
      await rename('OTHER');
      await test.database.query('UPDATE graph_state SET oldest_delta = version');
      await keeper.refresh();
      expect(await reader.adminRights('User', 'ANN', byName)).toEqual(named('OTHER'));
      expect(reader.answers).toEqual({ memory: 1, tables: 0 });
      await rename('PC');
    });

    it('is not taken in by a database that was put back to an earlier state', async () => {
      const { reader, keeper } = underTest();
      await rename('UNDONE');
      await keeper.refresh();
      await test.database.query(`UPDATE graph_state SET version = version - 1`);
      await test.database.query(`UPDATE node SET name = 'PC' WHERE objectid = 'PC'`);
      await keeper.refresh();
      await test.database.query(`UPDATE graph_state SET version = version + 1`);
      await keeper.refresh();
      expect(await reader.adminRights('User', 'ANN', byName)).toEqual(named('PC'));
      expect(reader.answers).toEqual({ memory: 1, tables: 0 });
      await rename('PC');
    });

    it('lets go of its memory when it is closed, and begins nothing any more', async () => {
      const { reader, keeper } = underTest();
      await keeper.refresh();
      keeper.onModuleDestroy();
      expect(keeper.newest()).toBeNull();
      expect(await reader.adminRights('User', 'ANN', byName)).toEqual(named('PC'));
      expect(keeper.newest()).toBeNull();
    });
  });
});
