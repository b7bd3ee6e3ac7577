import { describe, expect, it } from '@jest/globals';
import { Kind } from '../../kinds/kind-catalogue.js';
import { memoryGraphOf, type PlainEdge } from '../../memory/graph-data.fixture.js';
import { uninterrupted } from '../interrupt.js';
import { TakesAway } from './takes-away.js';

const [ann, bo, inner, outer, pc, template] = [0, 1, 2, 3, 4, 5] as const;
const kinds = [Kind.User, Kind.User, Kind.Group, Kind.Group, Kind.Computer, Kind.CertTemplate];
const memberships: PlainEdge[] = [
  { source: ann, kind: Kind.MemberOf, target: inner },
  { source: bo, kind: Kind.MemberOf, target: inner },
  { source: inner, kind: Kind.MemberOf, target: outer },
];

/** What a fix takes away that cuts some edges. */
function lostBy(
  cut: readonly PlainEdge[],
  others: readonly PlainEdge[],
  sort: 'entry' | 'member' | 'template' = 'entry',
) {
  const graph = memoryGraphOf({ kinds, edges: [...memberships, ...others], changed: null, former: [] });
  const check = { cutEdges: () => cut.map(({ source, kind, target }) => [source, kind, target, 0] as const) };
  const fix = { sort, at: template, by: -1, cost: 1, isGuessed: false };
  return new TakesAway(graph, check, uninterrupted).of(0, fix);
}

describe(TakesAway.name, () => {
  const entry = { source: outer, kind: Kind.GenericAll, target: pc };

  it('counts accounts that have the right by membership, and not by another one', () => {
    expect(lostBy([entry], [entry])).toEqual({ accounts: 2, pairs: 2, isCut: false });
    const own = { source: bo, kind: Kind.GenericAll, target: pc };
    expect(lostBy([entry], [entry, own])).toEqual({ accounts: 1, pairs: 1, isCut: false });
    const another = { source: bo, kind: Kind.WriteDacl, target: pc };
    expect(lostBy([entry], [entry, another])).toEqual({ accounts: 2, pairs: 2, isCut: false });
  });

  it('counts the rights of all groups above a membership', () => {
    const [member] = memberships;
    const rights = [entry, { source: inner, kind: Kind.AdminTo, target: pc }];
    expect(lostBy([member!], rights, 'member')).toEqual({ accounts: 1, pairs: 2, isCut: false });
  });

  it('counts those who enroll in a template', () => {
    const enroll = { source: inner, kind: Kind.Enroll, target: template };
    expect(lostBy([], [enroll], 'template')).toEqual({ accounts: 2, pairs: 2, isCut: false });
  });
});
