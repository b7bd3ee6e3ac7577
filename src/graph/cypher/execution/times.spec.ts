import { describe, expect, it } from '@jest/globals';
import { ask } from '../../../../test/cypher/ask.js';
import { create } from '../../../../test/cypher/create.js';
import { PlainGraph } from '../../../../test/cypher/plain-graph.js';

const graph = new PlainGraph();
create(graph, "CREATE ({name: 'OLD', seen: '2026-01-01'}), ({name: 'NEW', seen: '2026-03-01'}), ({name: 'NEVER'})");

const now = Date.UTC(2026, 2, 3, 12);

function value(expression: string): unknown {
  const [row] = ask(graph, `RETURN ${expression} AS value`, {}, { now }).rows;
  return row?.[0];
}

function names(where: string): unknown {
  return ask(graph, `MATCH (n) WHERE ${where} RETURN n.name ORDER BY n.name`, {}, { now }).rows.flat();
}

describe('durations', () => {
  it.each([
    ['P3D', 'P3D'],
    ['PT12H', 'PT12H'],
    ['PT90M', 'PT1H30M'],
    ['PT0.5S', 'PT0.5S'],
    ['P1Y2M10DT2H30M', 'P1Y2M10DT2H30M'],
    ['P14M', 'P1Y2M'],
    ['P2W', 'P14D'],
    ['P1.5D', 'P1DT12H'],
    ['P0,5W', 'P3DT12H'],
    ['P0.5Y', 'P6M'],
    ['-P1DT2H', 'P-1DT-2H'],
    ['P-1D', 'P-1D'],
    ['P0001-02-03T04:05:06.7', 'P1Y2M3DT4H5M6.7S'],
    ['PT0S', 'PT0S'],
    ['p7d', 'P7D'],
  ])('read %s', (text, shown) => {
    expect(value(`toString(duration('${text}'))`)).toBe(shown);
  });

  it.each(['3D', 'P', 'PT', 'P3', 'P1H', 'PT1D', '3 days', ''])('refuse %j', (text) => {
    expect(() => value(`duration('${text}')`)).toThrow(
      `${JSON.stringify(text)} is no duration, such as P3D, PT12H or P1Y2M10DT2H30M`,
    );
  });

  it('are made of units', () => {
    expect(value('toString(duration({days: 1, hours: 36, minutes: 1.5}))')).toBe('P1DT36H1M30S');
    expect(() => value('duration({day: 1})')).toThrow(
      'day is no unit of a duration; its units are years, quarters, months, weeks, days, hours, minutes, seconds, milliseconds',
    );
    expect(() => value("duration({days: '1'})")).toThrow('expected a number as days, found a text');
    expect(value('duration(null)')).toBeNull();
  });

  it('move points in time, and keep the day within its month', () => {
    expect(value("toString(datetime() - duration('P3DT1H'))")).toBe('2026-02-28T11:00:00Z');
    expect(value('toString(datetime() + duration({minutes: 1}))')).toBe('2026-03-03T12:01:00Z');
    expect(value("toString(duration('P1M') + date('2026-01-31'))")).toBe('2026-02-28');
    expect(value("toString(date('2024-02-29') - duration('P1Y'))")).toBe('2023-02-28');
    expect(value("toString(date('2026-01-31') + duration('PT36H'))")).toBe('2026-01-31');
  });

  it('are added, multiplied, compared and read in parts', () => {
    expect(value("toString(duration('P1D') + duration('PT1H') - duration('P3D'))")).toBe('P-2DT1H');
    expect(value("toString(2 * duration('P1D') + duration('P1M') / 2)")).toBe('P17DT5H14M33S');
    expect(
      value("[d IN [duration('P1Y2M10DT2H30M')] | [d.years, d.months, d.days, d.hours, d.minutes, d.weeks]]"),
    ).toEqual([[1n, 14n, 10n, 2n, 150n, 1n]]);
    expect(value("duration('P7D') = duration('P1W')")).toBe(true);
    expect(value("duration('P1D') < duration('P2D')")).toBeNull();
    expect(() => value("duration('P1D') + true")).toThrow('expected a number beside +, found a duration');
  });
});

describe('a text that is a date', () => {
  it('is compared with points in time', () => {
    expect(names("n.seen > datetime() - duration('P30D')")).toEqual(['NEW']);
    expect(names('n.seen < date() - duration({days: 30})')).toEqual(['OLD']);
    expect(names("n.seen = date('2026-03-01')")).toEqual(['NEW']);
    expect(names('n.name < datetime()')).toEqual([]);
    expect(names("n.seen >= '2026-02-01'")).toEqual(['NEW']);
  });
});
