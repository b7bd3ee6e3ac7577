import { describe, expect, it } from '@jest/globals';
import { uploadStatuses } from '../../ingest/uploads/upload-status.js';
import { jobStatuses } from '../../modules/enterprise/jobs/job-status.js';
import { statusNumber, statusWord } from './job-statuses.js';

describe('states of jobs', () => {
  it('have a number each, and the number leads back', () => {
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

  it('are -1 where they are none', () => {
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
  ])('are called %j there and %j here', (theirs, ours) => {
    expect(statusWord(theirs)).toBe(ours);
  });
});
