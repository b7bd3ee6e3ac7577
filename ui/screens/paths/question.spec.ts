import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { filterWithout, leftOut, pathQuery } from './question.js';

const query = (text: string) => pathQuery(new URLSearchParams(text));

describe(pathQuery.name, () => {
  it('asks for paths over edges that give control, to tier zero, if the address does not say', () => {
    expect(query('start_node=S-1&start_node=S-2&sel=7')).toEqual({
      start_node: ['S-1', 'S-2'],
      end_tag: ['tier_zero'],
      only_traversable: 'true',
    });
  });

  it('reads each form of the ends, and the limits', () => {
    const text = 'start_kind=User&end_node=S-1&relationship_kinds=nin:CanRDP&only_traversable=false&max_nodes=10000';
    expect(query(text)).toEqual({
      start_kind: ['User'],
      end_node: ['S-1'],
      relationship_kinds: ['nin:CanRDP'],
      only_traversable: ['false'],
      max_nodes: ['10000'],
    });
    expect(query('start_tag=owned')).toMatchObject({ start_tag: ['owned'], end_tag: ['tier_zero'] });
  });

  it('asks nothing without a start', () => {
    expect(query('')).toBeNull();
    expect(query('start_kind=')).toBeNull();
  });

  it('reads what is left out, and a number of paths from one node to another', () => {
    const more = 'longer=true&paths=3&exclude_node=S-3&exclude_edge=S-1,MemberOf,S-3';
    const exclusions = { exclude_node: ['S-3'], exclude_edge: ['S-1,MemberOf,S-3'] };
    const [several, one] = [query(`start_node=S-1&${more}`), query(`start_node=S-1&end_node=S-2&${more}`)];
    expect(several).toMatchObject({ longer: ['true'], ...exclusions });
    expect(several).not.toHaveProperty('paths');
    expect(one).toMatchObject({ paths: ['3'], ...exclusions });
    expect(one).not.toHaveProperty('longer');
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
