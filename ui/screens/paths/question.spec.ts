import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { filterWithout, leftOut, pathQuery, questionValues, readQuestion, swapped } from './question.js';

const all = { exclude_node: [], exclude_edge: [], exclude_where: [] };
const read = (text: string) => readQuestion(new URLSearchParams(text));

describe(readQuestion.name, () => {
  it('asks for paths over edges that give control, to tier zero, if the address does not say', () => {
    expect(pathQuery(read('start_node=S-1&start_node=S-2'))).toEqual({
      start_node: ['S-1', 'S-2'],
      end_tag: 'tier_zero',
      only_traversable: 'true',
      ...all,
    });
  });

  it('reads each form of the ends, and the limits', () => {
    const text = 'start_kind=User&end_node=S-1&relationship_kinds=nin:CanRDP&only_traversable=false&max_nodes=10000';
    expect(pathQuery(read(text))).toEqual({
      start_kind: 'User',
      end_node: ['S-1'],
      relationship_kinds: 'nin:CanRDP',
      only_traversable: 'false',
      max_nodes: '10000',
      ...all,
    });
    expect(pathQuery(read('start_tag=owned&max_nodes=many'))).toEqual({
      start_tag: 'owned',
      end_tag: 'tier_zero',
      only_traversable: 'true',
      ...all,
    });
  });

  it('asks nothing without a start', () => {
    expect(pathQuery(read(''))).toBeNull();
    expect(pathQuery(read('start_kind='))).toBeNull();
  });

  it('reads what is left out, and a number of paths from one node to another', () => {
    const more = 'longer=true&paths=3&exclude_node=S-3&exclude_edge=S-1,MemberOf,S-3';
    const shared = { longer: 'true', exclude_node: ['S-3'], exclude_edge: ['S-1,MemberOf,S-3'] };
    expect(pathQuery(read(`start_node=S-1&${more}`))).toMatchObject(shared);
    expect(pathQuery(read(`start_node=S-1&end_node=S-2&${more}`))).toMatchObject({
      ...shared,
      longer: undefined,
      paths: '3',
    });
  });
});

describe(questionValues.name, () => {
  it('writes what was read', () => {
    const text =
      'start_node=S-1&start_node=S-2&end_kind=Domain&relationship_kinds=in%3AMemberOf&only_traversable=false&max_nodes=5';
    const question = read(text);
    const written = new URLSearchParams(
      Object.entries(questionValues(question)).flatMap(([name, value]) =>
        [value ?? []].flat().map((one) => [name, one]),
      ),
    );
    expect(read(written.toString())).toEqual(question);
  });
});

describe(swapped.name, () => {
  it('exchanges the ends', () => {
    expect(swapped(read('start_node=S-1'))).toMatchObject({
      start: { by: 'tag', tag: 'tier_zero' },
      end: { by: 'node', ids: ['S-1'] },
    });
  });
});

describe(leftOut.name, () => {
  it.each([
    ['', []],
    ['nin:A,B', ['A', 'B']],
    ['in:A', ['B', 'C']],
    ['A', ['B', 'C']],
  ])('reads %j', (filter, expected) => {
    expect([...leftOut(filter, ['A', 'B', 'C'])]).toEqual(expected);
  });

  it('reads what filterWithout writes', () => {
    const known = ['A', 'B', 'C', 'D', 'E'];
    fc.assert(
      fc.property(fc.subarray(known, { maxLength: 4 }), (out) => {
        expect(leftOut(filterWithout(new Set(out), known), known)).toEqual(new Set(out));
      }),
    );
  });
});
