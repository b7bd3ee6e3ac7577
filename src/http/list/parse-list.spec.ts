import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Fault } from '../../base/errors.js';
import { queryParameters } from '../input/route-inputs.js';
import { column, describeList } from './list-description.js';
import { listParameter } from './list-query.decorator.js';
import { parseList } from './parse-list.js';
import { predicates, valueTypes } from './value-types.js';

const list = describeList({
  columns: {
    id: column.integer('t.id', 'sort', 'filter'),
    name: column.string('t.name', 'sort', 'filter', 'nullable'),
    flag: column.boolean('t.flag', 'filter'),
    owner: column.uuid('t.owner', 'filter', 'nullable'),
    at: column.timestamp('t.at', 'sort', 'filter', 'nullable'),
    state: column.choice(['open', 'half_open', 'shut'])('t.state', 'filter', 'nullable'),
    hidden: column.string('t.hidden'),
  },
  defaultSort: ['-at'],
  tieBreaker: 't.id',
  flags: { hydrate: true },
});

function parse(query: string) {
  const faults: Fault[] = [];
  return { request: parseList(queryParameters(`/x?${query}`), list, faults), faults };
}

const uuid = '0f8fad5b-d9cb-469f-a165-70867728950e';

describe(parseList.name, () => {
  it('returns the defaults without parameters', () => {
    expect(parse('')).toEqual({
      request: {
        filters: [],
        order: [{ column: 'at', descending: true }],
        skip: 0,
        limit: 100,
        flags: { hydrate: true },
      },
      faults: [],
    });
  });

  it.each([
    ['id=7', 'id', 'eq', '7'],
    ['id=eq:7', 'id', 'eq', '7'],
    ['id=gte:-7', 'id', 'gte', '-7'],
    ['id=lt:2147483647', 'id', 'lt', '2147483647'],
    ['name=~eq:50%25_', 'name', '~eq', '50%_'],
    ['name=neq:a+b', 'name', 'neq', 'a b'],
    ['name=eqx', 'name', 'eq', 'eqx'],
    ['name=eq:null', 'name', 'eq', null],
    ['name=neq:null', 'name', 'neq', null],
    ['name=null', 'name', 'eq', null],
    ['name=~eq:null', 'name', '~eq', 'null'],
    ['state=half_open', 'state', 'eq', 'half_open'],
    ['state=neq:shut', 'state', 'neq', 'shut'],
    ['state=~eq:OPEN', 'state', '~eq', 'OPEN'],
    ['state=eq:null', 'state', 'eq', null],
    ['flag=T', 'flag', 'eq', 'T'],
    ['flag=neq:False', 'flag', 'neq', 'False'],
    [`owner=${uuid}`, 'owner', 'eq', uuid],
    ['owner=eq:null', 'owner', 'eq', null],
    ['at=2026-01-31T10:11:12Z', 'at', 'eq', '2026-01-31T10:11:12Z'],
    ['at=gte:2026-01-31', 'at', 'gte', '2026-01-31'],
    ['at=gt:2026-01-31T10:11:12.123456789-05:00', 'at', 'gt', '2026-01-31T10:11:12.123456789-05:00'],
  ])('reads the filter %s', (query, name, predicate, value) => {
    const { request, faults } = parse(query);
    expect(faults).toEqual([]);
    expect(request.filters).toEqual([{ column: name, predicate, value }]);
  });

  it.each([
    ['id=abc', 'filter.invalid_value', 'query.id', /"abc" is not valid; it takes an integer of 32 bits/],
    ['id=2147483648', 'filter.invalid_value', 'query.id', /an integer of 32 bits/],
    ['id=-2147483649', 'filter.invalid_value', 'query.id', /an integer of 32 bits/],
    ['id=99999999999999999999999999999999999999', 'filter.invalid_value', 'query.id', /an integer of 32 bits/],
    [
      'id=~eq:7',
      'filter.invalid_predicate',
      'query.id',
      /^the predicate ~eq does not apply to the type integer; it takes eq, neq, gt, gte, lt, lte$/,
    ],
    ['id=eq:null', 'filter.invalid_value', 'query.id', /"null" is not valid/],
    ['id=', 'filter.invalid_value', 'query.id', /"" is not valid/],
    ['name=a:b', 'filter.invalid_value', 'query.name', /"a:b" is not valid; it takes a text without colons/],
    [
      'name=gt:a',
      'filter.invalid_predicate',
      'query.name',
      /^the predicate gt does not apply to the type string; it takes eq, ~eq, neq$/,
    ],
    ['name=%00', 'filter.invalid_value', 'query.name', /is not valid/],
    [
      'state=Open',
      'filter.invalid_value',
      'query.state',
      /^"Open" is not valid; it takes one of open, half_open, shut, optionally after eq: ~eq: neq:$/,
    ],
    [
      'state=neq:ajar',
      'filter.invalid_value',
      'query.state',
      /^"ajar" is not valid; it takes one of open, half_open, shut,/,
    ],
    ['state=~eq:ajar', 'filter.invalid_value', 'query.state', /^"ajar" is not valid/],
    ['state=~eq:', 'filter.invalid_value', 'query.state', /^"" is not valid/],
    ['state=gt:open', 'filter.invalid_predicate', 'query.state', /^the predicate gt does not apply to the type string/],
    ['flag=yes', 'filter.invalid_value', 'query.flag', /one of t, T, TRUE, true, True, f, F, FALSE, false, False/],
    ['flag=gt:t', 'filter.invalid_predicate', 'query.flag', /it takes eq, neq/],
    ['owner=7', 'filter.invalid_value', 'query.owner', /a UUID/],
    ['at=2026-01', 'filter.invalid_value', 'query.at', /an RFC 3339 date-time/],
    ['at=2026-02-30T00:00:00Z', 'filter.invalid_value', 'query.at', /an RFC 3339 date-time/],
    [
      'at=2026-01-31T10:11:12%2B01:00',
      'filter.invalid_value',
      'query.at',
      /^"2026-01-31T10:11:12\+01:00" is not valid; it takes .*negative offset.*; the same instant in UTC is 2026-01-31T09:11:12Z$/,
    ],
    [
      'at=lt:2026-01-01T01:00:00.5+01:00',
      'filter.invalid_value',
      'query.at',
      /; the same instant in UTC is 2026-01-01T00:00:00.5Z$/,
    ],
    ['at=2026-02-31T01:00:00%2B01:00', 'filter.invalid_value', 'query.at', /lte:$/],
    ['sort_by=hidden', 'list.unsortable', 'query.sort_by', /^"hidden" can't be sorted by; sortable are id, name, at$/],
    ['sort_by=', 'list.unsortable', 'query.sort_by', /^"" can't be sorted by/],
    ['sort_by=--id', 'list.unsortable', 'query.sort_by', /^"-id" can't be sorted by/],
    [
      'skip=-1',
      'query.invalid_value',
      'query.skip',
      /^"-1" is not valid; it takes an integer from 0 to 9007199254740991$/,
    ],
    [
      'limit=10001',
      'query.invalid_value',
      'query.limit',
      /^"10001" is not valid; it takes an integer from 0 to 10000$/,
    ],
    ['limit=1.5', 'query.invalid_value', 'query.limit', /is not valid/],
    ['limit=1&limit=2', 'query.repeated_parameter', 'query.limit', /^is given 2 times; it takes one value$/],
    ['hydrate=t&hydrate=f', 'query.repeated_parameter', 'query.hydrate', /^is given 2 times; it takes one value$/],
    ['hydrate=maybe', 'query.invalid_value', 'query.hydrate', /"maybe" is not valid/],
  ])('refuses %s', (query, code, context, message) => {
    const { faults } = parse(query);
    expect(faults).toEqual([{ code, context, message: expect.stringMatching(message) }]);
  });

  it('reports every fault, in the order of the query', () => {
    expect(parse('name=a:b&id=x&sort_by=flag').faults.map(({ context }) => context)).toEqual([
      'query.name',
      'query.id',
      'query.sort_by',
    ]);
  });

  it('keeps repeated filters and the priority of repeated sorts', () => {
    const { request } = parse('id=gt:1&id=lt:9&sort_by=-name&sort_by=id&hydrate=F&skip=5&limit=0');
    expect(request).toEqual({
      filters: [
        { column: 'id', predicate: 'gt', value: '1' },
        { column: 'id', predicate: 'lt', value: '9' },
      ],
      order: [
        { column: 'name', descending: true },
        { column: 'id', descending: false },
      ],
      skip: 5,
      limit: 0,
      flags: { hydrate: false },
    });
  });

  it('lists the parameters of a list', () => {
    expect(listParameter(list).names).toEqual([
      'sort_by',
      'id',
      'name',
      'flag',
      'owner',
      'at',
      'state',
      'hydrate',
      'skip',
      'limit',
    ]);
  });

  it('returns a filter or a fault for every value, and never throws', () => {
    const names = fc.constantFrom('id', 'name', 'flag', 'owner', 'at');
    const prefix = fc.constantFrom('', ...predicates.map((it) => `${it}:`));
    fc.assert(
      fc.property(names, prefix, fc.string({ unit: 'grapheme' }), (name, before, text) => {
        const { request, faults } = parse(new URLSearchParams([[name, before + text]]).toString());
        expect(request.filters.length + faults.length).toBe(1);
      }),
    );
  });

  it('accepts every integer of 32 bits with every predicate of integers', () => {
    fc.assert(
      fc.property(fc.constantFrom(...valueTypes.integer.predicates), fc.integer(), (predicate, value) => {
        const { request, faults } = parse(`id=${predicate}:${value}`);
        expect(faults).toEqual([]);
        expect(request.filters).toEqual([{ column: 'id', predicate, value: String(value) }]);
      }),
    );
  });
});
