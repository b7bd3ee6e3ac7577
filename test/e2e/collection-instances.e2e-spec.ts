import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Random } from '../../src/demo/generator/random.js';
import { CollectionAdministrator } from '../support/collection-client.js';
import { MortalService } from '../support/mortal-service.js';
import { compile } from '../support/service-process.js';
import { type TestDatabase, testDatabase } from '../support/test-database.js';
import { until } from '../support/until.js';

const PASSWORD = 'a password for the test';
const EVENTS = 12;
const KILLS = 6;

/** COLLECTION_SEED repeats the kills of an earlier run. */
const seed = process.env['COLLECTION_SEED'] ?? String(randomInt(1_000_000));

let program: string | undefined;
let folder: string;
let db: TestDatabase;
let instances: readonly MortalService[] = [];

beforeAll(async () => {
  [db, program, folder] = await Promise.all([testDatabase(), compile(), mkdtemp(join(tmpdir(), 'graphward-test-'))]);
  const environment = {
    EDITION: 'enterprise',
    DATABASE_URL: db.url,
    DATA_DIR: folder,
    PORT: '0',
    SECRET_KEY: 'the secret key of all instances of the test',
    INITIAL_ADMIN_PASSWORD: PASSWORD,
    PASSWORD_HASH_MEMORY_KIB: '8192',
    RATE_LIMIT_PER_SECOND: '0',
    LOGIN_LIMIT_PER_MINUTE: '100000',
  };
  instances = [1, 2].map(() => new MortalService(program!, folder, environment));
  await Promise.all(instances.map((it) => it.url()));
}, 90_000);

afterAll(async () => {
  await Promise.all(instances.map((it) => it.stop()));
  await db?.drop();
  await rm(folder, { recursive: true, force: true });
  if (program) await rm(program, { recursive: true, force: true });
}, 60_000);

describe('two instances on one PostgreSQL, killed while events come due', () => {
  it(`make one job for each occurrence (COLLECTION_SEED=${seed})`, async () => {
    const administrator = new CollectionAdministrator(() => instances[0]!.url(), PASSWORD);
    const client = await administrator.createClient('one', 'directory');
    const due = new Map<number, string>();
    for (let at = 0; at < EVENTS; at++) {
      const first = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 6_000 + at * 1_000);
      due.set(await administrator.createEvent(client.id, first), first.toISOString());
    }

    const random = new Random(seed);
    for (let kill = 0; kill < KILLS; kill++) {
      await sleep(random.between(500, 3_500));
      await random.pick(instances).kill('service');
    }

    const list = () => administrator.jobs(`/jobs?client_id=eq:${client.id}&limit=100`);
    await until(async () => (await list()).length >= EVENTS, 120);
    const made = (await list()).map((it): [number, string] => [it.event_id.int32, it.execution_time]);
    expect(made.toSorted(([a], [b]) => a - b)).toEqual([...due]);
  }, 240_000);
});
