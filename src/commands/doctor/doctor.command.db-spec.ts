import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { ConsoleLogger, Logger } from '@nestjs/common';
import { s3Credentials } from '../../../test/support/s3-server.js';
import { type TestDatabase, testDatabase } from '../../../test/support/test-database.js';
import { transactionPooler } from '../../../test/support/transaction-pooler.js';
import { SecretCipher } from '../../auth/secrets/secret-cipher.js';
import { Secrets } from '../../auth/secrets/secrets.js';
import { type Environment, loadSettings } from '../../base/config/load-settings.js';
import { productVersion } from '../../base/config/product-version.js';
import { migrations } from '../../database/migrations/migrations.js';
import { runCommandLine } from '../commands.js';
import type { Finding } from '../output/findings.js';

const secret = 'a secret of more than 32 characters';

const sealed = (key: string, id: string) => new SecretCipher(new Secrets(key)).seal('totp secret', id, 'ABCD');

describe('doctor', () => {
  let test: TestDatabase;
  let folder: string;

  beforeAll(async () => {
    test = await testDatabase();
    folder = await mkdtemp(join(tmpdir(), 'doctor-'));
  });
  afterAll(async () => {
    await test.drop();
    await rm(folder, { recursive: true });
  });

  async function command(words: string, environment: Environment = {}) {
    const [out, err]: [string[], string[]] = [[], []];
    const settings = () => {
      const own = {
        DATABASE_URL: test.url,
        DATA_DIR: folder,
        SECRET_KEY: secret,
        PORT: '0',
        UPLOAD_DISK_RESERVE_BYTES: '1',
      };
      return Promise.resolve(loadSettings({ ...own, ...environment }));
    };
    const [print, note] = [(line: string) => out.push(line), (line: string) => err.push(line)];
    const code = await runCommandLine(words.split(' '), { settings, print, note, input: undefined });
    return { code, out: out.join('\n'), err: err.join('\n') };
  }

  /** The findings that are not ok, by name. */
  async function troubles(environment: Environment = {}) {
    const { code, out, err } = await command('doctor --json', environment);
    const findings: Finding[] = JSON.parse(out);
    const bad = findings.filter(({ state }) => state !== 'ok');
    return { code, err, found: Object.fromEntries(bad.map(({ name, ...rest }) => [name, rest])) };
  }

  it('finds nothing wrong with a deployment that is set up', async () => {
    await command('user create --name alice --role administrator --password four-green-teapots-sing');
    const { code, out, err } = await command('doctor');

    expect([code, err]).toEqual([0, '']);
    const names = out.split('\n').flatMap((line) => /^(\w+) +(.+?)  /.exec(line)?.slice(1, 3).join(' ') ?? []);
    expect(names).toEqual(
      [
        'settings',
        'names',
        'passwords',
        'node',
        'proxies',
        'time limits',
        'data folder',
        'secret',
        'port',
        'redis',
        'bucket',
        'data disk',
        'spool disk',
      ]
        .concat(
          ['database', 'version', 'writes', 'connections', 'clock', 'replicas', 'migrations'],
          [
            'API tokens',
            'second factors',
            'passkeys',
            'administrators',
            'providers',
            'graph memory',
            'instances',
            'uploads',
            'tasks',
            'analysis',
            'alerts',
          ],
        )
        .map((name) => `ok ${name}`),
    );
    expect(out).toContain(`ok    migrations      ${migrations.length} have run, none is missing`);
  });

  it('reports a Redis that does not answer, and a replica that is none', async () => {
    const { code, err, found } = await troubles({
      REDIS_URL: 'redis://127.0.0.1:2',
      DATABASE_REPLICA_URLS: `${test.url},postgres://nobody:hidden@127.0.0.1:2/none`,
    });
    const host = new URL(test.url).host;

    expect([code, err, found['redis'], found['replicas']]).toEqual([
      0,
      expect.stringMatching(/^31 checks: \d with a warning$/),
      {
        state: 'warn',
        message: expect.stringMatching(
          /^Redis does not answer at 127\.0\.0\.1:2 \(.+\): each instance counts its rate limits$/,
        ),
        fix: 'start Redis, or correct REDIS_URL',
      },
      {
        state: 'warn',
        message: `${host} is no streaming replica; 127.0.0.1:2: connect ECONNREFUSED 127.0.0.1:2: reads go to the primary`,
        fix: 'correct DATABASE_REPLICA_URLS, or repair the replication (docs/operations.md)',
      },
    ]);
  });

  it('reports a bucket that cannot be used, and nothing else on standard output', async () => {
    Object.assign(process.env, s3Credentials);
    // The commands of other tests have turned it off.
    Logger.overrideLogger(new ConsoleLogger());
    const write = jest.spyOn(process.stdout, 'write').mockImplementation(() => true);
    const { code, found } = await troubles({
      SPOOL_URL: 's3://uploads/one',
      SPOOL_S3_ENDPOINT: 'http://127.0.0.1:2',
    });
    const logged = write.mock.calls;
    write.mockRestore();

    expect([code, logged, found['bucket']]).toEqual([
      1,
      [],
      {
        state: 'fail',
        message: expect.stringMatching(
          /^s3:\/\/uploads\/one can't be used \(.*ECONNREFUSED.*\): uploads are refused with 503$/,
        ),
        fix: 'start its server, or correct SPOOL_URL, SPOOL_S3_ENDPOINT and the credentials',
      },
    ]);
  });

  it('reports a graph that is not analysed, and an analysis that failed for good', async () => {
    const { database } = test;
    await database.query('UPDATE graph_state SET version = version + 1');
    const missed = await troubles({});
    await database.query(`
      INSERT INTO analysis_run (id, status, requested_at, requested_by, finished_at, graph_version, reason)
        SELECT gen_random_uuid(), 'failed', now(), 'ada', now(), version, 'it does not fit' FROM graph_state`);
    const failed = await troubles({});
    await database.query('DELETE FROM analysis_run; UPDATE graph_state SET version = version - 1');

    expect([missed.found, failed.found]).toEqual([
      {
        analysis: {
          state: 'warn',
          message: expect.stringMatching(
            /^version \d+ of the graph is not analysed: a load goes on, or its process ended early$/,
          ),
          fix: 'run ingest again, or leave it to the service, which analyses it a minute or two after the last change',
        },
      },
      {
        analysis: {
          state: 'warn',
          message: 'the last analysis failed: it does not fit',
          fix: 'remove the cause, then request a run: PUT /api/v2/analysis',
        },
      },
    ]);
  });

  it('reports faulty settings alone, since all else depends on them', async () => {
    expect(await troubles({ PORT: 'x', EDITION: 'y' })).toEqual({
      code: 1,
      err: '1 checks: 1 failed',
      found: {
        settings: {
          state: 'fail',
          message:
            'EDITION: "y" is not allowed; it accepts community or enterprise\nPORT: "x" is not allowed; it accepts an integer from 0 to 65535',
          fix: 'correct the variables of the environment or of .env',
        },
      },
    });
  });

  it('counts second factors that the secret does not decrypt', async () => {
    const [account] = await test.database.query<{ id: string }>('SELECT id FROM account LIMIT 1');
    const { id } = account!;
    const store = (bytes: Buffer) =>
      test.database.query(
        'INSERT INTO totp_factor (account_id, secret_sealed) VALUES ($1, $2) ON CONFLICT (account_id) DO UPDATE SET secret_sealed = $2',
        [id, bytes],
      );
    await store(sealed(secret, id));
    expect((await troubles({ SECRET_KEY: secret })).found).toEqual({});
    await store(sealed('another secret of more than 32 characters', id));
    const { code, found } = await troubles({ SECRET_KEY: secret });
    await test.database.query('DELETE FROM totp_factor');
    expect([code, found]).toEqual([
      1,
      {
        'second factors': {
          state: 'fail',
          message: 'the secret does not open 1 of 1 second factors: their owners can log in by a recovery code only',
          fix: 'set SECRET_KEY, or restore DATA_DIR/secret.key, as it was when they were enrolled; else user mfa reset NAME',
        },
      },
    ]);
  });

  it('warns of passkeys that are for another host than PUBLIC_URL', async () => {
    await test.database.query(
      `INSERT INTO passkey (id, account_id, credential_id, public_key, counter, rp_id, name, created_at)
       SELECT gen_random_uuid(), id, 'x', 'x', 0, 'old.example', 'Laptop', now() FROM account LIMIT 1`,
    );
    const { code, found } = await troubles({ PUBLIC_URL: 'https://graph.example', TRUSTED_PROXIES: 'loopback' });
    const former = await troubles({ PUBLIC_URL: 'https://old.example', TRUSTED_PROXIES: 'loopback' });
    await test.database.query('DELETE FROM passkey');
    expect([code, found, former.found]).toEqual([
      0,
      {
        passkeys: {
          state: 'warn',
          message: '1 of 1 are for another host than graph.example: devices do not sign for this one',
          fix: 'set PUBLIC_URL to the host at which they were registered, or let their owners register new ones',
        },
      },
      {},
    ]);
  });

  it('reports a secret that does not decrypt the API tokens', async () => {
    await command('token create --user alice');
    const { code, found } = await troubles({ SECRET_KEY: 'another secret of more than 32 characters' });
    expect([code, found]).toEqual([
      1,
      {
        'API tokens': {
          state: 'fail',
          message: 'the secret does not open 1 of 1 API tokens: requests that are signed with them are refused',
          fix: 'set SECRET_KEY, or restore DATA_DIR/secret.key, as it was when the tokens were created; else create new tokens',
        },
      },
    ]);
    const absent = await troubles({ SECRET_KEY: '' });
    expect(absent.found).toMatchObject({
      secret: {
        state: 'warn',
        message: `SECRET_KEY is not set, and ${folder}/secret.key does not exist: the next start creates a new secret`,
      },
      'API tokens': { state: 'fail', message: 'there are API tokens, but no secret to open them' },
    });
    await writeFile(join(folder, 'secret.key'), 'short');
    expect((await troubles({ SECRET_KEY: '' })).found['secret']).toEqual({
      state: 'fail',
      message: `${folder}/secret.key is damaged: it must hold 32 bytes in base64. Restore it, or set SECRET_KEY`,
      fix: 'restore the file from a backup, or set SECRET_KEY',
    });
    await writeFile(join(folder, 'secret.key'), `${'A'.repeat(43)}=\n`);
    await chmod(join(folder, 'secret.key'), 0o644);
    expect((await troubles({ SECRET_KEY: '' })).found['secret']).toEqual({
      state: 'warn',
      message: `other users of this machine can read ${folder}/secret.key`,
      fix: `chmod 600 ${folder}/secret.key`,
    });
  });

  it('reports what this machine lacks', async () => {
    const server = createServer((_, response) => void response.end('<html>')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await writeFile(join(folder, 'a-file'), '');
    const { code, found } = await troubles({ PORT: String(port), DATA_DIR: join(folder, 'a-file', 'data') });
    server.close();

    expect([code, Object.keys(found)]).toEqual([1, expect.arrayContaining(['data folder', 'port', 'spool disk'])]);
    expect(found['data folder']).toEqual({
      state: 'fail',
      message: `${folder}/a-file/data does not exist, and ${folder}/a-file is not writable for this user`,
      fix: 'create the folder for this user, or set DATA_DIR',
    });
    expect(found['port']).toEqual({
      state: 'fail',
      message: `PORT: ${port} on 127.0.0.1 is taken by another program; set another one, or 0 for any that is free`,
      fix: 'stop that program, or set PORT',
    });
    const full = (await troubles({ UPLOAD_DISK_RESERVE_BYTES: String(Number.MAX_SAFE_INTEGER) })).found;
    expect([found['spool disk']?.message, full['spool disk']?.message]).toEqual([
      `${folder}/a-file/data/spool is no folder that this user can write to: uploads are refused with 503`,
      expect.stringMatching(/, which is less than uploads must leave free \(.* TB\): each is refused with 507$/),
    ]);
  });

  it('reports a graph that does not fit, files that are not in the spool, and accounts that cannot log in', async () => {
    await mkdir(join(folder, 'spool'));
    const [there, gone] = [randomUUID(), randomUUID()];
    await writeFile(join(folder, 'spool', there), '{}');
    await test.database.query(`
      UPDATE account SET is_disabled = true;
      INSERT INTO upload (account_name, status, started_at, last_activity_at) VALUES ('alice', 'running', now(), now());
      INSERT INTO upload_file (upload_id, name, media, spool_key, size, sha256, status, received_at)
        SELECT 1, 'a.json', 'json', key, 1, '', 'queued', now() FROM unnest('{${there},${gone}}'::text[]) key;
      SELECT graphile_worker.add_job('ingest-file', run_at => now() - interval '10 minutes');
      INSERT INTO edge_list (owner, list, origin, peers) SELECT 1, 1, 2, array_agg(id) FROM generate_series(1, 1000000) id`);
    const { code, found } = await troubles({ GRAPH_MEMORY: '9' });

    expect([code, found]).toEqual([
      1,
      {
        administrators: {
          state: 'warn',
          message: 'no administrator can log in',
          fix: expect.stringContaining('user create'),
        },
        'graph memory': {
          state: 'fail',
          message: 'the graph and its successor need 56.0 MB of 9.4 MB (GRAPH_MEMORY): questions are not answered',
          fix: 'set GRAPH_MEMORY to at least 54, on a machine with that much memory',
        },
        uploads: {
          state: 'fail',
          message: `1 of 2 uploaded files that are not read yet are not in ${folder}/spool`,
          fix: 'set SPOOL_DIR or SPOOL_URL as the instance has it that received them; a worker without them fails the files',
        },
        tasks: {
          state: 'warn',
          message: expect.stringMatching(/^3 wait, 0 run; the oldest waits for 60\d s$/),
          fix: 'start a process with ROLE=all or ROLE=worker',
        },
      },
    ]);
  });

  it('reports a database that is read-only, or has other migrations', async () => {
    const name = new URL(test.url).pathname.slice(1);
    await test.database.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
    expect((await troubles()).found['writes']).toEqual({
      state: 'fail',
      message: 'the database is read-only',
      fix: 'ALTER DATABASE … SET default_transaction_read_only = off',
    });
    await test.database.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
    await test.database.query(
      `UPDATE migration SET name = 'CreateFuture9999999999999' WHERE id = (SELECT max(id) FROM migration)`,
    );
    const { found } = await troubles();
    expect(found['migrations']).toMatchObject({
      state: 'fail',
      message: `a newer Graphward migrated the database: this one (${productVersion()}) does not know CreateFuture9999999999999`,
    });
    expect(found['uploads']).toBeUndefined();
  });

  it('reports a database that does not answer, and one behind a pooler that shares connections by transaction', async () => {
    const { code, found } = await troubles({ DATABASE_URL: 'postgres://nobody:hidden@127.0.0.1:2/none' });
    expect([code, found]).toEqual([
      1,
      {
        database: {
          state: 'fail',
          message:
            'The database none at 127.0.0.1:2 as user nobody could not be reached within 0 s: connect ECONNREFUSED 127.0.0.1:2',
          fix: 'check that PostgreSQL runs, and that DATABASE_URL names it',
        },
      },
    ]);
    const pooler = await transactionPooler(test.url);
    const behind = await troubles({ DATABASE_URL: pooler.url });
    await pooler.close();
    expect(behind.found).toEqual({
      database: expect.objectContaining({ state: 'fail', message: expect.stringContaining('Use pool_mode = session') }),
    });
  });
});
