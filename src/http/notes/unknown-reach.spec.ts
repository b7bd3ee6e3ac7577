import { describe, expect, it } from '@jest/globals';
import { UnknownReaches } from './unknown-reach.js';

const reach = (holder: string, scope = 'U') => ({
  holder,
  holderName: `${holder} NAME`,
  role: 'R',
  roleName: 'HELP',
  scope,
  scopeName: scope,
});

describe('unknown reach of an answer', () => {
  it('is absent without any', () => {
    const reaches = new UnknownReaches();
    reaches.add([]);
    expect([reaches.member, reaches.notes]).toEqual([undefined, []]);
  });

  it('counts each holder once, and lists each assignment once by name', () => {
    const reaches = new UnknownReaches();
    reaches.add([reach('BO'), reach('ADA', 'V'), reach('ADA')]);
    reaches.add([reach('ADA')]);
    const { holders, assignments } = reaches.member!;
    expect([holders, assignments.map((it) => `${it.holder} ${it.scope}`)]).toEqual([2, ['ADA U', 'ADA V', 'BO U']]);
  });

  it('lists 100 assignments and names 5, with the numbers of all', () => {
    const reaches = new UnknownReaches();
    reaches.add(Array.from({ length: 150 }, (_, index) => reach(`H${String(index).padStart(3, '0')}`)));
    expect([reaches.member!.holders, reaches.member!.assignments.length]).toEqual([150, 100]);
    expect(reaches.notes).toHaveLength(7);
    expect(reaches.notes[0]).toMatch(/unknown: 150$/);
    expect(reaches.notes.at(-1)).toBe('unknown reach: 145 more assignments');
  });
});
