import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type TestDatabase, testDatabase } from '../../../../test/support/test-database.js';
import type { Filter, Order } from '../../../http/list/list-description.js';
import { valueTypes } from '../../../http/list/value-types.js';
import { anyVersion, finishedJob } from './job.fixture.js';
import { finishedStatuses } from './job-status.js';
import type { FinishedJob } from './job.js';
import { finishedJobList, type JobListRequest } from './jobs.fields.js';
import { JobEntity } from './job.entity.js';
import { JobsRepository } from './jobs.repository.js';
import { JobsService } from './jobs.service.js';

type ColumnName = keyof typeof finishedJobList.columns;
type Value = string | number | boolean | null;
type Row = Readonly<Record<ColumnName, Value>>;

const now = new Date('2026-04-01T00:00:00Z');
const word = fc.constantFrom('alpha', 'beta', 'gamma', 'alphabet');
const time = fc.integer({ min: 0, max: 5 }).map((minute) => new Date(Date.UTC(2026, 0, 1, 0, minute, 0, 7)));
const uuid = fc.constantFrom('11111111-1111-4111-8111-111111111111', 'aaaaaaaa-aaaa-4aaa-8aaa-aaaaaaaaaaaa');

const draft: fc.Arbitrary<FinishedJob> = fc
  .record({
    clientId: uuid,
    clientName: word,
    eventId: fc.option(fc.integer({ min: -1, max: 2 })),
    eventTitle: fc.option(word),
    executionTime: time,
    times: fc.tuple(time, time),
    lastIngest: fc.option(time),
    logPath: fc.option(word),
    domainController: word,
    status: fc.constantFrom(...finishedStatuses),
    sessionCollection: fc.boolean(),
    localGroupCollection: fc.boolean(),
    adStructureCollection: fc.boolean(),
    certServicesCollection: fc.boolean(),
    caRegistryCollection: fc.boolean(),
    dcRegistryCollection: fc.boolean(),
  })
  .map(({ times: [one, other], ...job }) => {
    const [startTime, endTime] = one < other ? [one, other] : [other, one];
    return finishedJob({ ...job, startTime, endTime });
  });

function rowOf(job: FinishedJob, id: number): Row {
  return {
    id,
    client_id: job.clientId,
    client_name: job.clientName,
    event_id: job.eventId,
    event_title: job.eventTitle,
    execution_time: job.executionTime.toISOString(),
    start_time: job.startTime.toISOString(),
    end_time: job.endTime.toISOString(),
    last_ingest: job.lastIngest?.toISOString() ?? null,
    status: job.status,
    log_path: job.logPath,
    domain_controller: job.domainController,
    session_collection: job.sessionCollection,
    local_group_collection: job.localGroupCollection,
    ad_structure_collection: job.adStructureCollection,
    cert_services_collection: job.certServicesCollection,
    ca_registry_collection: job.caRegistryCollection,
    dc_registry_collection: job.dcRegistryCollection,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
    deleted_at: null,
  };
}

const names = Object.keys(finishedJobList.columns).filter((name): name is ColumnName =>
  Object.hasOwn(finishedJobList.columns, name),
);

function valueFor(name: ColumnName): fc.Arbitrary<string> {
  const { type } = finishedJobList.columns[name];
  if (type === 'timestamp') return time.map((it) => it.toISOString());
  if (type === 'integer') return fc.integer({ min: -2, max: 3 }).map(String);
  if (type === 'boolean') return fc.constantFrom('true', 'false');
  if (type === 'uuid') return uuid;
  return fc.oneof(word, fc.constantFrom(...finishedStatuses, 'a', 'ET'));
}

const filter: fc.Arbitrary<Filter<ColumnName>> = fc
  .constantFrom(...names.filter((name) => finishedJobList.columns[name].filterable))
  .chain((column) => {
    const { type, nullable } = finishedJobList.columns[column];
    const withValue = fc.record({
      column: fc.constant(column),
      predicate: fc.constantFrom(...valueTypes[type].predicates),
      value: valueFor(column),
    });
    const withNull = fc.record({
      column: fc.constant(column),
      predicate: fc.constantFrom('eq' as const, 'neq' as const),
      value: fc.constant(null),
    });
    return nullable ? fc.oneof({ weight: 3, arbitrary: withValue }, withNull) : withValue;
  });

const order: fc.Arbitrary<Order<ColumnName>> = fc.record({
  column: fc.constantFrom(...names.filter((name) => finishedJobList.columns[name].sortable)),
  descending: fc.boolean(),
});

const request: fc.Arbitrary<JobListRequest> = fc.record({
  filters: fc.array(filter, { maxLength: 2 }),
  order: fc.array(order, { maxLength: 3 }),
  skip: fc.integer({ min: 0, max: 45 }),
  limit: fc.integer({ min: 0, max: 45 }),
  flags: fc.record({ hydrate_domains: fc.boolean(), hydrate_ous: fc.boolean() }),
});

/** The rules of lists, said once more without SQL. */
function expected(rows: readonly Row[], { filters, order: orders, skip, limit }: JobListRequest) {
  const kept = rows.filter((row) => filters.every((it) => holds(row[it.column], it)));
  const sorted = kept.toSorted((a, b) => {
    for (const { column, descending } of orders) {
      const [x, y] = [a[column], b[column]];
      if (x === y) continue;
      if (x === null || y === null) return x === null ? 1 : -1;
      return x < y === descending ? 1 : -1;
    }
    return Number(a.id) - Number(b.id);
  });
  return { count: kept.length, skip, limit, ids: sorted.slice(skip, skip + limit).map(({ id }) => id) };
}

function holds(actual: Value, { predicate, value }: Filter): boolean {
  if (value === null) return (actual === null) === (predicate === 'eq');
  if (predicate === 'neq') return actual === null || String(actual) !== value;
  if (actual === null) return false;
  if (predicate === 'eq') return String(actual) === value;
  if (predicate === '~eq') return String(actual).toLowerCase().includes(value.toLowerCase());
  const asked = typeof actual === 'number' ? Number(value) : value;
  return { gt: actual > asked, gte: actual >= asked, lt: actual < asked, lte: actual <= asked }[predicate];
}

describe('pages of finished jobs, against a reference', () => {
  let test: TestDatabase;
  let repository: JobsRepository;
  let rows: Row[];

  beforeAll(async () => {
    test = await testDatabase();
    repository = new JobsRepository(test.database, anyVersion, test.dataSource.getRepository(JobEntity));
    const service = new JobsService(repository, { now: () => now });
    const drafts = fc.sample(draft, { numRuns: 40, seed: 7 });
    rows = [];
    for (const job of drafts) rows.push(rowOf(job, await service.record(job)));
  });
  afterAll(() => test.drop());

  async function page(asked: JobListRequest) {
    const { data, ...rest } = JSON.parse((await repository.listFinished(asked)).text) as { data: { id: number }[] };
    return { ...rest, ids: data.map(({ id }) => id) };
  }

  it('have exactly the rows and the count that the rules ask for', async () => {
    await fc.assert(
      fc.asyncProperty(request, async (asked) => {
        expect(await page(asked)).toEqual(expected(rows, asked));
      }),
      { numRuns: 300 },
    );
  });

  it('never overlap and have no gaps', async () => {
    await fc.assert(
      fc.asyncProperty(request, fc.integer({ min: 1, max: 17 }), async (asked, limit) => {
        const ids: number[] = [];
        for (let skip = 0; skip < rows.length; skip += limit) ids.push(...(await page({ ...asked, skip, limit })).ids);
        expect(ids).toEqual(expected(rows, { ...asked, skip: 0, limit: rows.length }).ids);
      }),
      { numRuns: 30 },
    );
  });
});
