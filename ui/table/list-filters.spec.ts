import { expect, it } from '@jest/globals';
import { entered, type Filter, listQuery, withEntered } from './list-filters.js';

const part: Filter = { name: 'title', label: '', kind: 'part' };
const from: Filter = { name: 'at', label: '', kind: 'from' };
const before: Filter = { name: 'at', label: '', kind: 'before' };
const status: Filter = { name: 'status', label: '', kind: 'choice' };
const query = new URLSearchParams('title=~eq:night&at=gte:2026-11-01T00:00:00Z&status=failed&other=1');

it('reads what has been entered', () => {
  expect([part, from, before, status].map((it) => entered(it, query))).toEqual(['night', '2026-11-01', '', 'failed']);
});

it('replaces a filter and keeps another one of the same parameter', () => {
  expect(withEntered(part, query, 'day')).toEqual(['~eq:day']);
  expect(withEntered(status, query, '')).toEqual([]);
  expect(withEntered(before, query, '2026-12-01')).toEqual(['gte:2026-11-01T00:00:00Z', 'lt:2026-12-01T00:00:00Z']);
  expect(withEntered(from, query, '')).toEqual([]);
});

it('asks the API for the filters of the list alone', () => {
  expect(listQuery(['title', 'at', 'at', 'none'], query)).toEqual({
    title: ['~eq:night'],
    at: ['gte:2026-11-01T00:00:00Z'],
  });
});
