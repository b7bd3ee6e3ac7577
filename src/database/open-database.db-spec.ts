import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeDataDir, removeDataDir, serverPidOf } from '../../test/support/postgres/cluster-folder.js';
import { bareDatabase } from '../../test/support/test-database.js';
import { until } from '../../test/support/until.js';
import { type Environment, loadSettings } from '../config/load-settings.js';
import { entities } from '../entities.js';
import { databaseOf } from './database-of.js';
import { migrations } from './migrations.js';
import { type OpenDatabase, openDatabase } from './open-database.js';

describe('opening the database', () => {
  let lines: string[];
  let opened: OpenDatabase[];

  beforeEach(() => {
    lines = [];
    opened = [];
  });

  async function open(environment: Environment): Promise<OpenDatabase> {
    const database = await openDatabase(loadSettings(environment), {
      entities,
      log: (line) => lines.push(line),
      serving: true,
    });
    opened.push(database);
    return database;
  }

  async function closeAll(): Promise<void> {
    for (const database of opened) await database.close();
  }

  describe('of DATABASE_URL', () => {
    let bare: Awaited<ReturnType<typeof bareDatabase>>;
    beforeEach(async () => (bare = await bareDatabase()));
    afterEach(async () => {
      await closeAll();
      await bare.drop();
    });

    it('migrates it once, whatever the number of instances that start together', async () => {
      const names = migrations.map(({ name }) => name);

      const instances = await Promise.all([1, 2, 3].map(() => open({ DATABASE_URL: bare.url })));

      expect(instances.flatMap(({ migrated }) => migrated)).toEqual(names);
      expect(await instances[0]!.dataSource.query('SELECT name FROM migration ORDER BY id')).toEqual(
        names.map((name) => ({ name })),
      );
    });

    it('refuses a wrong password at once, without waiting', async () => {
      const url = new URL(bare.url);
      url.password = 'not-the-one';
      const since = Date.now();

      await expect(open({ DATABASE_URL: url.href, DATABASE_WAIT: '60' })).rejects.toThrow(
        `The database ${url.pathname.slice(1)} at ${url.hostname}:${url.port} as user ${url.username} refuses: ` +
          `password authentication failed for user "${url.username}". Check DATABASE_URL.`,
      );
      expect(Date.now() - since).toBeLessThan(5_000);
      expect(lines).toEqual([]);
    });

    it('refuses a database that does not exist at once', async () => {
      const url = new URL(bare.url);
      url.pathname = '/no_such_database';

      await expect(open({ DATABASE_URL: url.href, DATABASE_WAIT: '60' })).rejects.toThrow(
        /refuses: database "no_such_database" does not exist\. Check DATABASE_URL\.$/,
      );
    });

    it('waits no longer than it may, says what for, and never shows the password', async () => {
      const since = Date.now();
      const environment = { DATABASE_URL: 'postgres://me:open-sesame@127.0.0.1:1/graph', DATABASE_WAIT: '2' };

      await expect(open(environment)).rejects.toThrow(
        'The database graph at 127.0.0.1:1 as user me could not be reached within 2 s: connect ECONNREFUSED 127.0.0.1:1',
      );
      expect(Date.now() - since).toBeLessThan(4_000);
      expect(lines).toEqual([
        'waiting up to 2 s for the database graph at 127.0.0.1:1 as user me: connect ECONNREFUSED 127.0.0.1:1',
      ]);
    });
  });

  describe('that comes along', () => {
    let dataDir: string;
    beforeEach(async () => (dataDir = await makeDataDir()));
    afterEach(async () => {
      await closeAll();
      await removeDataDir(dataDir);
    });

    it('recovers from its crash by itself: what runs then fails cleanly, what comes later works', async () => {
      const { dataSource } = await open({ DATA_DIR: dataDir });
      const database = databaseOf(dataSource);
      const interrupted = [
        database.query('SELECT pg_sleep(60)'),
        database.transaction((tx) => tx.query('SELECT pg_sleep(60)')),
        dataSource.query('SELECT pg_sleep(60)'),
        dataSource.transaction((manager) => manager.query('SELECT pg_sleep(60)')),
      ];
      // Handled below; a rejection that comes before that would count as unhandled.
      const outcomes = Promise.allSettled(interrupted);
      await sleep(200);

      process.kill((await serverPidOf(dataDir))!, 'SIGKILL');

      expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
      await until(() => lines.includes('the embedded PostgreSQL runs again'));
      const several = [1, 2, 3].map((n) => database.query(`SELECT ${n} AS n`));
      expect(await Promise.all(several)).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]]);
      expect(await dataSource.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    });
  });
});
