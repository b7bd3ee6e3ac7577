import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Trait } from '../../facts/graph-facts.js';
import { PlainGraph } from '../../facts/plain-graph.fixture.js';
import { plainPrincipalsInAll } from './principals.fixture.js';
import { Principals } from './principals.js';

const nodes = {
  U: ['User'],
  V: ['User'],
  C: ['Computer'],
  A: ['Group'],
  B: ['Group'],
  G: ['Group'],
  L: ['ADLocalGroup'],
  ADMINISTRATORS: ['Group'],
  EVERYONE: ['Group'],
} as const;
type Name = keyof typeof nodes;
type Membership = readonly [member: Name, group: Name];

const administrators = new Set(['ADMINISTRATORS']);
const everybody = new Set(['EVERYONE']);
const groups = new Set(['A', 'B', 'G', 'L', 'ADMINISTRATORS', 'EVERYONE']);

function principals(memberships: readonly Membership[], ...holders: readonly (readonly Name[])[]): string[] {
  const graph = new PlainGraph(
    nodes,
    memberships.map(([member, group]) => [member, group === 'L' ? 'MemberOfLocalGroup' : 'MemberOf', group]),
  );
  const has = (node: number, trait: number) =>
    (trait === Trait.LocalAdministrators && administrators.has(graph.name(node))) ||
    (trait === Trait.IsEverybody && everybody.has(graph.name(node)));
  const known = new Principals(graph, { has });
  const sets = holders.map((names) => known.setOf(names.map((name) => graph.id(name))));
  return known
    .inAll(sets)
    .map((node) => graph.name(node))
    .toSorted();
}

describe('principals in all sets', () => {
  it('returns a group that is in all sets instead of its members', () => {
    expect(principals([['U', 'A']], ['A'], ['A'])).toEqual(['A']);
    expect(
      principals(
        [
          ['U', 'B'],
          ['B', 'A'],
        ],
        ['A'],
        ['B', 'U'],
      ),
    ).toEqual(['B']);
  });

  it('returns the shared members of different groups', () => {
    const memberships: Membership[] = [
      ['U', 'A'],
      ['V', 'A'],
      ['U', 'L'],
      ['C', 'L'],
    ];
    expect(principals(memberships, ['A'], ['L'])).toEqual(['U']);
    expect(principals(memberships, ['A'], ['L'], ['V'])).toEqual([]);
  });

  it('leaves out sets that contain everybody', () => {
    const memberships: Membership[] = [
      ['A', 'EVERYONE'],
      ['EVERYONE', 'B'],
    ];
    expect(principals(memberships, ['U'], ['B'])).toEqual(['U']);
    expect(principals(memberships, ['A', 'EVERYONE'], ['B'])).toEqual(['A', 'B', 'EVERYONE']);
  });

  it('does not follow memberships of local administrators', () => {
    const memberships: Membership[] = [
      ['U', 'ADMINISTRATORS'],
      ['ADMINISTRATORS', 'A'],
    ];
    expect(principals(memberships, ['ADMINISTRATORS'], ['U', 'ADMINISTRATORS'])).toEqual(['ADMINISTRATORS']);
    expect(principals(memberships, ['ADMINISTRATORS'], ['U'])).toEqual([]);
    expect(principals(memberships, ['A'], ['ADMINISTRATORS'])).toEqual([]);
  });

  it('agrees with its definition on any memberships and up to four sets', () => {
    const name = fc.constantFrom(...Object.keys(nodes)) as fc.Arbitrary<Name>;
    const rare = fc.oneof(
      { weight: 8, arbitrary: name.filter((it) => it !== 'EVERYONE') },
      { weight: 1, arbitrary: name },
    );
    const memberships = fc.array(
      fc.tuple(
        rare,
        rare.filter((it) => groups.has(it)),
      ),
      { maxLength: 12 },
    );
    const holders = fc.array(fc.uniqueArray(rare, { maxLength: 3 }), { maxLength: 4 });
    fc.assert(
      fc.property(memberships, holders, (links, sets) => {
        const plain = { groups, administrators, everybody, memberships: links };
        expect(principals(links, ...sets)).toEqual(plainPrincipalsInAll(plain, sets));
      }),
      { numRuns: 2000 },
    );
  });
});
