import { describe, expect, it } from '@jest/globals';
import { memoryGraphOf } from '../../memory/graph-data.fixture.js';
import { uninterrupted } from '../../questions/interrupt.js';
import { fromJson } from '../data/values.js';
import { Budget, defaultLimits } from './budget.js';
import { type AnswerForm, ResultWriter } from './write-result.js';

/** @param rows JSON */
function written(form: AnswerForm, rows: readonly (readonly unknown[])[]): string {
  const budget = new Budget(defaultLimits, uninterrupted);
  const writer = new ResultWriter(memoryGraphOf({ kinds: [], edges: [], former: [], changed: null }), budget, form, [
    'one',
    'two',
  ]);
  writer.write(rows.map((row) => row.map((value) => fromJson(value))));
  return Buffer.concat(writer.finish().text.chunks).toString();
}

describe('rows without nodes', () => {
  it.each([
    [[null, 1], ',1'],
    [[true, 'x'], 'true,x'],
    [['=1', 'a "b"'], `'=1,"a ""b"""`],
    [[' x', ''], '" x",'],
    [[[1, 'x', null], { key: null }], '"[1,""x"",null]","{""key"":null}"'],
    [[[], {}], '"[]","{}"'],
  ])('are lines of CSV: %j', (row, line) => {
    expect(written('csv', [row])).toBe(`one,two\r\n${line}\r\n`);
  });

  it('are arrays of JSON in a table', () => {
    const rows = [
      [null, '=1 "x"'],
      [[1, { key: [] }], false],
    ];
    expect(JSON.parse(`[${written('table', rows)}]`)).toEqual(rows);
  });

  it('are keys and values as literals', () => {
    expect(JSON.parse(`[${written('literals', [[null, [1, 'x']]])}]`)).toEqual([
      { key: 'one', value: null },
      { key: 'two', value: [1, 'x'] },
    ]);
  });
});
