import { describe, expect, it } from '@jest/globals';
import { columnsOf, csvLine, valuesOf } from './csv-lines.js';

describe(csvLine.name, () => {
  it.each([
    ['text', 'text'],
    ['', ''],
    [null, ''],
    [undefined, ''],
    [7, '7'],
    [-7.5, '-7.5'],
    [false, 'false'],
    ['a,b', '"a,b"'],
    ['say "so"', '"say ""so"""'],
    ['two\nlines', '"two\nlines"'],
    ['two\r\nlines', '"two\r\nlines"'],
    [' spaced', '" spaced"'],
    ['spaced ', '"spaced "'],
    ['É漢😀', 'É漢😀'],
    [['a', 1], '"[""a"",1]"'],
    [[], '[]'],
    [{ time: null, valid: false }, '"{""time"":null,""valid"":false}"'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', `"'\rx"`],
    ['\n=1+1', `"'\n=1+1"`],
    ['＝1+1', "'＝1+1"],
    ['＋1', "'＋1"],
    ['－1', "'－1"],
    ['＠SUM(A1)', "'＠SUM(A1)"],
    ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
    ['a=b', 'a=b'],
  ])('writes %j as %s', (value, cell) => {
    expect(csvLine([value, 'end'])).toBe(`${cell},end\r\n`);
  });
});

describe(columnsOf.name, () => {
  it('returns the columns of all rows', () => {
    expect(
      columnsOf([
        { a: 1, b: 2 },
        { c: 3, a: 4 },
      ]),
    ).toEqual(['a', 'b', 'c']);
    expect(columnsOf([])).toEqual([]);
  });

  it('has a column for each of the props', () => {
    const rows = [{ a: 1, props: { x: 2 } }, { a: 3, props: { y: 4, x: 5 } }, { a: 6 }];
    const columns = columnsOf(rows);
    expect(columns).toEqual(['a', 'props.x', 'props.y']);
    expect(rows.map((row) => valuesOf(row, columns))).toEqual([
      [1, 2, undefined],
      [3, 5, 4],
      [6, undefined, undefined],
    ]);
  });
});
