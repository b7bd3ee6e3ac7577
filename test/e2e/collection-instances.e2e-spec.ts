import { randomInt } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Random } from '../../demo/generator/random.js';
import { type Deployment, deploy } from '../support/deployment.js';
import { KillableService } from '../support/killable-service.js';
import { build } from '../support/service-process.js';
import { until } from '../support/until.js';

const EVENTS = 12;
/** Kills of each instance. */
const KILLS = 3;

/** COLLECTION_SEED repeats the kills of an earlier run. */
const seed = process.env['COLLECTION_SEED'] ?? String(randomInt(1_000_000));

let program: string | undefined;
let deployment: Deployment | undefined;
let other: KillableService | undefined;

beforeAll(async () => {
  program = await build();
  deployment = await deploy(program, { LOGIN_LIMIT_PER_MINUTE: '100000' });
  const { environment } = deployment;
  other = new KillableService(program, environment['DATA_DIR']!, { ...environment, PORT: '0' });
  await other.url();
});

afterAll(async () => {
  await other?.stop();
  await deployment?.close();
  if (program) await rm(program, { recursive: true, force: true });
});

describe('two instances on one PostgreSQL that are killed while events come due', () => {
  it(`create one job for each occurrence (COLLECTION_SEED=${seed})`, async () => {
    const { administrator, service } = deployment!;
    const instances = [service, other!];
    const client = await administrator.createClient('one', 'directory');
    const due = new Map<number, string>();
    for (let at = 0; at < EVENTS; at++) {
      const first = new Date(Math.ceil(Date.now() / 1_000) * 1_000 + 3_000 + at * 1_000);
      due.set(await administrator.createEvent(client.id, first), first.toISOString());
    }

    const random = new Random(seed);
    const killed = instances.flatMap((it) => Array.from({ length: KILLS }, () => it));
    for (const instance of random.shuffled(killed)) {
      await sleep(random.between(500, 3_500));
      await instance.kill('service');
    }

    const list = () => administrator.jobs(`/jobs?client_id=eq:${client.id}&limit=100`);
    await until(async () => (await list()).length >= EVENTS, 120);
    const made = (await list()).map((it): [number, string] => [it.event_id.int32, it.execution_time]);
    expect(made.toSorted(([a], [b]) => a - b)).toEqual([...due]);
  });
});
