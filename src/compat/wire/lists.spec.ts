import { describe, expect, it } from '@jest/globals';
import { type InMemoryColumns, filteredAndSorted, theirList } from './lists.js';

const columns: InMemoryColumns = { n: 'integer', s: 'string', t: 'timestamp', b: 'boolean', u: 'uuid' };
const rows = [
  { id: 1, n: 2, s: 'Beech', t: '2026-01-02T00:00:00Z', b: true, u: 'AAAAAAAA-0000-4000-8000-000000000000' },
  { id: 2, n: 10, s: 'birch', t: '2026-01-01T00:00:00Z', b: false, u: null },
  { id: 3, n: null, s: 'Ash', t: { Time: '0001-01-01T00:00:00Z', Valid: false }, b: false, u: null },
];

describe(filteredAndSorted.name, () => {
  it.each([
    ['', [1, 2, 3]],
    ['n=2', [1]],
    ['n=gt:2', [2]],
    ['n=neq:2', [2, 3]],
    ['n=eq:null', [3]],
    ['n=neq:null', [1, 2]],
    ['s=eq:Ash', [3]],
    ['s=eq:ash', []],
    ['s=~eq:B', [1, 2]],
    ['t=lte:2026-01-01T00:00:00Z', [2]],
    ['t=gt:2026-01-01T01:00:00-02:00', [1]],
    ['t=eq:null', [3]],
    ['b=neq:T', [2, 3]],
    ['u=aaaaaaaa-0000-4000-8000-000000000000', [1]],
    ['n=gte:2&b=f', [2]],
    ['sort_by=-n', [2, 1, 3]],
    ['sort_by=n', [1, 2, 3]],
    ['sort_by=b&sort_by=-t', [2, 3, 1]],
    ['other=1&sort_by=other', [1, 2, 3]],
  ])('%s keeps %j', (query, ids) => {
    expect(filteredAndSorted(rows, columns, new URLSearchParams(query), (row) => row).map(({ id }) => id)).toEqual(ids);
  });

  it('reports each malformed filter', () => {
    expect(() => filteredAndSorted(rows, columns, new URLSearchParams('n=x&t=gt:today'), (row) => row)).toThrow(
      /^query\.n: .*; query\.t: /,
    );
  });
});

describe(theirList.name, () => {
  it.each([
    ['s=Ash', 7, [3]],
    ['s=Oak', 0, []],
  ])('counts no results of a page of which a filter in memory keeps none: %s', (filter, count, ids) => {
    const page = { count: 7, skip: 0, limit: 3, data: [] };
    const both = rows.map((row) => ({ ours: row, theirs: row }));
    const query = new URLSearchParams(`limit=3&${filter}`);
    const list = theirList(page, both, { pages: 'both' }, columns, { path: '/api/v2/jobs', query });
    expect(list).toMatchObject({ count, skip: 0, limit: 3, data: ids.map((id) => ({ id })) });
  });
});
