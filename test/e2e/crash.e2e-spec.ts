import { randomInt } from 'node:crypto';
import { readdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { connect } from '../../src/database/servers/connect.js';
import { type Database, sqlIn } from '../../src/database/database.js';
import type { Transaction } from '../../src/database/transaction.js';
import { WebhookReceiver } from '../../src/modules/alert-channels/webhook-receiver.fixture.js';
import { Estate } from '../../demo/generator/estate.js';
import { classicPayload, type Payload, textOf } from '../../demo/generator/payload.js';
import { Random } from '../../demo/generator/random.js';
import { ESTATE_PRESETS } from '../../demo/generator/sizes.js';
import { type GraphDigest, graphDigest } from '../support/test-graph.js';
import { KillableService, killTargets } from '../support/killable-service.js';
import { makeDataDir, removeDataDir } from '../support/postgres/cluster-folder.js';
import { build } from '../support/service-process.js';
import { ReferenceGraph } from '../support/reference-graph.js';
import { bearerFetch, login } from '../support/signed-client.js';
import { until } from '../support/until.js';
import { retryingUploadClient, type UploadClient, type UploadedFile } from '../support/retrying-upload-client.js';

/** Each target is killed once while the service starts, and so often while it works. Each run has other kills; CRASH_KILLS makes more. */
const EARLY = 1;
const LATE = Number(process.env['CRASH_KILLS'] ?? 1);
const PASSWORD = 'a password for the test';

/** CRASH_SEED repeats the kills of an earlier run, though not the progress of the work at each kill. */
const seed = process.env['CRASH_SEED'] ?? String(randomInt(1_000_000));

const estate = new Estate({ seed: 'crash', sizes: ESTATE_PRESETS.small, now: new Date('2026-10-01T12:00:00Z') });
/** Large enough that the file is written in parts. */
const largeUsers = classicPayload('large_users.json', { methods: 0, type: 'users', version: 6 }, () =>
  Array.from({ length: 100 }, (_, index) => ({
    ObjectIdentifier: `S-1-5-21-9-9-9-${1000 + index}`,
    Properties: { name: `USER${index}@LARGE.LOCAL`, domainsid: 'S-1-5-21-9-9-9', description: 'x'.repeat(100_000) },
    Aces: [{ PrincipalSID: `S-1-5-21-9-9-9-${900 + index}`, PrincipalType: 'Group', RightName: 'GenericAll' }],
  })),
);
const newAdministrators = classicPayload('groups.json', { methods: 0, type: 'groups', version: 6 }, () => [
  {
    ObjectIdentifier: 'S-1-5-21-9-9-9-512',
    Properties: { name: 'DOMAIN ADMINS@LARGE.LOCAL', domainsid: 'S-1-5-21-9-9-9' },
    Members: [{ ObjectIdentifier: 'S-1-5-21-9-9-9-1000', ObjectType: 'User' }],
    Aces: [],
  },
]);
const payloads: readonly Payload[] = [...estate.directoryRun(), estate.codeHosting(), estate.cloudRun(0)];
const fileOf = (it: Payload): UploadedFile => ({ name: it.name, content: Buffer.from(textOf(it)) });
const files = payloads.map(fileOf);
const largeFile = fileOf(largeUsers);

let program: string;
let dataDir: string;
let service: KillableService;
let expected: GraphDigest;

/** The graph of the same files without kills. */
async function uninterrupted(): Promise<GraphDigest> {
  const reference = await ReferenceGraph.open();
  try {
    return await reference.of([largeFile, ...files]);
  } finally {
    await reference.close();
  }
}

beforeAll(async () => {
  expected = await uninterrupted();
  [program, dataDir] = await Promise.all([build(), makeDataDir()]);
  service = new KillableService(program, dataDir, {
    DATA_DIR: dataDir,
    PORT: '0',
    INITIAL_ADMIN_PASSWORD: PASSWORD,
    RATE_LIMIT_PER_SECOND: '0',
    LOGIN_LIMIT_PER_MINUTE: '100000',
    PASSWORD_HASH_MEMORY_KIB: '8192',
    UPLOAD_TIMEOUT: '3',
    ANALYSIS_MAX_WAIT: '2',
    ALERT_NETWORKS: '127.0.0.0/8',
  });
});

afterAll(async () => {
  await service?.stop();
  if (dataDir) await removeDataDir(dataDir);
  if (program) await rm(program, { recursive: true, force: true });
});

/** So many kills may hit the same file: it would be given up after 25. */
const KILLS_IN_A_ROW = 8;

/** Rounds of files that were read. */
let rounds = 0;

/** Kills each kind as often as the next, in the order and at the times that chance says. */
async function killAtRandom(client: UploadClient): Promise<void> {
  const random = new Random(seed);
  const deaths = killTargets.flatMap((target) =>
    Array.from({ length: EARLY + LATE }, (_, at) => ({ target, isEarly: at < EARLY })),
  );
  for (const [count, { target, isEarly }] of random.shuffled(deaths).entries()) {
    if (count > 0 && count % KILLS_IN_A_ROW === 0) await untilARoundIsRead();
    const pause = random.between(0, isEarly ? 3_000 : 1_200);
    if (!isEarly) await untilItAnswers(client);
    await sleep(pause);
    await service.kill(target);
  }
}

async function untilARoundIsRead(): Promise<void> {
  const before = rounds;
  await until(() => rounds > before, 120);
}

/** Until there is work for it, too, however slow the machine is: a client that is answered sends files, and waits for them. */
async function untilItAnswers(client: UploadClient): Promise<void> {
  await service.url();
  const before = client.answers();
  await until(() => client.answers() > before, 60);
}

/** There is always something to read or to analyse, and not ever more of it: each round is read before the next comes. */
async function uploadUntil(enough: AbortSignal, client: UploadClient): Promise<void> {
  for (let round = [largeFile, ...files]; !enough.aborted; round = files) {
    await client.untilRead(await client.upload(round));
    rounds++;
  }
}

/** As if two hours had passed. */
async function age(folder: string): Promise<void> {
  const then = new Date(Date.now() - 7_200_000);
  for (const name of await readdir(folder)) await utimes(join(folder, name), then, then).catch(() => {});
}

async function settled(database: Database): Promise<boolean> {
  const [row] = await database.query<{ open: number }>(
    `SELECT (SELECT count(*)::int FROM upload WHERE finished_at IS NULL)
          + (SELECT count(*)::int FROM graphile_worker.jobs WHERE task_identifier <> 'periodic') AS open`,
  );
  return row?.open === 0;
}

async function untilSettled(database: Database): Promise<void> {
  await until(() => settled(database), 120);
}

describe('a service that is killed, with its database or without', () => {
  it(`ends with the same graph and without leftovers (CRASH_SEED=${seed})`, async () => {
    const uploading = new AbortController();
    const client = retryingUploadClient(
      () => service.url(),
      { username: 'admin', password: PASSWORD },
      uploading.signal,
    );
    const killed = new AbortController();
    const killing = killAtRandom(client).finally(() => killed.abort());
    try {
      await Promise.all([killing, uploadUntil(killed.signal, client)]);
    } finally {
      uploading.abort();
    }

    // Orphans in the spool are removed when they are old, and an upload whose start was not answered when it is idle.
    await service.restart(async () => {
      await age(join(dataDir, 'spool'));
      await sleep(3_000);
    });
    await service.url();
    const connection = connect(await service.databaseUrl());
    try {
      await untilSettled(connection.database);

      expect(
        await connection.database.query('SELECT status, reason FROM upload_file WHERE status <> $1', ['complete']),
      ).toEqual([]);
      expect(await graphDigest(connection.database)).toEqual(expected);
      await until(async () => (await readdir(join(dataDir, 'spool'))).length === 0, 180);
    } finally {
      await connection.close();
    }
  });

  it('sends each alert of a run once by its id, if it dies while rules are evaluated and while alerts are sent', async () => {
    const receiver = await WebhookReceiver.start();
    // Without an answer, the receiver has the alert, and the service does not know it.
    receiver.answer = () => {};
    const connection = connect(await databaseUrl());
    const { database } = connection;
    try {
      const bearer = await login(await service.url(), 'admin', PASSWORD);
      const create = async (path: string, body: object): Promise<string> => {
        const headers = { 'Content-Type': 'application/json' };
        const options = { headers, body: JSON.stringify(body) };
        const answer = await bearerFetch(await service.url(), bearer, 'POST', `/api/v2/${path}`, options);
        expect(answer.status).toBe(201);
        return ((await answer.json()) as { data: { id: string } }).data.id;
      };
      const channel = await create('alert-channels', { name: 'operations', url: receiver.origin });
      await create('alert-rules', { name: 'members', occasion: 'tier_zero.changed', tag: 1, channels: [channel] });
      const uploading = new AbortController();
      const client = retryingUploadClient(
        () => service.url(),
        { username: 'admin', password: PASSWORD },
        uploading.signal,
      );
      // Nobody reads rules while the lock is held, so the evaluation of the run is not over when its process dies.
      await database.transaction(async (tx) => {
        await sqlIn(tx).query('LOCK TABLE alert_rule IN ACCESS EXCLUSIVE MODE');
        await client.untilRead(await client.upload([fileOf(newAdministrators)]));
        await until(() => isWaitedFor(tx, 'alert_rule'), 60);
        await service.kill('service');
      });
      expect(receiver.received).toEqual([]);
      await until(() => receiver.received.length === 1, 60);
      receiver.answer = (_, response) => response.writeHead(204).end();
      await service.kill('service');
      await until(async () => (await deliveries(database)).every(({ status }) => status === 'delivered'), 60);
      expect(await deliveries(database)).toEqual([{ occasion: 'tier_zero.changed', status: 'delivered', attempts: 1 }]);
      const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
      expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
    } finally {
      receiver.close();
      await connection.close();
    }
  });
});

async function databaseUrl(): Promise<string> {
  await service.url();
  return service.databaseUrl();
}

/** @param on holds the only connection of the test */
async function isWaitedFor(on: Transaction, table: string): Promise<boolean> {
  const sql = 'SELECT FROM pg_locks WHERE relation = $1::regclass AND NOT granted';
  return (await sqlIn(on).query(sql, [table])).length > 0;
}

function deliveries(database: Database): Promise<{ status: string }[]> {
  return database.query(
    'SELECT m.occasion, d.status, d.attempts FROM alert_delivery d JOIN alert_message m ON m.id = d.message_id',
  );
}
