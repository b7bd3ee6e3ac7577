import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type TestDatabase, testDatabase } from '../../../../test/support/test-database.js';
import type { Fault } from '../../../base/errors.js';
import type { QueryParameters } from '../../../http/input/route-inputs.js';
import { parseList } from '../../../http/list/parse-list.js';
import { anyVersion, clientId, finishedJob } from './job.fixture.js';
import type { FinishedJob } from './job.js';
import { finishedJobList, type JobListRequest } from './jobs.fields.js';
import { JobEntity } from './job.entity.js';
import { JobsRepository } from './jobs.repository.js';
import { JobsService } from './jobs.service.js';

const otherClient = '22222222-2222-4222-8222-2222222222aa';
const now = new Date('2026-04-01T00:00:00.250Z');

/** Four jobs that differ in every column that can be filtered; ids 1 to 4. */
const jobs: readonly FinishedJob[] = [
  finishedJob({ sessionCollection: true, endTime: new Date('2026-03-01T03:00:00Z') }),
  finishedJob({
    clientId: otherClient,
    clientName: 'cloud',
    eventId: null,
    eventTitle: null,
    status: 'failed',
    lastIngest: null,
    logPath: null,
    localGroupCollection: true,
    endTime: new Date('2026-03-03T03:00:00.001Z'),
  }),
  finishedJob({
    eventId: -4,
    eventTitle: '100%_sure \\ Nightly',
    status: 'partially_complete',
    domainController: 'edge1',
    caRegistryCollection: true,
    startTime: new Date('2026-03-02T01:00:00Z'),
    endTime: new Date('2026-03-02T03:00:00Z'),
  }),
  finishedJob({
    eventId: 2_147_483_647,
    eventTitle: '100 percent',
    status: 'canceled',
    startTime: new Date('2026-03-02T03:00:00Z'),
    endTime: new Date('2026-03-02T03:00:00Z'),
    executionTime: new Date('2026-03-02T00:00:00Z'),
    lastIngest: new Date('2026-03-02T03:00:00.999Z'),
    logPath: '/logs/2.log',
    certServicesCollection: true,
    dcRegistryCollection: true,
    adStructureCollection: false,
  }),
];

describe('the list of finished jobs', () => {
  let test: TestDatabase;
  let repository: JobsRepository;

  beforeAll(async () => {
    test = await testDatabase();
    repository = new JobsRepository(test.database, anyVersion, test.dataSource.getRepository(JobEntity));
    const service = new JobsService(repository, { now: () => now });
    for (const job of jobs) await service.record(job);
    await test.database.query(
      `UPDATE job SET deleted_at = '2026-05-01T00:00:00Z', created_at = '2026-03-05T00:00:00Z' WHERE id = 4`,
    );
  });
  afterAll(() => test.drop());

  async function ids(query: QueryParameters): Promise<readonly number[]> {
    return (await page(repository, request(query))).ids;
  }

  it.each<[string, string, number[]]>([
    ['client_id', otherClient, [2]],
    ['client_id', otherClient.toUpperCase(), [2]],
    ['client_id', `eq:${clientId}`, [1, 3, 4]],
    ['client_id', `neq:${clientId}`, [2]],
    ['status', 'complete', [1]],
    ['status', '~eq:COMPLETE', [1, 3]],
    ['status', 'neq:complete', [2, 3, 4]],
    ['status', 'ready', []],
    ['event_title', 'eq:nightly', [1]],
    ['event_title', '~eq:nightly', [1, 3]],
    ['event_title', '~eq:%', [3]],
    ['event_title', '~eq:100_', []],
    ['event_title', '~eq:%_', [3]],
    ['event_title', '~eq:\\', [3]],
    ['event_title', 'neq:nightly', [2, 3, 4]],
    ['event_title', 'null', [2]],
    ['event_title', 'neq:null', [1, 3, 4]],
    ['log_path', '/logs/1.log', [1, 3]],
    ['log_path', 'eq:null', [2]],
    ['domain_controller', '~eq:dc', [1, 2, 4]],
    ['domain_controller', 'edge1', [3]],
    ['domain_controller', 'neq:edge1', [1, 2, 4]],
    ['event_id', '3', [1]],
    ['event_id', 'eq:-4', [3]],
    ['event_id', 'neq:3', [2, 3, 4]],
    ['event_id', 'gt:3', [4]],
    ['event_id', 'gte:3', [1, 4]],
    ['event_id', 'lt:3', [3]],
    ['event_id', 'lte:2147483647', [1, 3, 4]],
    ['event_id', 'null', [2]],
    ['session_collection', 'true', [1]],
    ['session_collection', 'neq:T', [2, 3, 4]],
    ['local_group_collection', 't', [2]],
    ['ad_structure_collection', 'eq:F', [4]],
    ['cert_services_collection', 'True', [4]],
    ['ca_registry_collection', 'neq:false', [3]],
    ['dc_registry_collection', 'TRUE', [4]],
    ['end_time', '2026-03-02T03:00:00Z', [3, 4]],
    ['end_time', 'eq:2026-03-01T22:00:00-05:00', [3, 4]],
    ['end_time', 'neq:2026-03-02T03:00:00.000Z', [1, 2]],
    ['end_time', 'gt:2026-03-02T03:00:00Z', [2]],
    ['end_time', 'gte:2026-03-02T03:00:00Z', [2, 3, 4]],
    ['end_time', 'lt:2026-03-03T03:00:00.001Z', [1, 3, 4]],
    ['end_time', 'lte:2026-03-01T03:00:00z', [1]],
    ['start_time', '2026-03-02T03:00:00Z', [4]],
    ['execution_time', 'gt:2026-03-01T02:00:00Z', [4]],
    ['last_ingest', 'null', [2]],
    ['last_ingest', 'gte:2026-03-02T03:00:00.999Z', [4]],
    ['last_ingest', 'neq:2026-03-02T03:00:00.999Z', [1, 2, 3]],
    ['created_at', 'lt:2026-04-01T00:00:00.250Z', [4]],
    ['updated_at', '2026-04-01T00:00:00.25Z', [1, 2, 3, 4]],
    ['deleted_at', 'null', [1, 2, 3]],
    ['deleted_at', 'neq:null', [4]],
    ['deleted_at', 'gt:2026-01-01T00:00:00Z', [4]],
  ])('filtered by %s=%s has exactly the jobs meant', async (name, value, expected) => {
    expect(
      await ids([
        ['sort_by', 'id'],
        [name, value],
      ]),
    ).toEqual(expected);
  });

  it('combines filters with and, also several of one column', async () => {
    const range = [
      ['sort_by', 'id'],
      ['end_time', 'gte:2026-03-02T00:00:00Z'],
      ['end_time', 'lt:2026-03-03T00:00:00Z'],
    ] as const;
    expect(await ids(range)).toEqual([3, 4]);
    expect(await ids([...range, ['status', 'canceled']])).toEqual([4]);
  });

  it.each<[string, number[]]>([
    ['id', [1, 2, 3, 4]],
    ['-id', [4, 3, 2, 1]],
    ['client_name', [2, 1, 3, 4]],
    ['-client_name', [1, 3, 4, 2]],
    ['event_id', [3, 1, 4, 2]],
    ['-event_id', [4, 1, 3, 2]],
    ['end_time', [1, 3, 4, 2]],
    ['-end_time', [2, 3, 4, 1]],
    ['status', [4, 1, 2, 3]],
    ['last_ingest', [1, 3, 4, 2]],
    ['-last_ingest', [4, 1, 3, 2]],
    ['deleted_at', [4, 1, 2, 3]],
    ['-deleted_at', [4, 1, 2, 3]],
    ['start_time', [1, 2, 3, 4]],
    ['execution_time', [1, 2, 3, 4]],
    ['log_path', [1, 3, 4, 2]],
    ['-log_path', [4, 1, 3, 2]],
    ['domain_controller', [1, 2, 4, 3]],
    ['created_at', [4, 1, 2, 3]],
    ['-updated_at', [1, 2, 3, 4]],
  ])('sorted by %s puts nulls last and leaves ties in the order of their ids', async (column, expected) => {
    expect(await ids([['sort_by', column]])).toEqual(expected);
  });

  it('shows the jobs that ended last first, unless asked otherwise', async () => {
    expect(await ids([])).toEqual([2, 3, 4, 1]);
  });

  it('sorts by several columns in their order', async () => {
    expect(
      await ids([
        ['sort_by', 'client_name'],
        ['sort_by', '-event_id'],
      ]),
    ).toEqual([2, 4, 1, 3]);
  });

  it('has the exact count on any page, also on an empty one and past the end', async () => {
    const pages = await Promise.all(
      [
        [0, 0],
        [0, 3],
        [3, 3],
        [4, 3],
        [1_000_000_000_000, 10_000],
      ].map(([skip, limit]) => page(repository, request([]), { skip: skip ?? 0, limit: limit ?? 0 })),
    );
    expect(pages).toEqual([
      { count: 4, skip: 0, limit: 0, ids: [] },
      { count: 4, skip: 0, limit: 3, ids: [2, 3, 4] },
      { count: 4, skip: 3, limit: 3, ids: [1] },
      { count: 4, skip: 4, limit: 3, ids: [] },
      { count: 4, skip: 1_000_000_000_000, limit: 10_000, ids: [] },
    ]);
  });
});

interface Page {
  readonly count: number;
  readonly skip: number;
  readonly limit: number;
  readonly ids: readonly number[];
}

function request(query: QueryParameters): JobListRequest {
  const faults: Fault[] = [];
  const parsed = parseList(query, finishedJobList, faults);
  expect(faults).toEqual([]);
  return parsed;
}

async function page(
  repository: JobsRepository,
  asked: JobListRequest,
  changes: Partial<JobListRequest> = {},
): Promise<Page> {
  const { text } = await repository.listFinished({ ...asked, ...changes });
  const { data, ...rest } = JSON.parse(text) as Omit<Page, 'ids'> & { data: { id: number }[] };
  return { ...rest, ids: data.map(({ id }) => id) };
}
