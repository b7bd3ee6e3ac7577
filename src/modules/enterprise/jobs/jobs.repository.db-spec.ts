import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type TestDatabase, testDatabase } from '../../../../test/support/test-database.js';
import type { JsonText } from '../../../http/json-text.js';
import { anyVersion, clientId, domainResult, finishedJob } from './job.fixture.js';
import { type JobStatus, jobStatuses } from './job-status.js';
import type { JobListRequest } from './jobs.fields.js';
import { JobEntity } from './job.entity.js';
import { JobsRepository } from './jobs.repository.js';
import { JobsService } from './jobs.service.js';

const now = new Date('2026-04-01T00:00:00.250Z');
const newest: JobListRequest = {
  filters: [],
  order: [{ column: 'end_time', descending: true }],
  skip: 0,
  limit: 100,
  flags: { hydrate_domains: true, hydrate_ous: true },
};

describe('jobs in the database', () => {
  let test: TestDatabase;
  let repository: JobsRepository;
  let service: JobsService;

  beforeAll(async () => {
    test = await testDatabase();
    repository = new JobsRepository(test.database, anyVersion, test.dataSource.getRepository(JobEntity));
    service = new JobsService(repository, { now: () => now });
  });
  afterAll(() => test.drop());
  const insertAs = (status: JobStatus, client = clientId) => {
    const job = finishedJob({ clientId: client });
    const startTime = status === 'ready' ? null : job.startTime;
    const endTime = status === 'ready' || status === 'running' ? null : job.endTime;
    return repository.insert({ ...job, status, startTime, endTime }, now);
  };

  beforeEach(() => test.database.query('TRUNCATE job, job_domain_result, job_log RESTART IDENTITY'));

  it('have the JSON of the specification', async () => {
    const results = [
      domainResult(),
      domainResult({ domainName: 'LAB "X"\n', success: false, message: 'no route to \\\\DC9' }),
    ];
    await service.record(finishedJob({ results, statusMessage: 'collected "all"' }));
    const times = {
      created_at: '2026-04-01T00:00:00.250Z',
      updated_at: '2026-04-01T00:00:00.250Z',
      deleted_at: { time: null, valid: false },
    };
    const counts = {
      user_count: 1,
      group_count: 2,
      computer_count: 3,
      gpo_count: 4,
      ou_count: 5,
      container_count: 6,
      aiaca_count: 7,
      rootca_count: 8,
      enterpriseca_count: 9,
      ntauthstore_count: 10,
      certtemplate_count: 11,
      deleted_count: 12,
    };
    const job = {
      id: 1,
      client_id: clientId,
      client_name: 'dc-collector',
      event_id: { int32: 3, valid: true },
      execution_time: '2026-03-01T02:00:00.000Z',
      start_time: '2026-03-01T02:00:01.500Z',
      end_time: '2026-03-01T02:01:30.120Z',
      status: 'complete',
      status_message: 'collected "all"',
      session_collection: false,
      local_group_collection: false,
      ad_structure_collection: true,
      cert_services_collection: false,
      ca_registry_collection: false,
      dc_registry_collection: false,
      all_trusted_domains: false,
      domain_controller: 'DC1.CORP.EXAMPLE',
      ous: [],
      domains: [],
      domain_results: [
        { id: 1, ...times, job_id: 1, domain_name: 'CORP.EXAMPLE', success: true, message: '', ...counts },
        {
          id: 2,
          ...times,
          job_id: 1,
          domain_name: 'LAB "X"\n',
          success: false,
          message: 'no route to \\\\DC9',
          ...counts,
        },
      ],
    };
    const envelope = { count: 1, skip: 0, limit: 100, data: [job] };
    expect(read(await repository.listFinished(newest))).toEqual(envelope);
    expect(read(await repository.list(newest))).toEqual(envelope);
    const record = { event_title: 'nightly', log_path: '/logs/1.log', last_ingest: '2026-03-01T02:01:29.000Z' };
    expect(read(await service.get(1))).toEqual({ data: { ...job, ...times, ...record } });
  });

  it('show a deleted row with its time, and a job on demand without an event', async () => {
    await service.record(finishedJob({ eventId: null, eventTitle: null, results: [domainResult()] }));
    await test.database.query(`UPDATE job_domain_result SET deleted_at = '2026-05-01T00:00:00.007Z'`);
    expect(read(await repository.listFinished(newest))).toMatchObject({
      data: [
        {
          event_id: { int32: 0, valid: false },
          domain_results: [{ deleted_at: { time: '2026-05-01T00:00:00.007Z', valid: true } }],
        },
      ],
    });
  });

  it('are finished once their collection has ended', async () => {
    for (const status of jobStatuses) await insertAs(status);
    const byId: JobListRequest = { ...newest, order: [{ column: 'id', descending: false }] };
    expect(statuses(await repository.list(byId))).toEqual([...jobStatuses]);
    expect(statuses(await repository.listFinished(byId))).toEqual(jobStatuses.slice(2));
    expect(read(await service.get(1))).toMatchObject({ data: { status: 'ready', start_time: null, end_time: null } });
  });

  it('name the objects of the graph that they collect from', async () => {
    await test.database.query(
      `INSERT INTO node (objectid, kind, kinds, name, described, last_seen, props)
       SELECT o, k.id, ARRAY[k.id], n, true, '2026-01-01', p::jsonb
       FROM (VALUES ('S-1-5-21-1', 'Domain', 'CORP.EXAMPLE', '{}'),
                    ('OU-1', 'OU', 'STAFF@CORP.EXAMPLE', '{"distinguishedname":"OU=STAFF,DC=CORP,DC=EXAMPLE"}')) v(o, kind, n, p)
       JOIN kind k ON k.name = v.kind`,
    );
    await service.record(finishedJob({ ous: ['OU-9', 'OU-1'] }));
    await service.record(finishedJob({ domains: ['S-1-5-21-1', 'S-1-5-21-9'] }));
    const byId: JobListRequest = { ...newest, order: [{ column: 'id', descending: false }] };
    const ous = [
      { objectid: 'OU-9', name: '', exists: false, distinguishedname: '', type: '' },
      {
        objectid: 'OU-1',
        name: 'STAFF@CORP.EXAMPLE',
        exists: true,
        distinguishedname: 'OU=STAFF,DC=CORP,DC=EXAMPLE',
        type: 'OU',
      },
    ];
    const domains = [
      { objectid: 'S-1-5-21-1', name: 'CORP.EXAMPLE', exists: true, type: 'Domain' },
      { objectid: 'S-1-5-21-9', name: '', exists: false, type: '' },
    ];
    const scopes = async (flags: JobListRequest['flags']) =>
      read(await repository.listFinished({ ...byId, flags })).data.map((job) => [job['ous'], job['domains']]);

    expect(await scopes({ hydrate_ous: true, hydrate_domains: true })).toEqual([
      [ous, []],
      [[], domains],
    ]);
    expect(await scopes({ hydrate_ous: false, hydrate_domains: true })).toEqual([
      [['OU-9', 'OU-1'], []],
      [[], domains],
    ]);
    expect(await scopes({ hydrate_ous: true, hydrate_domains: false })).toEqual([
      [ous, []],
      [[], ['S-1-5-21-1', 'S-1-5-21-9']],
    ]);
  });

  it('are counted exactly after every change', async () => {
    const other = '22222222-2222-4222-8222-222222222222';
    const counts = async () => {
      const where = { column: 'client_id', predicate: 'eq', value: other } as const;
      const pages = await Promise.all([
        repository.listFinished({ ...newest, limit: 0 }),
        repository.listFinished({ ...newest, limit: 0, filters: [where] }),
        repository.listFinished({ ...newest, limit: 0, filters: [{ ...where, predicate: 'neq' }] }),
      ]);
      return pages.map((page) => read(page).count);
    };
    expect(await counts()).toEqual([0, 0, 0]);
    for (const client of [clientId, clientId, other]) await service.record(finishedJob({ clientId: client }));
    await insertAs('ready', other);
    expect(await counts()).toEqual([3, 1, 2]);
    await test.database.query(
      `UPDATE job SET status = 'canceled', start_time = now(), end_time = now() WHERE status = 'ready'`,
    );
    expect(await counts()).toEqual([4, 2, 2]);
    await test.database.query(`UPDATE job SET status_message = 'seen'`);
    await test.database.query(`UPDATE job SET status = 'running' WHERE id = 1`);
    expect(await counts()).toEqual([3, 2, 1]);
    await test.database.query('UPDATE job SET client_id = $1 WHERE id = 2', [other]);
    expect(await counts()).toEqual([3, 3, 0]);
    await test.database.query('DELETE FROM job WHERE id <= 3');
    expect(await counts()).toEqual([1, 1, 0]);
    await test.database.query('TRUNCATE job CASCADE');
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it('count the jobs of writers at the same time', async () => {
    await Promise.all(Array.from({ length: 20 }, () => service.record(finishedJob())));
    expect(read(await repository.listFinished({ ...newest, limit: 0 })).count).toBe(20);
  });
});

interface Page {
  readonly count: number;
  readonly data: readonly Record<string, unknown>[];
}

function read({ text }: JsonText): Page {
  return JSON.parse(text) as Page;
}

function statuses(page: JsonText): unknown[] {
  return read(page).data.map(({ status }) => status);
}
