import { describe, expect, it } from '@jest/globals';
import { chosenMeasures, daysBefore, deltasOf, domainMeasures, rangeOf, tenantMeasures, valueOf } from './measures.js';

const users = { name: 'users', title: 'Users' };
const share = { name: 'session_completeness', title: 'Sessions', isShare: true };
const rows = [
  { created_at: '2026-11-27T00:00:00.000Z', run_id: 'c', users: 12, session_completeness: 0.6234 },
  { created_at: '2026-11-26T00:00:00.000Z', run_id: 'b', users: 15, session_completeness: 0.6 },
  { created_at: '2026-11-25T00:00:00.000Z', run_id: 'a', users: 15, session_completeness: 0.6 },
];

describe(valueOf.name, () => {
  it('shows counts as they are, and shares in percent with one digit', () => {
    expect(rows.map((row) => [valueOf(row, users), valueOf(row, share)])).toEqual([
      [12, 62.3],
      [15, 60],
      [15, 60],
    ]);
  });
});

describe(deltasOf.name, () => {
  it('compares each run with the former one, and the first with none', () => {
    expect(deltasOf(rows, users)).toEqual([-3, 0, null]);
    expect(deltasOf(rows, share)).toEqual([2.3, 0, null]);
    expect(deltasOf([], users)).toEqual([]);
  });
});

function namesOf(all: typeof domainMeasures, named: readonly string[]): readonly string[] {
  return chosenMeasures(all, named).map((it) => it.name);
}

describe(chosenMeasures.name, () => {
  it('follows the address, else shows three counts and all shares', () => {
    expect(namesOf(domainMeasures, ['gpos', 'users', 'nothing'])).toEqual(['users', 'gpos']);
    const shares = ['session_completeness', 'local_group_completeness'];
    expect(namesOf(domainMeasures, [])).toEqual(['users', 'groups', 'computers', ...shares]);
    expect(namesOf(tenantMeasures, ['nothing'])).toEqual(['users', 'groups', 'devices']);
  });
});

describe(rangeOf.name, () => {
  it.each([
    ['', {}],
    ['from=2026-11-01', { start: '2026-11-01T00:00:00.000Z' }],
    ['from=2026-02-28&to=2026-02-28', { start: '2026-02-28T00:00:00.000Z', end: '2026-03-01T00:00:00.000Z' }],
    ['from=yesterday&to=2026-99-01', {}],
  ])('reads %j with the last day included', (query, range) => {
    expect(rangeOf(new URLSearchParams(query))).toEqual(range);
  });
});

describe(daysBefore.name, () => {
  it('counts back in days of UTC', () => {
    expect(daysBefore(30, Date.parse('2026-03-01T00:30:00Z'))).toBe('2026-01-30');
  });
});
