import { describe, expect, it } from '@jest/globals';
import { chosenMeasures, deltasOf, domainMeasures, tenantMeasures, valueOf } from './measures.js';

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
