import { describe, expect, it } from '@jest/globals';
import { postureRows } from './posture-rows.js';

describe(postureRows.name, () => {
  it('joins values by time, oldest first, and has null for missing ones', () => {
    const findings = [
      { date: '2026-11-02T00:00:00.000Z', value: 5 },
      { date: '2026-11-01T00:00:00.000Z', value: 0 },
    ];
    const exposure = [{ date: '2026-11-02T00:00:00.000Z', value: 0.5 }];
    expect(postureRows([{ data: findings }, { data: exposure }])).toEqual([
      { date: '2026-11-01T00:00:00.000Z', values: [0, null] },
      { date: '2026-11-02T00:00:00.000Z', values: [5, 0.5] },
    ]);
    expect(postureRows([])).toEqual([]);
  });
});
