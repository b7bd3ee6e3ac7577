import { describe, expect, it } from '@jest/globals';
import { clientAnswer, clientRecordAnswer, jobAnswer, jobRecordAnswer } from './answers.js';
import type { Asked } from './lists.js';
import { compatRoute } from './routes.js';

const asked: Asked = { path: '/api/v2/jobs', query: new URLSearchParams() };

const zero = '0001-01-01T00:00:00Z';

describe('answers in the form of the reference product', () => {
  it('write the state of a job as a number and absent times as the zero time', () => {
    expect(jobAnswer({ id: 1, status: 'ready', start_time: null, end_time: null, message: '' }, asked)).toEqual({
      id: 1,
      status: 0,
      start_time: '0001-01-01T00:00:00Z',
      end_time: '0001-01-01T00:00:00Z',
      message: '',
    });
    const [start_time, end_time] = ['2026-03-01T01:00:00.000Z', '2026-03-01T01:10:00.000Z'];
    expect(jobAnswer({ status: 'timed_out', start_time, end_time }, asked)).toEqual({
      status: 4,
      start_time,
      end_time,
    });
  });

  it('contain the whole job only after it was created, started or ended', () => {
    const record = { created_at: '2026', updated_at: '2026', deleted_at: {}, event_title: '', log_path: null };
    const job = { id: 1, status: 'running', start_time: '2026', end_time: null, ous: [{ objectid: 'O', name: 'o' }] };
    const stored = { ...job, ...record, last_ingest: null, domains: ['D'] };
    expect(jobAnswer(stored, asked)).toEqual({ ...job, status: 1, end_time: zero, domains: [{ objectid: 'D' }] });
    expect(jobRecordAnswer(stored, asked)).toEqual({
      ...stored,
      status: 1,
      end_time: zero,
      last_ingest: zero,
      ous: ['O'],
    });
  });

  it('name a client and its report as collectors do', () => {
    const said = { type: 'cloud', address: '192.0.2.1', username: 'u', current_job_id: 3, completed_job_count: 2 };
    const theirs = { type: 'azurehound', ip_address: '192.0.2.1', configured_user: 'u', events: [], token: null };
    const counts = { current_job_id: 3, completed_job_count: 2 };
    const none = { current_job: null, current_task: null };
    const tasks = { current_task_id: 3, completed_task_count: 2 };
    expect(clientAnswer(said, asked)).toEqual({ ...theirs, ...counts, ...none, ...tasks });
    const job = { id: 3, status: 1, start_time: zero, end_time: zero };
    expect(clientAnswer({ ...said, current_job: { id: 3, status: 'running' } }, asked)).toMatchObject({
      current_job: job,
      current_task: job,
    });
    expect(clientRecordAnswer(said, asked)).toEqual({
      ...theirs,
      ...counts,
      current_job: null,
      deleted_at: { Time: '0001-01-01T00:00:00Z', Valid: false },
    });
    expect(clientRecordAnswer({ type: 'directory', current_job: { id: 3, status: 'running' } }, asked)).toMatchObject({
      type: 'sharphound',
      current_job: { id: 3, status: 1 },
    });
    expect(clientRecordAnswer({ current_job: null }, asked)).toMatchObject({ current_job: null });
  });
});

describe(compatRoute.name, () => {
  it('matches routes as the router does', () => {
    expect(compatRoute('HEAD', '/API/v2/jobs/finished/')).toBe(compatRoute('GET', '/api/v2/jobs/finished'));
    expect(compatRoute('PUT', '/api/v2/clients/update')?.body).toBeDefined();
    expect(compatRoute('GET', '/api/v2/clients/6a1f0c1e')?.body).toBeUndefined();
    expect(compatRoute('POST', '/api/v2/file-upload/start')?.answer).toBeDefined();
  });

  it('returns undefined for all other routes', () => {
    expect(compatRoute('GET', '/api/v2/jobs/7/log')).toBeUndefined();
    expect(compatRoute('DELETE', '/api/v2/jobs/7')).toBeUndefined();
    expect(compatRoute('POST', '/api/v2/file-upload/7')).toBeUndefined();
    expect(compatRoute('GET', '/jobs')).toBeUndefined();
  });
});
