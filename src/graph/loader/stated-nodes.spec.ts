import { describe, expect, it } from '@jest/globals';
import { StatedNodes } from './stated-nodes.js';

function mayRepeat(objectids: readonly string[]): boolean {
  const nodes = new StatedNodes();
  for (const objectid of objectids) nodes.add(objectid);
  return nodes.mayRepeat;
}

const distinct = (count: number) => Array.from({ length: count }, (_, number) => `N${number}`);

describe('StatedNodes', () => {
  it.each([
    ['none', [], false],
    ['different ones', ['A', 'B', 'C'], false],
    ['one twice', ['A', 'B', 'A', 'C'], true],
    ['one that is stored without a character', ['A', 'A\0'], true],
    ['as many as are remembered', distinct(50_000), false],
    ['one more', distinct(50_001), true],
  ])('tells of %s whether one may be stated twice', (_what, objectids, may) => {
    expect(mayRepeat(objectids)).toBe(may);
  });
});
