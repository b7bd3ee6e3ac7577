import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { schemes } from '../../../../test/support/app.js';
import type { WireJob } from '../../../../test/support/collection-administrator.js';
import { TestJobs } from '../../../../test/support/test-jobs.js';

const nobody = '99999999-9999-4999-8999-999999999999';

describe('a job that users order', () => {
  let jobs: TestJobs;
  let client: string;

  beforeAll(async () => {
    jobs = await TestJobs.start();
    await jobs.app.database.query(
      `INSERT INTO node (objectid, kind, kinds, name, described, last_seen, props)
       SELECT 'OU-1', id, ARRAY[id], 'STAFF', true, '2026-01-01', '{"distinguishedname": "OU=Staff,DC=Corp"}' FROM kind
       WHERE name = 'OU'`,
    );
  });
  afterAll(() => jobs.close());
  beforeEach(async () => {
    client = await jobs.addClient();
  });

  it.each(schemes)('begins on demand, is canceled, and has a log: %s', async (scheme) => {
    const send = async (method: string, path: string, body?: object) =>
      jobs.read(
        method,
        path,
        await jobs.app.as('power_user', scheme, method, `/api/v2${path}`, body ? { body: JSON.stringify(body) } : {}),
      );
    const made = await send('POST', `/clients/${client}/jobs`, {
      session_collection: true,
      ous: ['ou=staff,dc=corp'],
    });
    expect(made).toMatchObject({
      status: 201,
      body: {
        data: {
          client_id: client,
          event_id: { int32: 0, valid: false },
          status: 'ready',
          session_collection: true,
          start_time: null,
          domain_controller: 'DC1',
          ous: [{ objectid: 'OU-1', exists: true }],
        },
      },
    });
    const { id } = (made.body as { data: WireJob }).data;
    expect(await send('PUT', `/jobs/${id}/cancel`)).toMatchObject({
      status: 200,
      body: { data: { id, status: 'canceled', status_message: 'by a-power_user' } },
    });
    expect(await send('PUT', `/jobs/${id}/cancel`)).toMatchObject({
      status: 409,
      body: {
        errors: [
          {
            code: 'job.wrong_state',
            context: 'status',
            message: "the job is canceled and can't become canceled; that state is final",
          },
        ],
      },
    });
    const answer = await send('GET', `/jobs/${id}/log`);
    const { log: text } = (answer.body as { data: { log: string } }).data;
    expect(text.replaceAll(/^\S+ /gm, '')).toBe('ready: made on demand\ncanceled: by a-power_user\n');
  });

  it('refuses unknown clients and objects, and empty scopes', async () => {
    const body = { session_collection: true };
    expect(await jobs.call('POST', `/clients/${nobody}/jobs`, body)).toMatchObject({
      status: 404,
      body: {
        errors: [{ code: 'resource.not_found', context: 'path.client_id', message: `there is no client ${nobody}` }],
      },
    });
    expect(await jobs.call('PUT', '/jobs/999/cancel')).toMatchObject({
      status: 404,
      body: { errors: [{ context: 'path.job_id' }] },
    });
    expect(await jobs.call('GET', '/jobs/999/log')).toMatchObject({
      status: 404,
      body: { errors: [{ context: 'path.job_id' }] },
    });
    const faultsOf = async (given: object) => {
      const answer = await jobs.call('POST', `/clients/${client}/jobs`, given);
      expect(answer.status).toBe(400);
      return (answer.body as { errors: { context: string }[] }).errors.map(({ context }) => context);
    };
    expect(await faultsOf({})).toEqual(['body']);
    expect(await faultsOf({ ...body, ous: ['OU-1'], all_trusted_domains: true })).toEqual([
      'body.ous',
      'body.all_trusted_domains',
    ]);
    expect(await faultsOf({ ...body, ous: ['OU-1', 'OU-2'] })).toEqual(['body.ous.1']);
    expect(await faultsOf({ ...body, rrule: 'x' })).toEqual(['body.rrule']);
  });

  it('is in the audit log when it is created or canceled, also if that fails', async () => {
    await jobs.app.database.query('TRUNCATE audit_log');
    const made = await jobs.call('POST', `/clients/${client}/jobs`, { session_collection: true, ous: ['OU-1'] });
    const { id } = (made.body as { data: WireJob }).data;
    await jobs.call('POST', `/clients/${nobody}/jobs`, { session_collection: true });
    await jobs.call('POST', `/clients/${client}/jobs`, { all_trusted_domains: true });
    await jobs.call('PUT', `/jobs/${id}/cancel`);
    await jobs.call('PUT', `/jobs/${id}/cancel`);
    const listed = await jobs.app.call('GET', '/api/v2/audit?sort_by=id');
    const { data } = (await listed.json()) as { data: Record<string, unknown>[] };
    expect(data.map((entry) => [entry['action'], entry['resource'], entry['outcome'], entry['details']])).toEqual([
      ['job.create', `clients/${client}/jobs`, 'success', { id, session_collection: true, ous: ['OU-1'] }],
      [
        'job.create',
        `clients/${nobody}/jobs`,
        'failure',
        { session_collection: true, reason: `path.client_id: there is no client ${nobody}` },
      ],
      [
        'job.create',
        `clients/${client}/jobs`,
        'failure',
        { all_trusted_domains: true, reason: expect.stringContaining('body: there is nothing to collect') },
      ],
      ['job.cancel', `jobs/${id}`, 'success', {}],
      [
        'job.cancel',
        `jobs/${id}`,
        'failure',
        { reason: "status: the job is canceled and can't become canceled; that state is final" },
      ],
    ]);
    expect(data.map((entry) => entry['actor'])).toEqual(Array(5).fill('a-administrator'));
  });
});
