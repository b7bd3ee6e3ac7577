import { describe, expect, it } from '@jest/globals';
import { chosenMeasures, deltasOf, joinedRows, valueOf } from './measures.js';

const users = { name: 'users', title: 'Users' };
const share = { name: 'session_completeness', title: 'Sessions', isShare: true };
const rows = [
  { created_at: '2026-11-27T00:00:00.000Z', run_id: 'c', users: 12, session_completeness: 0.6234 },
  { created_at: '2026-11-26T00:00:00.000Z', run_id: 'b', users: 15, session_completeness: 0.6 },
  { created_at: '2026-11-25T00:00:00.000Z', run_id: 'a', users: 15 },
];

describe(valueOf.name, () => {
  it('shows counts as they are, and shares in percent with one digit', () => {
    expect(rows.map((row) => [valueOf(row, users), valueOf(row, share)])).toEqual([
      [12, 62.3],
      [15, 60],
      [15, null],
    ]);
  });
});

describe(deltasOf.name, () => {
  it('compares each run with the former one, and the first with none', () => {
    expect(deltasOf(rows, users)).toEqual([-3, 0, null]);
    expect(deltasOf(rows, share)).toEqual([2.3, null, null]);
    expect(deltasOf([], users)).toEqual([]);
  });
});

const isUsual = ({ isShare }: { readonly isShare?: boolean }) => isShare === true;

describe(chosenMeasures.name, () => {
  it('follows the address, else shows the usual ones', () => {
    expect(chosenMeasures([users, share], ['users', 'nothing'], isUsual)).toEqual([users]);
    expect(chosenMeasures([users, share], ['nothing'], isUsual)).toEqual([share]);
  });
});

describe(joinedRows.name, () => {
  it('joins values by time, the newest first', () => {
    const [old, last] = ['2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z'];
    const findings = [
      { date: old, value: 0 },
      { date: last, value: 5 },
    ];
    const joined = joinedRows([
      { data_type: 'findings', data: findings },
      { data_type: 'exposure', data: [{ date: last, value: 0.5 }] },
    ]);
    expect(joined).toEqual([
      { created_at: last, findings: 5, exposure: 0.5 },
      { created_at: old, findings: 0 },
    ]);
  });
});
