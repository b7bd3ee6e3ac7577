import { describe, expect, it } from '@jest/globals';
import { uploadStatuses } from '../../ingest/uploads/upload.js';
import { jobStatuses } from '../../modules/enterprise/jobs/job-status.js';
import { statusNumber, statusWord, withoutValidWrappers } from './values.js';

describe('states of jobs', () => {
  it('have one number each, which converts back', () => {
    expect(jobStatuses.map((word) => [word, statusNumber(word)])).toEqual([
      ['ready', 0],
      ['running', 1],
      ['ingesting', 6],
      ['analyzing', 7],
      ['complete', 2],
      ['partially_complete', 8],
      ['failed', 5],
      ['canceled', 3],
      ['timed_out', 4],
    ]);
    for (const word of jobStatuses) expect(statusWord(String(statusNumber(word)))).toBe(word);
    for (const word of uploadStatuses) expect(statusNumber(word)).toBeGreaterThanOrEqual(0);
  });

  it('become -1 if they are unknown', () => {
    expect(statusNumber('dreaming')).toBe(-1);
  });

  it.each([
    ['COMPLETE', 'complete'],
    ['FAILED', 'failed'],
    ['TIMEDOUT', 'timed_out'],
    ['PartiallyComplete', 'partially_complete'],
    ['timed_out', 'timed_out'],
    ['-1', '-1'],
    ['null', 'null'],
    ['', ''],
  ])('convert %j to %j', (theirs, ours) => {
    expect(statusWord(theirs)).toBe(ours);
  });
});

describe(withoutValidWrappers.name, () => {
  it.each([
    [{ event_id: { int32: 7, valid: true } }, { event_id: 7 }],
    [{ event_id: { int32: 0, valid: false } }, { event_id: null }],
    [{ last_checkin: { time: '2026-03-01T01:00:00.000Z', valid: true } }, { last_checkin: '2026-03-01T01:00:00.000Z' }],
    [{ last_checkin: { time: null, valid: false } }, { last_checkin: '0001-01-01T00:00:00Z' }],
    [{ deleted_at: { time: null, valid: false } }, { deleted_at: { Time: '0001-01-01T00:00:00Z', Valid: false } }],
    [
      { deleted_at: { time: '2026-03-01T01:00:00.000Z', valid: true } },
      { deleted_at: { Time: '2026-03-01T01:00:00.000Z', Valid: true } },
    ],
    [
      { count: 1, data: [{ id: 1, domain_results: [{ deleted_at: { time: null, valid: false } }] }] },
      {
        count: 1,
        data: [{ id: 1, domain_results: [{ deleted_at: { Time: '0001-01-01T00:00:00Z', Valid: false } }] }],
      },
    ],
  ])('converts %j to %j', (ours, theirs) => {
    expect(withoutValidWrappers(ours)).toEqual(theirs);
  });

  it('keeps all other members, in their order', () => {
    const value = { b: null, a: [1, 'x', true, []], end_time: null, valid: true, nested: { valid: false } };
    expect(JSON.stringify(withoutValidWrappers(value))).toBe(JSON.stringify(value));
  });
});
