import { describe, expect, it } from '@jest/globals';
import {
  clientBody,
  clientErrorBody,
  clientReportBody,
  jobEndBody,
  jobStartBody,
  ofClientBody,
  recordBody,
} from './bodies.js';

describe('bodies of programs for the reference product', () => {
  it.each([
    [clientBody, { name: 'a', type: 'sharphound', events: [] }, { name: 'a', type: 'directory' }],
    [clientBody, { name: 'a', type: 'azurehound', events: null }, { name: 'a', type: 'cloud' }],
    [clientBody, { name: 'a', type: 'cloud', events: [1] }, { name: 'a', type: 'cloud', events: [1] }],
    [clientBody, { name: 'a', type: 'openhound' }, { name: 'a', type: 'opengraph' }],
    [clientBody, { name: 'a' }, { name: 'a' }],
    [clientReportBody, { version: '1', usersid: 'S-1' }, { version: '1', user_sid: 'S-1' }],
    [clientReportBody, { user_sid: 'S-1' }, { user_sid: 'S-1' }],
    [jobEndBody, { status: 'COMPLETE', message: 'm' }, { status: 'complete', message: 'm' }],
    [clientErrorBody, { task_error: 'e', additional: { a: 'b' } }, { task_error: 'e', additional: '{"a":"b"}' }],
    [clientErrorBody, { task_error: 'e', additional: 'x' }, { task_error: 'e', additional: 'x' }],
    [jobEndBody, { status: 2 }, { status: 2 }],
    [
      clientReportBody,
      { Address: '192.0.2.7', Hostname: 'h', Version: '1' },
      { address: '192.0.2.7', hostname: 'h', version: '1' },
    ],
    [clientReportBody, { version: null, hostname: 'h', os: 'linux' }, { hostname: 'h' }],
    [clientErrorBody, { task_error: 'e', additional: null, level: 3 }, { task_error: 'e' }],
    [jobStartBody, { id: 7, status: 0, client_id: 'c' }, { id: 7 }],
    [jobEndBody, { status: 'FAILED', message: null, id: 7 }, { status: 'failed' }],
    [recordBody, { id: 0, client_id: 'c', next_scheduled_at: null, rrule: 'r' }, { client_id: 'c', rrule: 'r' }],
    [ofClientBody, { id: 0, client_id: 'c', created_at: '', rrule: 'r' }, { rrule: 'r' }],
  ])('%p converts %j to %j', (reshape, theirs, ours) => {
    expect(reshape(theirs)).toEqual(ours);
  });
});
