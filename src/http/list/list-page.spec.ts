import { describe, expect, it } from '@jest/globals';
import type { Database } from '../../database/database.js';
import { column, describeList, type ListRequest } from './list-description.js';
import { listPage, listSql } from './list-page.js';

const list = describeList({
  columns: {
    name: column.string('t.name', 'sort', 'filter', 'nullable'),
    count: column.integer('t.n', 'sort', 'filter'),
    flag: column.boolean('t.flag', 'filter'),
    at: column.timestamp('t.at', 'sort', 'filter'),
  },
  defaultSort: ['name'],
  tieBreaker: 't.id',
});

const nothing = { filters: [], order: [], skip: 0, limit: 100 };

describe(listSql.name, () => {
  it('selects everything without filters, ordered by the tie-breaker', () => {
    expect(listSql(list, nothing)).toEqual({
      where: 'true',
      orderBy: 't.id',
      page: 'OFFSET $1 LIMIT $2',
      values: [0, 100],
    });
  });

  it('binds every value as a parameter, after the parameters of the statement', () => {
    const sql = listSql(
      list,
      {
        ...nothing,
        skip: 3,
        limit: 4,
        filters: [
          { column: 'name', predicate: 'eq', value: "x' OR 1=1" },
          { column: 'name', predicate: '~eq', value: String.raw`50%_\ ` },
          { column: 'name', predicate: 'neq', value: 'y' },
          { column: 'name', predicate: 'eq', value: null },
          { column: 'name', predicate: 'neq', value: null },
          { column: 'count', predicate: 'neq', value: '5' },
          { column: 'count', predicate: 'gte', value: '-5' },
          { column: 'flag', predicate: 'eq', value: 'T' },
          { column: 'flag', predicate: 'eq', value: 'False' },
          { column: 'at', predicate: 'lt', value: '2026-01-01T00:00:00Z' },
        ],
        order: [
          { column: 'at', descending: true },
          { column: 'name', descending: false },
        ],
      },
      [1],
    );
    expect(sql).toEqual({
      where: [
        't.name = $2::text',
        't.name ILIKE $3',
        't.name IS DISTINCT FROM $4::text',
        't.name IS NULL',
        't.name IS NOT NULL',
        't.n <> $5::integer',
        't.n >= $6::integer',
        't.flag = $7::boolean',
        't.flag = $8::boolean',
        't.at < $9::timestamptz',
      ].join(' AND '),
      orderBy: 't.at DESC NULLS LAST, t.name ASC NULLS LAST, t.id',
      page: 'OFFSET $10 LIMIT $11',
      values: [1, "x' OR 1=1", String.raw`%50\%\_\\ %`, 'y', '5', '-5', true, false, '2026-01-01T00:00:00.000Z', 3, 4],
    });
  });

  it.each([
    ['2026-01-01t00:00:00.5-16:00', '2026-01-01T16:00:00.500Z', 'an offset that PostgreSQL refuses'],
    ['2026-06-30T23:59:60.25z', '2026-07-01T00:00:00.250Z', 'part of a leap second, which PostgreSQL refuses'],
    ['2026-01-01T00:00:00.123000000Z', '2026-01-01T00:00:00.123Z', 'zeros beyond the millisecond'],
    ['2026-01-01T00:00:00.123000001Z', '2026-01-01T00:00:00.1235Z', 'a time between two milliseconds'],
    ['2026-01-01T00:00:00.999999999Z', '2026-01-01T00:00:00.9995Z', 'a time that PostgreSQL would round up'],
  ])('converts %s to %s: %s', (value, expected) => {
    const filters = [{ column: 'at', predicate: 'eq', value }] as const;
    expect(listSql(list, { ...nothing, filters }).values[0]).toBe(expected);
  });
});

describe(listPage.name, () => {
  const filter = { column: 'name', predicate: 'eq', value: 'x' } as const;
  const [byName, byCount] = (['name', 'count'] as const).map((it) => ({ column: it, descending: false }));

  it.each<[string, Partial<Pick<ListRequest<'name' | 'count'>, 'filters' | 'order'>>, boolean]>([
    ['nothing', {}, true],
    ['one column to sort by', { order: [byName!] }, true],
    ['two columns to sort by', { order: [byName!, byCount!] }, false],
    ['a filter', { filters: [filter] }, false],
  ])('prepares statements only if few texts are possible: %s', async (_, request, isPrepared) => {
    const options: unknown[] = [];
    const database = {
      textAs: (...[convert, , , option]: Parameters<Database['textAs']>) => {
        options.push(option);
        return Promise.resolve(convert('{}'));
      },
    } as unknown as Database;
    await listPage(database, list, { ...nothing, flags: {}, ...request }, { from: 'thing t', item: 't.name' });
    expect(options).toEqual([{ isPrepared }]);
  });
});
