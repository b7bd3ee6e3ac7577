import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { withClient } from '../../../test/support/postgres/template.js';
import { Estate } from '../../../demo/generator/estate.js';
import { ESTATE_PRESETS } from '../../../demo/generator/sizes.js';
import { loadDemo } from '../../../demo/load-demo.js';
import { testApp } from '../../../test/support/app.js';
import { bareDatabase, type ServiceHome, serviceHome } from '../../../test/support/test-database.js';
import { until } from '../../../test/support/until.js';
import { migrations } from '../../database/migrations/migrations.js';
import { contentOf, headerOf, numberOf, run } from './db.command.fixture.js';

type BareDatabase = Awaited<ReturnType<typeof bareDatabase>>;

/** Takes back the version that a restore adds to the log of changes. @returns the number of entries */
async function undoRestore(url: string): Promise<number | null> {
  return withClient(url, async (client) => {
    const { rowCount } = await client.query("DELETE FROM change_log WHERE reason = 'restore'");
    await client.query(`DELETE FROM graph_change WHERE version = (SELECT version FROM graph_state);
      UPDATE graph_state SET version = version - 1;
      SELECT setval('change_log_id_seq', max(id) + 1, false) FROM change_log`);
    return rowCount;
  });
}

async function createAccount(url: string, name: string): Promise<void> {
  const words = ['--name', name, '--role', 'administrator', '--password', 'a long password'];
  expect((await run(url, 'user', 'create', ...words)).code).toBe(0);
}

describe('db backup and db restore', () => {
  let home: ServiceHome;
  let source: Pick<BareDatabase, 'url'>;
  let target: BareDatabase;
  let folder: string;
  /** Of the source at rest. */
  let file: string;

  beforeAll(async () => {
    home = await serviceHome();
    source = home.db;
    folder = await mkdtemp(join(tmpdir(), 'backup-command-'));
    file = join(folder, 'rest.backup');
    const app = await testApp({ home });
    const sizes = ESTATE_PRESETS.small;
    await loadDemo(app.app, new Estate({ seed: 'backup', sizes, now: new Date() }), () => {});
    await app.close();
    await run(source.url, 'db', 'backup', file);
  });
  beforeEach(async () => {
    target = await bareDatabase();
  });
  afterEach(() => target.drop());
  afterAll(async () => {
    await home.remove();
    await rm(folder, { recursive: true });
  });

  it('restores every table and sequence into an empty database', async () => {
    const { code, out, err } = await run(target.url, 'db', 'restore', file, '--json');

    expect([code, err]).toEqual([0, [expect.stringMatching(/^copying \d+ rows$/)]]);
    expect((await run(target.url, 'db', 'check')).code).toBe(0);
    expect(await undoRestore(target.url)).toBe(1);
    const content = await contentOf(source.url);
    expect(await contentOf(target.url)).toEqual(content);
    const again = join(folder, 'again.backup');
    const backedUp = await run(target.url, 'db', 'backup', again, '--json');
    expect(JSON.parse(backedUp.out)).toMatchObject({ file: again, bytes: (await stat(again)).size });
    const [header, headerAgain] = await Promise.all([file, again].map(headerOf));
    expect(headerAgain).toEqual({ ...header, createdAt: headerAgain.createdAt });
    const { tables, rows, unreadFiles } = JSON.parse(out);
    expect(tables.node).toBe(Number(content['public.node']!.split(' ')[0]));
    expect(tables.job).toBeGreaterThan(0);
    expect([unreadFiles, rows]).toEqual([0, Object.values<number>(tables).reduce((sum, it) => sum + it)]);
  });

  it('backs up one moment while others write', async () => {
    const isOver = new AbortController();
    let written = 0;
    const insert = async (client: pg.Client) => {
      while (!isOver.signal.aborted) {
        await client.query(`BEGIN;
          INSERT INTO custom_node (kind_name, icon_type, icon_name, icon_color) VALUES ('K' || ${written}, 'a', 'b', 'c');
          UPDATE graph_state SET version = version + 1; COMMIT`);
        written++;
      }
    };
    const before = await withClient(source.url, (client) =>
      client.query('SELECT version::int AS version FROM graph_state'),
    );
    const kinds = await numberOf(source.url, 'SELECT count(*) FROM custom_node');
    const writing = withClient(source.url, insert);
    await until(() => written > 5);
    const busy = join(folder, 'busy.backup');
    expect((await run(source.url, 'db', 'backup', busy)).code).toBe(0);
    isOver.abort();
    await writing;

    expect((await run(target.url, 'db', 'restore', busy)).code).toBe(0);
    const more = (await numberOf(target.url, 'SELECT count(*) FROM custom_node')) - kinds;
    const versions = await numberOf(target.url, 'SELECT version FROM graph_state');
    expect([more > 5, more < written]).toEqual([true, true]);
    // A restore makes a version.
    expect(versions - before.rows[0].version).toBe(more + 1);
    // Later rows get values of their own.
    const isNext = "SELECT (nextval('custom_node_id_seq') > max(id))::int FROM custom_node";
    expect(await numberOf(target.url, isNext)).toBe(1);
    await withClient(source.url, (client) => client.query("DELETE FROM custom_node WHERE icon_name = 'b'"));
  });

  it('restores only over data with --force, and then nothing else is left', async () => {
    await createAccount(target.url, 'left');
    const own = await contentOf(target.url);

    expect(await run(target.url, 'db', 'restore', file)).toMatchObject({
      code: 1,
      out: '',
      err: ['the database has data (table audit_log); --force removes them'],
    });
    expect(await contentOf(target.url)).toEqual(own);
    await numberOf(target.url, "SELECT setval('node_id_seq', 900000)");
    expect((await run(target.url, 'db', 'restore', file, '--force')).code).toBe(0);
    expect(await numberOf(target.url, "SELECT count(*) FROM account WHERE name = 'left'")).toBe(0);
    // A failed restore would not take back a sequence, so that a sequence never goes back.
    expect(await numberOf(target.url, "SELECT nextval('node_id_seq')")).toBe(900001);
  });

  it('refuses a file that is cut, damaged or longer than it says, and leaves the database as it was', async () => {
    await createAccount(target.url, 'mine');
    const own = await contentOf(target.url);
    const whole = await readFile(file);
    const flipped = Buffer.from(whole);
    flipped[flipped.length - 6]! ^= 1;
    const text = gunzipSync(whole);
    const header = await headerOf(file);
    const headerWith = (changes: object) => gzipSync(`${JSON.stringify({ ...header, ...changes })}\n`);
    const damaged: [Buffer, string][] = [
      [whole.subarray(0, Math.floor(whole.length / 2)), 'is cut or damaged: unexpected end of file'],
      [whole.subarray(0, -1), 'is cut or damaged: unexpected end of file'],
      [flipped, 'is cut or damaged: incorrect data check'],
      [gzipSync(text.subarray(0, -4)), 'is cut or damaged: it ends too early'],
      [gzipSync(Buffer.concat([text, Buffer.from('x')])), 'is cut or damaged: there is data after its end'],
      [gzipSync('{"format":"other"}\n'), 'is not a backup of Graphward'],
      [headerWith({ tables: undefined }), 'is cut or damaged: in its header, tables is no list'],
      [headerWith({ version: 1 }), 'is cut or damaged: in its header, version is no text'],
      [headerWith({ sequences: [null] }), 'is cut or damaged: in its header, sequences[0] is no object'],
      [
        headerWith({ sequences: [{ name: 'a', next: '1; DROP' }] }),
        'is cut or damaged: in its header, sequences[0].next is no number in a text',
      ],
      [
        headerWith({ tables: [{ name: 'a', columns: ['b'], rows: 1e300 }] }),
        'is cut or damaged: in its header, tables[0].rows is no whole number',
      ],
      [gzipSync('[1]\n'), 'is not a backup of Graphward'],
      [Buffer.from('no gzip'), 'is not a backup of Graphward'],
      [Buffer.alloc(0), 'is not a backup of Graphward'],
    ];
    for (const [bytes, reason] of damaged) {
      const broken = join(folder, 'broken.backup');
      await writeFile(broken, bytes);
      const { code, err } = await run(target.url, 'db', 'restore', broken, '--force');
      expect([code, err.at(-1)]).toEqual([1, `${broken}: ${reason}`]);
    }
    expect(await contentOf(target.url)).toEqual(own);
  });

  it('names the table of a damaged row, and keeps the message of the database', async () => {
    await createAccount(target.url, 'mine');
    const own = await contentOf(target.url);
    const [first = '', ...lines] = gunzipSync(await readFile(file))
      .toString()
      .split('\n');
    const header = JSON.parse(first);
    const tables: { name: string; columns: string[]; rows: number }[] = header.tables;
    const index = tables.findIndex(({ name }) => name === 'node');
    const { columns, rows } = tables[index]!;
    const at = tables.slice(0, index).reduce((sum, it) => sum + it.rows, 0);
    const cells = lines[at]!.split('\t');
    cells[columns.indexOf('kind')] = '10326-11-23\u001b[31m';
    const more = tables.map((it, place) => (place === index ? { ...it, rows: rows + 1 } : it));
    const damaged: [object, string[], string][] = [
      [header, lines.with(at, cells.join('\t')), 'invalid input syntax for type smallint: "10326-11-23\uFFFD[31m")'],
      [header, lines.toSpliced(at, 1), 'invalid input syntax for type smallint: "f"'],
      [{ ...header, tables: more }, lines, 'invalid input syntax for type smallint: "f"'],
      [
        { ...header, tables: more },
        lines.toSpliced(at, 0, lines[at]!),
        'duplicate key value violates unique constraint',
      ],
    ];
    for (const [changed, rest, reason] of damaged) {
      const broken = join(folder, 'broken.backup');
      await writeFile(broken, gzipSync([JSON.stringify(changed), ...rest].join('\n')));
      const { code, err } = await run(target.url, 'db', 'restore', broken, '--force');
      expect([code, err.at(-1)]).toEqual([
        1,
        expect.stringContaining(`${broken}: is damaged at table node (${reason}`),
      ]);
    }
    expect(await contentOf(target.url)).toEqual(own);
  });

  it('refuses a backup of another version', async () => {
    const [header = '', ...rest] = gunzipSync(await readFile(file))
      .toString()
      .split('\n');
    const older = {
      ...JSON.parse(header),
      version: '0.0.1\u001b[31m',
      migrations: ['CreateOlderSchema1700000000000'],
    };
    const other = join(folder, 'other.backup');
    await writeFile(other, gzipSync([JSON.stringify(older), ...rest].join('\n')));

    expect((await run(target.url, 'db', 'restore', other)).err).toEqual([
      `${other}: was made by Graphward 0.0.1\uFFFD[31m, whose tables differ (last migration CreateOlderSchema1700000000000, ` +
        `here ${migrations.at(-1)!.name}). Restore it into an empty database, with this program or with the one that made it`,
    ]);
  });

  it('restores a backup of an older version, and runs the migrations since', async () => {
    const { code, out } = await run(target.url, 'db', 'restore', 'test/upgrade/9b05a4ca.backup', '--json');

    expect(code).toBe(0);
    const { tables } = JSON.parse(out);
    expect(await numberOf(target.url, 'SELECT count(*) FROM node')).toBe(tables.node);
    const applied = await withClient(target.url, (client) => client.query('SELECT name FROM migration ORDER BY id'));
    expect(applied.rows).toEqual(migrations.map(({ name }) => ({ name })));
    expect((await run(target.url, 'db', 'check')).code).toBe(0);
  });

  it('restores a backup of before 0.2.0 only if it may leave out the graph, which it says before', async () => {
    const former = 'test/upgrade/01eb45a0.backup';
    const tables = "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'";
    expect(await run(target.url, 'db', 'restore', former)).toMatchObject({
      code: 1,
      err: [
        `${former}: was made before 0.2.0, when the graph had another form. --without-graph restores all but the graph: accounts, ` +
          'tokens, tags, saved queries, providers, clients, events, jobs and history. Collected files must be ingested again then. ' +
          'Nothing was changed',
      ],
    });
    expect(await numberOf(target.url, tables)).toBe(0);

    expect((await run(target.url, 'db', 'restore', former, '--without-graph')).code).toBe(0);
    const { tables: stored } = await headerOf(former);
    const rowsOf = (table: string) => stored.find(({ name }: { readonly name: string }) => name === table).rows;
    for (const table of [
      'account',
      'api_token',
      'session',
      'client',
      'event',
      'job',
      'audit_log',
      'data_quality_tenant',
    ])
      expect([table, await numberOf(target.url, `SELECT count(*) FROM ${table}`)]).toEqual([table, rowsOf(table)]);
    expect(await numberOf(target.url, 'SELECT count(*) FROM sso_provider')).toBe(rowsOf('saml_provider'));
    expect(await numberOf(target.url, 'SELECT count(*) FROM node')).toBe(0);
    const open = "status IN ('running', 'ingesting', 'analyzing')";
    for (const table of ['job', 'upload'])
      expect(await numberOf(target.url, `SELECT count(*) FROM ${table} WHERE ${open}`)).toBe(0);
    const failed = `status = 'failed' AND status_message = 'It had not ended before the upgrade to 0.2.0: send its files again.'`;
    expect(await numberOf(target.url, `SELECT count(*) FROM job WHERE ${failed}`)).toBe(2);
    expect(await numberOf(target.url, `SELECT count(*) FROM upload WHERE ${failed}`)).toBe(1);
    // One system selector was replaced by 43 rules.
    const selectors = await numberOf(target.url, 'SELECT count(*) FROM asset_group_selector');
    expect(selectors).toBe(rowsOf('asset_group_selector') - 1 + 43);
    expect((await run(target.url, 'db', 'check')).code).toBe(0);
    const again = await run(target.url, 'db', 'restore', former, '--without-graph', '--force');
    expect([again.code, again.err.at(-1)]).toEqual([1, expect.stringContaining('Restore it into an empty database')]);
  });

  it('refuses to restore while a service runs on the database', () =>
    withClient(source.url, async () => {
      const service = new pg.Client({ connectionString: target.url, application_name: 'graphward' });
      await service.connect();
      const { rows } = await service.query('SELECT pg_backend_pid() AS pid');
      const { code, err } = await run(target.url, 'db', 'restore', file, '--force');
      await service.end();

      expect([code, err.at(-1)]).toEqual([
        1,
        expect.stringContaining(
          `Graphward runs on this database, stop it first: process ${rows[0].pid} of PostgreSQL (graphward)`,
        ),
      ]);
    }));

  it('leaves no file if the backup fails, and replaces one only with --force', async () => {
    const kept = join(folder, 'kept.backup');
    await writeFile(kept, 'mine');
    expect(await run(source.url, 'db', 'backup', kept)).toMatchObject({
      code: 1,
      err: [`${kept}: the file exists; --force replaces it`],
    });
    expect((await run(source.url, 'db', 'backup', join(folder, 'none', 'x'))).err).toEqual([
      `${join(folder, 'none')}: there is no such folder`,
    ]);
    expect((await run(source.url, 'db', 'backup', '-')).err).toEqual([
      '-: a backup is written to a file, not to the standard output; ./- is a file of this name',
    ]);
    const failing = run(source.url, 'db', 'backup', kept, '--force');
    await withClient(source.url, (client) =>
      until(
        async () => {
          const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
          WHERE datname = current_database() AND application_name = 'graphward-backup' AND query LIKE 'COPY%'`;
          return ((await client.query(end)).rowCount ?? 0) > 0;
        },
        30,
        0,
      ),
    );

    expect((await failing).code).toBe(3);
    expect(await readFile(kept, 'utf8')).toBe('mine');
    expect((await readdir(folder)).filter((name) => name.endsWith('.partial'))).toEqual([]);
    expect((await run(source.url, 'db', 'backup', kept, '--force')).code).toBe(0);
    expect((await stat(kept)).mode & 0o777).toBe(0o600);
  });

  it('removes the drafts of killed backups, and no other file', async () => {
    const killed = ['.monday.backup.99999999.partial', `.nightly.backup.${process.pid}.partial`];
    const others = [`.nightly.backup.${process.ppid}.partial`, '.nightly.backup.partial', 'x.99999999.partial'];
    for (const name of [...killed, ...others]) await writeFile(join(folder, name), 'half');
    expect((await run(source.url, 'db', 'backup', join(folder, 'nightly.backup'))).code).toBe(0);
    const left = (await readdir(folder)).filter((name) => name.endsWith('.partial'));
    expect(left.toSorted()).toEqual(others.toSorted());
    await Promise.all(others.map((name) => rm(join(folder, name))));
  });

  it('says that there is nothing to back up in an empty database', async () => {
    expect((await run(target.url, 'db', 'backup', join(folder, 'nothing'))).err).toEqual([
      'there is nothing to back up: Graphward has no tables in this database',
    ]);
  });
});
