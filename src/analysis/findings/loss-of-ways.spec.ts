import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { edgesByStart } from '../../graph/questions/reachability/condensed-graph.js';
import { lossOfWays } from './loss-of-ways.js';

type Edge = readonly [source: number, target: number];

interface Estate {
  readonly edges: readonly Edge[];
  readonly tierZero: readonly number[];
  readonly accounts: readonly number[];
}

const size = 12;
const node = fc.nat(size - 1);
const nodes = (least: number, most: number) => fc.uniqueArray(node, { minLength: least, maxLength: most });
const estates = fc.record<Estate>({
  edges: fc.array(fc.tuple(node, node), { maxLength: 30 }),
  tierZero: nodes(1, 4),
  accounts: nodes(0, size),
});

/** The losses by `source target`. */
function losses({ edges, tierZero, accounts }: Estate): Record<string, { freed: number; shared: number }> {
  const into = rightsInto(edges, tierZero);
  const lists = edgesByStart(size, (visit) => edges.forEach((edge) => visit(...edge)));
  const isTierZero = Uint8Array.from({ length: size }, (_, it) => Number(tierZero.includes(it)));
  const isOutsider = (it: number) => accounts.includes(it) && isTierZero[it] === 0;
  const lossOf = lossOfWays(
    lists,
    isTierZero,
    isOutsider,
    into.map(([source]) => source),
  );
  return Object.fromEntries(into.map(([source, target]) => [`${source} ${target}`, lossOf(source)]));
}

/** The same by removing the rights of each source on each target in turn, and walking again. */
function naiveLosses({ edges, tierZero, accounts }: Estate): ReturnType<typeof losses> {
  const outside = edges.filter(([source]) => !tierZero.includes(source));
  const outsiders = accounts.filter((it) => !tierZero.includes(it));
  const reaching = (ends: readonly number[], from: readonly Edge[]) => {
    const reached = new Set(ends);
    for (const at of reached) for (const [source, target] of from) if (target === at) reached.add(source);
    return outsiders.filter((it) => reached.has(it));
  };
  return Object.fromEntries(
    rightsInto(edges, tierZero).map(([source, target]) => {
      const rest = outside.filter((edge) => edge[0] !== source || edge[1] !== target);
      const still = new Set(reaching(tierZero, rest));
      const users = reaching([source], outside);
      const lost = reaching(tierZero, outside).filter((it) => !still.has(it));
      return [`${source} ${target}`, { freed: lost.length, shared: users.filter((it) => still.has(it)).length }];
    }),
  );
}

function rightsInto(edges: readonly Edge[], tierZero: readonly number[]): Edge[] {
  return edges.filter(([source, target]) => !tierZero.includes(source) && tierZero.includes(target));
}

describe('the loss of ways into tier zero', () => {
  it('equals the removal of all rights of each source on each target in turn', () => {
    fc.assert(
      fc.property(estates, (estate) => {
        expect(losses(estate)).toEqual(naiveLosses(estate));
      }),
      { numRuns: 2000 },
    );
  });

  // 0 is tier zero, with a member 1; accounts are 5 to 9, and 5 has the rights.
  it.each<[string, readonly Edge[], ReturnType<typeof losses>]>([
    [
      'frees the source and all behind it',
      [
        [5, 0],
        [6, 5],
        [7, 6],
      ],
      { '5 0': { freed: 3, shared: 0 } },
    ],
    [
      'takes several edges to one target for one right',
      [
        [5, 0],
        [5, 0],
        [6, 5],
      ],
      { '5 0': { freed: 2, shared: 0 } },
    ],
    [
      'frees nobody if the source has another target',
      [
        [5, 0],
        [5, 1],
        [6, 5],
      ],
      { '5 0': { freed: 0, shared: 2 }, '5 1': { freed: 0, shared: 2 } },
    ],
    [
      'frees those alone that have no other way',
      [
        [5, 0],
        [6, 5],
        [7, 5],
        [7, 8],
        [8, 1],
      ],
      { '5 0': { freed: 2, shared: 1 }, '8 1': { freed: 1, shared: 1 } },
    ],
    [
      'does not follow ways beyond tier zero',
      [
        [5, 0],
        [6, 1],
        [1, 5],
      ],
      { '5 0': { freed: 1, shared: 0 }, '6 1': { freed: 1, shared: 0 } },
    ],
    [
      'does not take a way back to the source for another one',
      [
        [5, 0],
        [5, 6],
        [6, 5],
      ],
      { '5 0': { freed: 2, shared: 0 } },
    ],
  ])('%s', (_, edges, expected) => {
    expect(losses({ edges, tierZero: [0, 1], accounts: [5, 6, 7, 8, 9] })).toEqual(expected);
  });
});
