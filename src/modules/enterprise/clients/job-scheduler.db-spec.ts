import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import fc from 'fast-check';
import pg from 'pg';
import { FakeClock } from '../../../../test/support/fake-clock.js';
import { type TestDatabase, testDatabase } from '../../../../test/support/test-database.js';
import { AnalysisRuns } from '../../../analysis/runs/analysis-runs.js';
import { AuditRepository } from '../../../auth/audit/audit.repository.js';
import { AuditService } from '../../../auth/audit/audit.service.js';
import { CollectionObjects } from '../scope/collection-objects.js';
import { loadSettings } from '../../../base/config/load-settings.js';
import { Capabilities } from '../../../base/catalogue/capabilities.js';
import { NodeLookup } from '../../../graph/lookups/node-lookup.js';
import { KindNames } from '../../../graph/store/kind-names.js';
import { Uploads } from '../../../ingest/uploads/uploads.repository.js';
import { TaskQueue } from '../../../queue/task-queue.js';
import { BackgroundWork } from '../../../queue/background-work.js';
import { eventPlan } from '../events/event.fixture.js';
import { EventEntity } from '../events/event.entity.js';
import { EventsRepository } from '../events/events.repository.js';
import { EventsService } from '../events/events.service.js';
import { Recurrences } from '../../../base/recurrence/recurrences.js';
import { Recurrence } from '../../../base/recurrence/recurrence.js';
import { JobRunsRepository } from '../jobs/job-runs.repository.js';
import { JobRunsService } from '../jobs/job-runs.service.js';
import { JobEntity } from '../jobs/job.entity.js';
import { ClientJobsService } from './client-jobs.service.js';
import { ClientEntity } from './client.entity.js';
import { ClientsRepository } from './clients.repository.js';
import { JobSchedulerService } from './job-scheduler.service.js';
import { MortalDatabase } from './mortal-database.fixture.js';

const client = '11111111-1111-4111-8111-111111111111';
const other = '22222222-2222-4222-8222-222222222222';

interface Instance {
  readonly scheduler: JobSchedulerService;
  readonly jobs: JobRunsService;
  readonly runs: JobRunsRepository;
  readonly events: EventsService;
  readonly database: MortalDatabase;
}

interface JobRow {
  readonly event_id: number;
  readonly status: string;
  readonly due: string;
  readonly message: string;
}

describe('the scheduler', () => {
  const clock = new FakeClock('2026-03-01T00:00:00Z');
  let test: TestDatabase;
  let pools: pg.Pool[];
  let one: Instance;
  let two: Instance;

  function instance(pool: pg.Pool, edition: 'community' | 'enterprise' = 'enterprise'): Instance {
    const database = new MortalDatabase(pool);
    const settings = loadSettings({});
    const queue = new TaskQueue(database);
    const ingest = new Uploads(database, new BackgroundWork(), queue, settings, clock);
    const audit = new AuditService(new AuditRepository(database));
    const objects = new CollectionObjects(new NodeLookup(database, new KindNames(database)));
    const events = new EventsService(
      new EventsRepository(database, test.dataSource.getRepository(EventEntity)),
      objects,
      new Recurrences(),
      audit,
      clock,
    );
    const runs = new JobRunsRepository(database, test.dataSource.getRepository(JobEntity));
    const analysis = new AnalysisRuns(database, queue, clock);
    const jobs = new JobRunsService(runs, ingest, analysis, audit, settings, clock);
    const clients = new ClientsRepository(test.dataSource.getRepository(ClientEntity), database);
    const clientJobs = new ClientJobsService(clients, jobs, objects, audit, clock);
    const scheduler = new JobSchedulerService(events, clientJobs, jobs, new Capabilities(edition), clock);
    return { scheduler, jobs, runs, events, database };
  }

  beforeAll(async () => {
    Logger.overrideLogger(false);
    test = await testDatabase();
    pools = [1, 2].map(() => new pg.Pool({ connectionString: test.url, max: 3 }));
    [one, two] = pools.map((pool) => instance(pool)) as [Instance, Instance];
  });
  afterAll(async () => {
    for (const pool of pools) await pool.end();
    await test.drop();
  });
  beforeEach(async () => {
    for (const { database } of [one, two]) database.dieAfter(Infinity);
    clock.set('2026-03-01T00:00:00Z');
    await empty();
  });

  async function empty(): Promise<void> {
    await test.database.query('TRUNCATE job, job_domain_result, job_log, event RESTART IDENTITY');
    await test.database.query('DELETE FROM client');
    await test.database.query(
      `INSERT INTO client (id, name, type, domain_controller, created_at, updated_at)
       SELECT id, 'collector ' || id, 'directory', 'DC1', now(), now() FROM unnest($1::uuid[]) id`,
      [[client, other]],
    );
  }

  function add(rrule: string, clientId = client): Promise<number> {
    return one.events.create({ clientId, ...eventPlan({ rrule }) });
  }

  async function jobs(): Promise<JobRow[]> {
    const rows = await test.database.query<Omit<JobRow, 'due'> & { due: Date }>(
      'SELECT event_id, status, execution_time AS due, status_message AS message FROM job ORDER BY execution_time, event_id',
    );
    return rows.map((row) => ({ ...row, due: row.due.toISOString() }));
  }

  it('creates a ready job for each occurrence of an event', async () => {
    const id = await add('DTSTART:20260301T060000Z\nRRULE:FREQ=DAILY');
    clock.set('2026-03-01T05:59:59.999Z');
    await one.scheduler.createDue(clock.now());
    expect(await jobs()).toEqual([]);
    clock.set('2026-03-01T06:00:00Z');
    await one.scheduler.createDue(clock.now());
    await one.scheduler.createDue(clock.now());
    expect(await jobs()).toHaveLength(1);
    expect(await one.runs.find(1)).toMatchObject({
      id: 1,
      clientId: client,
      clientName: `collector ${client}`,
      domainController: 'DC1',
      eventId: id,
      eventTitle: 'nightly',
      status: 'ready',
      executionTime: new Date('2026-03-01T06:00:00Z'),
      adStructureCollection: true,
      sessionCollection: false,
      startTime: null,
      endTime: null,
      uploadId: null,
    });
    expect(await one.events.nextDue(clock.now())).toEqual(new Date('2026-03-02T06:00:00Z'));
  });

  it('creates one job for all missed occurrences, and none after the last occurrence', async () => {
    await add('DTSTART:20260301T060000Z\nRRULE:FREQ=HOURLY');
    await add('DTSTART:20260302T060000Z\nRRULE:FREQ=DAILY;COUNT=2');
    clock.set('2026-03-11T00:30:00Z');
    await one.scheduler.createDue(clock.now());
    expect(await jobs()).toEqual([
      { event_id: 1, status: 'ready', due: '2026-03-01T06:00:00.000Z', message: '' },
      { event_id: 2, status: 'ready', due: '2026-03-02T06:00:00.000Z', message: '' },
    ]);
    expect(await one.events.nextDue(clock.now())).toEqual(new Date('2026-03-11T01:00:00Z'));
    clock.set('2026-04-11T00:30:00Z');
    await one.scheduler.createDue(clock.now());
    expect((await jobs()).filter((job) => job.event_id === 2)).toHaveLength(1);
  });

  it('ends no job before its start if the clock of another instance is behind', async () => {
    await add('DTSTART:20260301T060000Z\nRRULE:FREQ=DAILY');
    clock.set('2026-03-01T06:00:00.500Z');
    await one.scheduler.createDue(clock.now());
    await one.jobs.start(client, 1);
    clock.set('2026-03-01T06:00:00.100Z');
    const ended = await two.jobs.end(client, { outcome: 'collected', message: '' });
    const began = new Date('2026-03-01T06:00:00.500Z');
    expect(ended).toMatchObject({ status: 'complete', startTime: began, endTime: began });
  });

  it('keeps one ready job of an event, and does not cancel running ones', async () => {
    await add('DTSTART:20260301T060000Z\nRRULE:FREQ=DAILY');
    for (const day of ['01', '02', '03']) {
      clock.set(`2026-03-${day}T06:00:00Z`);
      await one.scheduler.createDue(clock.now());
    }
    expect(await jobs()).toMatchObject([
      { status: 'canceled', message: 'replaced by job 2 of the same event before the client started it' },
      { status: 'canceled', message: 'replaced by job 3 of the same event before the client started it' },
      { status: 'ready', due: '2026-03-03T06:00:00.000Z' },
    ]);
    await one.jobs.start(client, 3);
    clock.set('2026-03-04T06:00:00Z');
    await one.scheduler.createDue(clock.now());
    expect((await jobs()).map(({ status }) => status)).toEqual(['canceled', 'canceled', 'running', 'ready']);
  });

  it.each([
    // The clocks go forward at 01:00 UTC on 29 March: 02:30 is left out that day.
    ['2026-03-27T12:00:00Z', ['2026-03-28T01:30:00.000Z', '2026-03-30T00:30:00.000Z', '2026-03-31T00:30:00.000Z']],
    // They go back at 01:00 UTC on 25 October: 02:30 comes twice that day, and the first counts.
    ['2026-10-23T12:00:00Z', ['2026-10-24T00:30:00.000Z', '2026-10-25T00:30:00.000Z', '2026-10-26T01:30:00.000Z']],
  ])('follows the clocks of the zone over a change, after %s', async (from, due) => {
    clock.set(from);
    await add('DTSTART;TZID=Europe/Berlin:20260101T023000\nRRULE:FREQ=DAILY');
    const end = clock.now().getTime() + 4 * 86_400_000;
    while (clock.now().getTime() < end) {
      clock.advance(30 * 60_000);
      await one.scheduler.createDue(clock.now());
    }
    expect((await jobs()).map((job) => job.due).slice(0, 3)).toEqual(due);
  });

  it('returns its next run, times out jobs of silent clients, and does nothing in the community edition', async () => {
    await add('DTSTART:20260301T060000Z\nRRULE:FREQ=DAILY');
    clock.set('2026-03-01T06:00:00Z');
    expect(await one.scheduler.run(new AbortController().signal)).toEqual(new Date('2026-03-02T06:00:00Z'));
    await one.jobs.start(client, 1);
    clock.advance(600_001);
    await one.scheduler.run(new AbortController().signal);
    expect(await jobs()).toMatchObject([{ status: 'timed_out', message: 'its client was silent for 600 s' }]);
    clock.set('2026-03-02T06:00:00Z');
    expect(await instance(pools[0]!, 'community').scheduler.run(new AbortController().signal)).toBeNull();
    expect(await jobs()).toHaveLength(1);
  });

  it('skips an event that fails and continues with the others', async () => {
    await add('DTSTART:20260301T060000Z\nRRULE:FREQ=DAILY');
    await add('DTSTART:20260301T060000Z\nRRULE:FREQ=DAILY', other);
    await test.database.query(`UPDATE event SET rrule = 'often' WHERE id = 1`);
    clock.set('2026-03-01T06:00:00Z');
    await one.scheduler.createDue(clock.now());
    expect(await jobs()).toMatchObject([{ event_id: 2 }]);
    expect(await one.scheduler.run(new AbortController().signal)).toEqual(new Date('2026-03-02T06:00:00Z'));
  });

  it('keeps an event due if its next time cannot be computed, and logs a warning', async () => {
    await add('DTSTART:20260301T060000Z\nRRULE:FREQ=DAILY');
    const never = 'DTSTART;TZID=Europe/Berlin:20260101T023000\nRRULE:FREQ=HOURLY;INTERVAL=24;BYHOUR=5';
    await test.database.query('UPDATE event SET rrule = $1', [never]);
    clock.set('2026-03-01T06:00:00Z');
    const warn = jest.spyOn(Logger.prototype, 'warn');
    try {
      await one.scheduler.createDue(clock.now());
      expect(warn.mock.calls).toEqual([
        [
          'event 1 is due but creates no job until its next time can be computed: its rule reaches the limit of the search, ' +
            '10000 periods of its FREQ, before an occurrence after 2026-03-01T06:00:00.000Z',
        ],
      ]);
    } finally {
      warn.mockRestore();
    }
    expect(await one.events.listDue(clock.now())).toEqual([1]);
  });

  it('creates exactly one job for each occurrence, no matter when two instances die', async () => {
    const rules = [
      'DTSTART:20260301T060000Z\nRRULE:FREQ=MINUTELY;INTERVAL=5',
      'DTSTART;TZID=America/New_York:20260301T020000\nRRULE:FREQ=DAILY;BYHOUR=2,14',
      'DTSTART;TZID=Europe/Berlin:20260301T023000\nRRULE:FREQ=WEEKLY;BYDAY=SU,WE',
    ];
    const step = fc.record({
      minutes: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 600, max: 9_000 })),
      deaths: fc.tuple(fc.integer({ min: 0, max: 25 }), fc.integer({ min: 0, max: 25 })),
    });
    for (const rule of rules) await add(rule);
    await test.database.query('CREATE TABLE fresh_event AS TABLE event');
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), async (steps) => {
        await test.database.query(
          `TRUNCATE job, job_domain_result, job_log RESTART IDENTITY;
           UPDATE event e SET next_scheduled_at = f.next_scheduled_at FROM fresh_event f WHERE f.id = e.id`,
        );
        clock.set('2026-03-01T00:00:00Z');
        const next = rules.map((rule) => Recurrence.parse(rule).nextAfter(clock.now()));
        const expected: string[] = [];
        for (const { minutes, deaths } of steps) {
          clock.advance(minutes * 60_000);
          for (const [index, due] of next.entries()) {
            if (!due || due > clock.now()) continue;
            expected.push(`${index + 1} ${due.toISOString()}`);
            next[index] = Recurrence.parse(rules[index]!).nextAfter(clock.now());
          }
          for (const [index, { database }] of [one, two].entries()) database.dieAfter(deaths[index]!);
          await Promise.allSettled([one, two].map(({ scheduler }) => scheduler.createDue(clock.now())));
          // Both are started again, and run at once.
          for (const { database } of [one, two]) database.dieAfter(Infinity);
          await Promise.all([one, two].map(({ scheduler }) => scheduler.createDue(clock.now())));
        }
        const made = await jobs();
        expect(made.map(({ event_id, due }) => `${event_id} ${due}`).toSorted()).toEqual(expected.toSorted());
        const ready = made.filter(({ status }) => status === 'ready').map(({ event_id }) => String(event_id));
        expect(ready.toSorted()).toEqual([...new Set(made.map(({ event_id }) => String(event_id)))].toSorted());
      }),
      { numRuns: 15 },
    );
  });
});
