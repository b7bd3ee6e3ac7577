import { describe, expect, it } from '@jest/globals';
import { table } from './tables.js';

const id = 'S-1-5-21-3856858773-231016774-2279787834-1136';
const hits = { head: ['name', 'object id'], rows: [['STAFF OF THE NORTH@BIRCH.LOCAL', { whole: id }]] };

describe('a table', () => {
  it('wraps names but never ids, even if they are wider than the terminal', () => {
    const cells = table(hits, { columns: 66 })
      .split('\n')
      .filter((line) => line.startsWith('│'))
      .map((line) =>
        line
          .split('│')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      );
    expect(cells).toEqual([
      ['name', 'object'],
      ['', 'id'],
      ['STAFF OF THE N', id],
      ['ORTH@BIRCH.LOC', ''],
      ['AL', ''],
    ]);
    expect(table(hits, { columns: 40 })).toContain(`│ ${id} │`);
  });

  it('has a bold head on a terminal with colours', () => {
    const lines = table({ head: ['a', 'b'], rows: [['1', 2]] }, { columns: 80, hasColours: true }).split('\n');
    expect(lines).toEqual([
      '┌───┬───┐',
      '│\u001B[1m a \u001B[22m│\u001B[1m b \u001B[22m│',
      '├───┼───┤',
      '│ 1 │ 2 │',
      '└───┴───┘',
    ]);
  });
});
