import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { httpApp, type HttpApp } from '../../../../test/support/http-app.js';
import { NotFoundError } from '../../../base/errors.js';
import { requiredCapability } from '../../../http/edition/edition.module.js';
import { JsonText } from '../../../http/json-text.js';
import { JobRunsService } from './job-runs.service.js';
import { JobsController } from './jobs.controller.js';
import { JobsService } from './jobs.service.js';

const service = {
  listFinished: jest.fn<JobsService['listFinished']>(),
  list: jest.fn<JobsService['list']>(),
  get: jest.fn<JobsService['get']>(),
};

describe('jobs over HTTP', () => {
  let http: HttpApp;

  beforeAll(async () => {
    http = await httpApp(
      [JobsController],
      [
        { provide: JobsService, useValue: service },
        { provide: JobRunsService, useValue: {} },
      ],
    );
  });
  afterAll(() => http.close());
  beforeEach(() => {
    service.listFinished.mockReset().mockResolvedValue(new JsonText('{"count":0,"skip":0,"limit":100,"data":[]}'));
    service.list.mockReset().mockResolvedValue(new JsonText('{"count":1,"skip":0,"limit":100,"data":[]}'));
    service.get.mockReset().mockResolvedValue(new JsonText('{"data":{}}'));
  });

  async function call(path: string): Promise<{ status: number; type: string | null; body: unknown }> {
    const response = await fetch(`${http.url}/api/v2/jobs${path}`);
    return { status: response.status, type: response.headers.get('content-type'), body: await response.json() };
  }

  async function faults(query: string): Promise<unknown> {
    const { status, body } = await call(`/finished?${query}`);
    expect(status).toBe(400);
    return (body as { errors: unknown }).errors;
  }

  it('belong to the capability jobs', () => {
    expect(requiredCapability(JobsController)).toBe('jobs');
  });

  it('lists the finished ones as the service words them', async () => {
    expect(await call('/finished')).toEqual({
      status: 200,
      type: 'application/json; charset=utf-8',
      body: { count: 0, skip: 0, limit: 100, data: [] },
    });
    expect(service.listFinished).toHaveBeenCalledWith({
      filters: [],
      order: [{ column: 'end_time', descending: true }],
      skip: 0,
      limit: 100,
      flags: { hydrate_domains: true, hydrate_ous: true },
    });
  });

  it('hands every kind of parameter on', async () => {
    const query =
      'status=~eq:plete&client_id=11111111-1111-4111-8111-111111111111&event_id=gte:-5&session_collection=neq:T' +
      '&last_ingest=2026-01-01T00:00:00Z&sort_by=-status&sort_by=id&hydrate_ous=F&skip=7&limit=50';
    expect((await call(`/finished?${query}`)).status).toBe(200);
    expect(service.listFinished).toHaveBeenCalledWith({
      filters: [
        { column: 'status', predicate: '~eq', value: 'plete' },
        { column: 'client_id', predicate: 'eq', value: '11111111-1111-4111-8111-111111111111' },
        { column: 'event_id', predicate: 'gte', value: '-5' },
        { column: 'session_collection', predicate: 'neq', value: 'T' },
        { column: 'last_ingest', predicate: 'eq', value: '2026-01-01T00:00:00Z' },
      ],
      order: [
        { column: 'status', descending: true },
        { column: 'id', descending: false },
      ],
      skip: 7,
      limit: 50,
      flags: { hydrate_domains: true, hydrate_ous: false },
    });
  });

  it('refuses parameters that the specification does not list, with each place', async () => {
    expect(await faults('event_id=1&event_id=x&sort_by=status_message&hydrate_ous=maybe&id=eq:1&limit=10001')).toEqual([
      expect.objectContaining({ context: 'query.event_id' }),
      {
        code: 'list.unsortable',
        context: 'query.sort_by',
        message:
          '"status_message" can\'t be sorted by; sortable are id, client_name, event_id, event_title, execution_time, start_time, end_time, last_ingest, status, log_path, domain_controller, created_at, updated_at, deleted_at',
      },
      expect.objectContaining({ context: 'query.hydrate_ous' }),
      expect.objectContaining({ context: 'query.limit' }),
      expect.objectContaining({ context: 'query.id' }),
    ]);
  });

  it.each(['client_name', 'all_trusted_domains', 'status_message', 'domains'])(
    'can not be filtered by %s',
    async (name) => {
      expect(await faults(`${name}=true`)).toEqual([expect.objectContaining({ context: `query.${name}` })]);
    },
  );

  it.each(['client_id', 'session_collection', 'dc_registry_collection'])('can not be sorted by %s', async (name) => {
    expect(await faults(`sort_by=${name}`)).toEqual([expect.objectContaining({ context: 'query.sort_by' })]);
  });

  it('permits null filters only for nullable columns', async () => {
    expect((await call('/finished?event_id=null&last_ingest=neq:null&deleted_at=eq:null')).status).toBe(200);
    expect(await faults('end_time=null')).toHaveLength(1);
    expect((await call('?end_time=null&start_time=neq:null')).status).toBe(200);
  });

  it('lists jobs of every state, the latest due first', async () => {
    expect((await call('')).body).toMatchObject({ count: 1 });
    expect(service.list).toHaveBeenCalledWith(
      expect.objectContaining({ order: [{ column: 'execution_time', descending: true }] }),
    );
  });

  it('gets one by its id', async () => {
    expect(await call('/12')).toMatchObject({ status: 200, body: { data: {} } });
    expect(service.get).toHaveBeenCalledWith(12);
    service.get.mockRejectedValue(new NotFoundError('path.job_id', 'there is no job 13'));
    expect(await call('/13')).toMatchObject({
      status: 404,
      body: { errors: [{ code: 'resource.not_found', context: 'path.job_id', message: 'there is no job 13' }] },
    });
    expect((await call('/0')).status).toBe(400);
  });
});
