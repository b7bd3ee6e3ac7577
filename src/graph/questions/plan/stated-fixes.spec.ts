import { describe, expect, it } from '@jest/globals';
import { firstForeignKind, Kind } from '../../kinds/kind-catalogue.js';
import { memoryGraphOf, type PlainEdge } from '../../memory/graph-data.fixture.js';
import { EdgeFlag, PropertyFlag } from '../../store/edge-flag.js';
import { type Costs, FixTable } from './fix-table.js';
import { StatedFixes } from './stated-fixes.js';

const [domain, unit, user, other, group, everybody, holder, computer, policy] = [0, 1, 2, 3, 4, 5, 6, 7, 8] as const;
const kinds = [
  Kind.Domain,
  Kind.OU,
  Kind.User,
  Kind.User,
  Kind.Group,
  Kind.Group,
  Kind.Container,
  Kind.Computer,
  Kind.GPO,
];
const hosts = Array.from({ length: 20 }, (_, index) => kinds.length + index);
const stated = EdgeFlag.Collected;
const inherited = stated | PropertyFlag.isinherited;

const structure: PlainEdge[] = [
  { source: domain, kind: Kind.Contains, target: unit, flags: stated },
  { source: unit, kind: Kind.Contains, target: user, flags: stated },
  { source: user, kind: Kind.HasSession, target: other, flags: stated },
];

/** The fixes of one edge beside some others: sort, object, trustee. */
function fixesOf(
  [source, kind, target, flags = stated]: readonly [number, number, number, number?],
  {
    others = [],
    costs = {},
    kept = [],
  }: { others?: readonly PlainEdge[]; costs?: Costs; kept?: readonly number[] } = {},
) {
  const edge = { source, kind, target, flags };
  const graph = memoryGraphOf({
    kinds: [...kinds, ...hosts.map(() => Kind.ADLocalGroup)],
    edges: [...structure, ...others, edge],
    changed: null,
    former: [],
  });
  const table = new FixTable(costs, new Map(kept.map((node) => [node, null])), () => true);
  const fixes = new StatedFixes(graph, table, (node) => node === group, new Set([everybody]));
  return fixes.of(edge).map((number) => {
    const { sort, at, by, isGuessed } = table.fixes[number]!;
    return [sort, at, by, ...(isGuessed ? ['guessed'] : [])];
  });
}

describe('the fixes of a stated edge', () => {
  it.each([
    ['an entry', [group, Kind.GenericAll, user], [['entry', user, group]]],
    ['a membership', [user, Kind.MemberOf, group], [['member', group, user]]],
    ['a primary group', [user, Kind.MemberOf, group, stated | PropertyFlag.isprimarygroup], []],
    ['a membership that Windows adds', [user, Kind.MemberOf, group, EdgeFlag.Derived], []],
    ['a member of everybody', [user, Kind.MemberOf, everybody], []],
    ['a local right', [group, Kind.AdminTo, computer], [['local', computer, group]]],
    ['delegation', [computer, Kind.AllowedToDelegate, user], [['delegation', computer, -1]]],
    ['an entry that trusts', [user, Kind.AllowedToAct, computer], [['trustees', computer, -1]]],
    ['a link', [policy, Kind.GPLink, unit], [['link', unit, policy]]],
    ['synchronization', [user, Kind.SyncedToEntraUser, other], [['sync', user, -1]]],
    ['a kind of an extension', [user, firstForeignKind, other], [['edge', other, user]]],
    ['a kind that rules derive', [user, Kind.ADCSESC1, domain], [['edge', domain, user]]],
    ['structure', [domain, Kind.Contains, computer], []],
  ] as const)('follow from %s', (_title, edge, expected) => {
    expect(fixesOf(edge)).toEqual(expected);
  });

  it('are at the container above with an entry of its own, if the entry is inherited', () => {
    const inheritedEdge = [group, Kind.WriteDacl, user, inherited] as const;
    const own = (target: number) => ({ source: group, kind: Kind.GenericWrite, target, flags: stated });
    expect(fixesOf(inheritedEdge, { others: [own(domain)] })).toEqual([['entry', domain, group, 'guessed']]);
    expect(fixesOf(inheritedEdge, { others: [own(domain), own(unit)] })).toEqual([['entry', unit, group, 'guessed']]);
    // It stands on an object that was not collected.
    expect(fixesOf(inheritedEdge)).toEqual([]);
  });

  it('are at AdminSDHolder, if it stamps an entry of the trustee on the object', () => {
    const stamps = { source: holder, kind: Kind.ProtectAdminGroups, target: user, flags: EdgeFlag.Derived };
    const own = { source: group, kind: Kind.GenericAll, target: holder, flags: stated };
    expect(fixesOf([group, Kind.GenericAll, user], { others: [stamps, own] })).toEqual([['entry', holder, group]]);
    expect(fixesOf([group, Kind.GenericAll, user], { others: [stamps] })).toEqual([['entry', user, group]]);
  });

  it('include the policy that puts a trustee into many local groups', () => {
    const memberOf = (target: number) => ({ source: group, kind: Kind.MemberOfLocalGroup, target, flags: stated });
    const [first, ...others] = hosts;
    const edge = [group, Kind.MemberOfLocalGroup, first!] as const;
    expect(fixesOf(edge, { others: others.map(memberOf) })).toEqual([
      ['member', first, group],
      ['policy', group, -1],
    ]);
    expect(fixesOf(edge, { others: others.slice(1).map(memberOf) })).toEqual([['member', first, group]]);
  });

  it('keep accounts that administer something from logging on; single sessions need a cost', () => {
    const session = [computer, Kind.HasSession, other] as const;
    const administers = { source: other, kind: Kind.AdminTo, target: computer, flags: stated };
    expect(fixesOf(session)).toEqual([]);
    expect(fixesOf(session, { others: [administers] })).toEqual([['logon', other, -1]]);
    expect(fixesOf([computer, Kind.HasSession, group])).toEqual([['logon', group, -1]]);
    expect(fixesOf(session, { costs: { session: 1 } })).toEqual([['session', computer, other]]);
  });

  it('are none at nodes that are kept', () => {
    expect(fixesOf([group, Kind.GenericAll, user], { kept: [user] })).toEqual([]);
    expect(fixesOf([group, Kind.GenericAll, user], { kept: [group] })).toEqual([['entry', user, group]]);
  });
});
