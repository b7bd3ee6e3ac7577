import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeDataDir, removeDataDir, serverPidOf } from '../../../test/support/postgres/cluster-folder.js';
import { withClient } from '../../../test/support/postgres/template.js';
import { bareDatabase } from '../../../test/support/test-database.js';
import { type PoolerOptions, transactionPooler } from '../../../test/support/transaction-pooler.js';
import { until } from '../../../test/support/until.js';
import { type Environment, loadSettings } from '../../base/config/load-settings.js';
import { productVersion } from '../../base/config/product-version.js';
import { entities } from '../../entities.js';
import { migrate } from './migrate.js';
import { migrations } from '../migrations/migrations.js';
import { type OpenDatabase, openDatabase } from './open-database.js';

describe('openDatabase', () => {
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

  describe('with DATABASE_URL', () => {
    let bare: Awaited<ReturnType<typeof bareDatabase>>;
    beforeEach(async () => (bare = await bareDatabase()));
    afterEach(async () => {
      await closeAll();
      await bare.drop();
    });

    it('migrates the database once if several instances start together', async () => {
      const names = migrations.map(({ name }) => name);

      const instances = await Promise.all([1, 2, 3].map(() => open({ DATABASE_URL: bare.url })));

      expect(instances.flatMap(({ migrated }) => migrated)).toEqual(names);
      expect(await instances[0]!.dataSource.query('SELECT name FROM migration ORDER BY id')).toEqual(
        names.map((name) => ({ name })),
      );
    });

    it('refuses a database that a newer program migrated, and changes nothing', async () => {
      const newer = [
        { timestamp: '1999999999998', name: 'AddWings1999999999998' },
        { timestamp: '1999999999999', name: 'AddTail1999999999999' },
      ];
      await open({ DATABASE_URL: bare.url });
      await withClient(bare.url, async (client) => {
        for (const { timestamp, name } of newer)
          await client.query('INSERT INTO migration (timestamp, name) VALUES ($1, $2)', [timestamp, name]);
        await client.query('DELETE FROM migration WHERE name = $1', [migrations[0]?.name]);
      });

      await expect(open({ DATABASE_URL: bare.url })).rejects.toThrow(
        `A newer Graphward migrated the database: this one (${productVersion()}) does not know AddWings1999999999998, ` +
          'AddTail1999999999999. Start the newer one, or restore the backup of before the upgrade into an empty database (docs/upgrading.md).',
      );
      await withClient(bare.url, async (client) => {
        const { rows } = await client.query('SELECT count(*)::int AS applied FROM migration');
        expect(rows).toEqual([{ applied: migrations.length + newer.length - 1 }]);
      });
    });

    it('refuses tables that lack what the entities need, names them, and allows more', async () => {
      await (await open({ DATABASE_URL: bare.url })).close();
      const change = (sql: string) => withClient(bare.url, (client) => client.query(sql));
      await change(`CREATE TABLE mine (id int); CREATE INDEX mine_audit ON audit_log (action);
        ALTER TABLE audit_log ADD COLUMN mine text`);
      await (await open({ DATABASE_URL: bare.url })).close();
      await change(`DROP TABLE login_failure; ALTER TABLE account DROP COLUMN first_name; ALTER TABLE client ALTER version TYPE varchar;
        ALTER TABLE session DROP CONSTRAINT session_account_fkey; ALTER TABLE job DROP CONSTRAINT job_span_check;
        ALTER TABLE custom_node ALTER icon_name DROP NOT NULL`);

      await expect(open({ DATABASE_URL: bare.url })).rejects.toThrow(
        'Another Graphward made the tables: they lack column account.first_name text, column client.version text, ' +
          'column custom_node.icon_name text not null, constraint job_span_check CHECK, ' +
          'constraint session_account_fkey FOREIGN KEY (account_id) REFERENCES account(id) ON DELETE CASCADE and 1 more. ' +
          'Start the program that made it. If that was before 0.2.0, ' +
          'a backup of it can be restored into an empty database (docs/upgrading.md).',
      );
    });

    it('says "another" and not "newer" of migrations that are not later', async () => {
      await (await open({ DATABASE_URL: bare.url })).close();
      await withClient(bare.url, (client) =>
        client.query(`INSERT INTO migration (timestamp, name) VALUES (1795481605860, 'AddLoginFailure1795481605860')`),
      );

      await expect(open({ DATABASE_URL: bare.url })).rejects.toThrow(
        `Another Graphward migrated the database: this one (${productVersion()}) does not know AddLoginFailure1795481605860.`,
      );
    });

    it('refuses a wrong password without waiting', async () => {
      const url = new URL(bare.url);
      url.password = 'not-the-one';
      const since = Date.now();

      await expect(open({ DATABASE_URL: url.href, DATABASE_WAIT: '60' })).rejects.toThrow(
        `The database ${url.pathname.slice(1)} at ${url.hostname}:${url.port} as user ${url.username} refuses: ` +
          `password authentication failed for user "${url.username}". Check DATABASE_URL.`,
      );
      expect(Date.now() - since).toBeLessThan(60_000);
      expect(lines).toEqual([]);
    });

    it('refuses a database that does not exist without waiting', async () => {
      const url = new URL(bare.url);
      url.pathname = '/no_such_database';

      await expect(open({ DATABASE_URL: url.href, DATABASE_WAIT: '60' })).rejects.toThrow(
        /refuses: database "no_such_database" does not exist\. Check DATABASE_URL\.$/,
      );
    });

    it('waits at most DATABASE_WAIT, logs the reason, and never shows the password', async () => {
      const environment = { DATABASE_URL: 'postgres://me:open-sesame@127.0.0.1:1/graph', DATABASE_WAIT: '2' };

      await expect(open(environment)).rejects.toThrow(
        'The database graph at 127.0.0.1:1 as user me could not be reached within 2 s: connect ECONNREFUSED 127.0.0.1:1',
      );
      expect(lines).toEqual([
        'waiting up to 2 s for the database graph at 127.0.0.1:1 as user me: connect ECONNREFUSED 127.0.0.1:1',
      ]);
    });
  });

  describe('while another process migrates the database', () => {
    const MIGRATION_LOCK = 7_206_402;
    let bare: Awaited<ReturnType<typeof bareDatabase>>;
    beforeEach(async () => (bare = await bareDatabase()));
    afterEach(async () => {
      await closeAll();
      await bare.drop();
    });

    /** Holds the lock while `work` runs. */
    function whileLocked(work: (holder: string) => Promise<void>): Promise<void> {
      return withClient(bare.url, async (client) => {
        const { rows } = await client.query<{ pid: number }>(
          'SELECT pg_backend_pid() AS pid, pg_advisory_lock($1)::text',
          [MIGRATION_LOCK],
        );
        await work(`process ${rows[0]?.pid} of PostgreSQL (graphward-test, idle since `);
      });
    }

    it('waits no longer than DATABASE_WAIT and names the other process', () =>
      whileLocked(async (holder) => {
        const opening = open({ DATABASE_URL: bare.url, DATABASE_WAIT: '1' });

        await expect(opening).rejects.toMatchObject({
          message: expect.stringMatching(
            /^Another process migrates the database and did not finish within 1 s \(DATABASE_WAIT\): .*Z\)\. If it hangs, end it with pg_terminate_backend\(process\)\.$/,
          ),
        });
        await expect(opening).rejects.toThrow(`(DATABASE_WAIT): ${holder}2`);
        expect(lines).toEqual([
          expect.stringContaining(`waiting up to 1 s for another process that migrates the database: ${holder}2`),
        ]);
      }));

    it('continues when the other process is done', async () => {
      let opening: Promise<OpenDatabase> | undefined;
      await whileLocked(async () => {
        opening = open({ DATABASE_URL: bare.url });
        await until(() => lines.length > 0);
      });

      expect((await opening)?.migrated).toEqual(migrations.map(({ name }) => name));
    });

    it('leaves no lock on the connections of a pooler', async () => {
      const pooler = await transactionPooler(bare.url);
      try {
        const ran = await migrate(loadSettings({}), pooler.url, { log: (line) => lines.push(line) });

        expect(ran).toEqual(migrations.map(({ name }) => name));
        await withClient(bare.url, async (client) => {
          // Other tests migrate other databases of the same server.
          const { rows } = await client.query(
            `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = $1
              AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
            [MIGRATION_LOCK],
          );
          expect(rows).toEqual([]);
        });
      } finally {
        await pooler.close();
      }
    });
  });

  describe('with a pooler in transaction mode', () => {
    let bare: Awaited<ReturnType<typeof bareDatabase>>;
    beforeEach(async () => (bare = await bareDatabase()));
    afterEach(async () => {
      await closeAll();
      await bare.drop();
    });

    it.each<[string, PoolerOptions]>([
      ['with one server connection', { size: 1 }],
      ['that reuses the last server connection', { size: 20 }],
      ['that hands two server connections out in turn', { size: 2, order: 'turn' }],
      ['that hands many server connections out in turn', { size: 20, order: 'turn' }],
    ])('refuses a pooler %s', async (_, options) => {
      const pooler = await transactionPooler(bare.url, options);
      try {
        await fill(pooler.url, options.size ?? 1);
        const { hostname, port, username, pathname } = new URL(pooler.url);

        await expect(open({ DATABASE_URL: pooler.url })).rejects.toThrow(
          `The database ${pathname.slice(1)} at ${hostname}:${port} as user ${username} is behind a pooler that shares connections by transaction ` +
            '(pool_mode = transaction of PgBouncer), which loses the locks and settings of a connection. ' +
            'Use pool_mode = session, or connect DATABASE_URL to PostgreSQL directly.',
        );
        expect(lines).toEqual([]);
      } finally {
        await pooler.close();
      }
    });

    it('refuses a pooler that other clients keep busy', async () => {
      const pooler = await transactionPooler(bare.url, { size: 4 });
      const isOver = new AbortController();
      const busy = [1, 2, 3].map(() =>
        withClient(pooler.url, async (client) => {
          while (!isOver.signal.aborted) await client.query('SELECT 1');
        }),
      );
      try {
        await expect(open({ DATABASE_URL: pooler.url })).rejects.toThrow('is behind a pooler');
      } finally {
        isOver.abort();
        await Promise.all(busy);
        await pooler.close();
      }
    });
  });

  describe('with the embedded server', () => {
    let dataDir: string;
    beforeEach(async () => (dataDir = await makeDataDir()));
    afterEach(async () => {
      await closeAll();
      await removeDataDir(dataDir);
    });

    it('restarts the server after a crash: running statements fail, later statements work', async () => {
      const { dataSource } = await open({ DATA_DIR: dataDir });
      const { database } = dataSource;
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

/** Opens all server connections of a pooler. */
async function fill(url: string, size: number): Promise<void> {
  const asleep = Array.from({ length: size }, () => withClient(url, (client) => client.query('SELECT pg_sleep(0.2)')));
  await Promise.all(asleep);
}
