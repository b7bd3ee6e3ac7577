import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Fault } from '../../base/errors.js';
import { before, durationOf } from '../../http/input/duration.js';
import type { NodeLookup } from '../../graph/lookups/node-lookup.js';
import type { PropertyLookup } from '../../graph/conditions/property-lookup.js';
import { readCondition } from './conditions.query.js';
import { ConditionsService } from './conditions.service.js';

function read(text: string) {
  const faults: Fault[] = [];
  return readCondition(text, 'where', faults) ?? faults.map(({ code }) => code);
}

it.each([
  ['enabled:true', 'eq', true],
  ['enabled:neq:F', 'neq', false],
  ['description:~eq:a:b', '~eq', 'a:b'],
  ['operatingsystem:lt:WINDOWS SERVER 2016', 'lt', 'WINDOWS SERVER 2016'],
  ['description:gt', 'eq', 'gt'],
  ['description:eq:gt:5', 'eq', 'gt:5'],
  ['description:foo:bar', 'eq', 'foo:bar'],
  ['description:', 'eq', ''],
  ['description:null', 'eq', null],
  ['description:~eq:null', '~eq', 'null'],
  ['whencreated:gte:2026-01-31T13:00:00Z', 'gte', 1_769_864_400_000],
  ['whencreated:gte:2026-01-31T14:00:00 01:00', 'gte', 1_769_864_400_000],
  ['whencreated:-P2D', 'eq', { months: 0, ms: 172_800_000 }],
  ['machineaccountquota:gt:-1.5', 'gt', -1.5],
  ['anything:lt:-P1Y', 'lt', { months: 12, ms: 0 }],
  ['anything:lt:5', 'lt', '5'],
  ['enabled,haslaps:true', 'eq', true],
  ['operatingsystem:starts:WINDOWS XP,WINDOWS 7', 'starts', ['WINDOWS XP', 'WINDOWS 7']],
  ['objectid:nends:-502', 'nends', ['-502']],
  ['lastlogon:never', 'eq', 'never'],
  ['description:gt:never', 'gt', 'never'],
  ['anything:neq:never', 'neq', 'never'],
])('reads %s', (text, predicate, value) => {
  expect(read(text)).toMatchObject({ properties: text.split(':')[0]!.split(','), predicate, value });
});

it.each([
  ['edge:AdminTo:out:0', { edgeKind: 'AdminTo', direction: 'out', predicate: 'eq', value: 0 }],
  ['edge:MemberOf:in:gte:12', { edgeKind: 'MemberOf', direction: 'in', predicate: 'gte', value: 12 }],
  ['under:S-1-5-21-1', { container: 'S-1-5-21-1' }],
  ['under:A:B', { container: 'A:B' }],
  ['memberof:-512', { groupEnding: '-512', isMember: true }],
  ['memberof:neq:S-1-5-32-544', { groupEnding: 'S-1-5-32-544', isMember: false }],
])('reads %s as a condition on edges', (text, condition) => {
  expect(read(text)).toEqual(condition);
});

it.each([
  ['edge:AdminTo:out', 'query.invalid_value'],
  ['edge:AdminTo:up:1', 'query.invalid_value'],
  ['edge:AdminTo:out:~eq:1', 'query.invalid_value'],
  ['edge:AdminTo:out:-1', 'query.invalid_value'],
  ['edge:', 'query.invalid_value'],
  ['under:', 'query.invalid_value'],
  ['enabled', 'query.invalid_value'],
  [':true', 'query.invalid_value'],
  ['a,,b:true', 'query.invalid_value'],
  ['enabled,operatingsystem:true', 'filter.invalid_value'],
  ['enabled:starts:t', 'filter.invalid_predicate'],
  ['lastlogon:lt:never', 'filter.invalid_value'],
  ['memberof:gt:-512', 'filter.invalid_predicate'],
  ['memberof:', 'filter.invalid_value'],
  ['memberof:-512,-519', 'filter.invalid_value'],
  ['enabled:~eq:t', 'filter.invalid_predicate'],
  ['enabled:', 'filter.invalid_value'],
  ['whencreated:gt:null', 'filter.invalid_value'],
  ['whencreated:yesterday', 'filter.invalid_value'],
])('refuses %s', (text, code) => {
  expect(read(text)).toEqual([code]);
});

it('reads any value after a predicate as it is', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('eq', '~eq', 'neq'),
      fc.string().filter((it) => !/\0|^null$/.test(it)),
      (predicate, value) => {
        expect(read(`description:${predicate}:${value}`)).toMatchObject({ predicate, value });
      },
    ),
  );
});

it.each([
  ['-P90D', '2025-12-31T12:00:00.000Z'],
  ['-P1M', '2026-02-28T12:00:00.000Z'],
  ['-P1Y1W', '2025-03-24T12:00:00.000Z'],
  ['-PT36H', '2026-03-30T00:00:00.000Z'],
  ['-P1DT1M1S', '2026-03-30T11:58:59.000Z'],
  ['-P9999Y', '0001-01-01T00:00:00.000Z'],
])('finds the instant %s before the last of March', (text, instant) => {
  expect(new Date(before(new Date('2026-03-31T12:00:00Z'), durationOf(text)!)).toISOString()).toBe(instant);
});

it('gives a duration the same time within a minute', async () => {
  const times = ['2026-03-31T12:00:01.500Z', '2026-03-31T12:00:59Z', '2026-03-31T12:01:00Z'].map((it) => new Date(it));
  const clock = { now: () => times.shift()! };
  const properties = { exists: () => Promise.resolve(true) } as unknown as PropertyLookup;
  const nodes = { find: () => Promise.resolve(new Map()) } as unknown as NodeLookup;
  const conditions = new ConditionsService(properties, clock, undefined as never, undefined as never, nodes);
  const values: unknown[] = [];
  for (let request = 1; request <= 3; request++) {
    const asked = [readCondition('lastlogon:lt:-PT1H', 'where', [])!];
    const [condition] = await conditions.resolve(asked, []);
    values.push(condition && 'value' in condition && condition.value);
  }
  expect(values).toEqual([1_774_954_800_000, 1_774_954_800_000, 1_774_954_860_000]);
});

it.each(['P90D', '-P', '-P1DT', '-PT', '-P1.5D', '-P1H', '-P1D '])('reads %j as no duration', (text) => {
  expect(durationOf(text)).toBeUndefined();
});
