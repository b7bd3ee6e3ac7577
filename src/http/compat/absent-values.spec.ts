import { describe, expect, it } from '@jest/globals';
import { withPlainAbsence } from './absent-values.js';

describe(withPlainAbsence.name, () => {
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
  ])('makes of %j %j', (ours, theirs) => {
    expect(withPlainAbsence(ours)).toEqual(theirs);
  });

  it('leaves everything else, in its order', () => {
    const value = { b: null, a: [1, 'x', true, []], end_time: null, valid: true, nested: { valid: false } };
    expect(JSON.stringify(withPlainAbsence(value))).toBe(JSON.stringify(value));
  });
});
