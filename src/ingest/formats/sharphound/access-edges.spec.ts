import { describe, expect, it } from '@jest/globals';
import { converted } from '../../records/converted.fixture.js';
import { accessRights } from './access-edges.js';
import { converterOf } from './sharphound-types.fixture.js';

const convertContainer = converterOf('containers');

interface Ace {
  readonly who?: string | null;
  readonly type?: string;
  readonly right?: string;
  readonly inherited?: boolean;
}

const ace = ({ who = 'G1', type = 'Group', right = 'GenericAll', inherited = false }: Ace) => ({
  PrincipalSID: who,
  PrincipalType: type,
  RightName: right,
  IsInherited: inherited,
  InheritanceHash: 'abc',
});

const access = (...entries: readonly Ace[]) => accessWith({}, ...entries);

const accessWith = (Properties: Record<string, boolean>, ...entries: readonly Ace[]) =>
  converted(convertContainer, { ObjectIdentifier: 'X1', Properties, Aces: entries.map(ace) });

const rawRights: Record<string, string> = { Owns: 'OwnsRaw', WriteOwner: 'WriteOwnerRaw' };

describe('access entries', () => {
  it.each([...accessRights])('make an edge of %s', (right) => {
    expect(access({ right }).edges).toEqual([
      `G1:Group+Base -${rawRights[right] ?? right}-> X1:Container+Base {"isacl":true,"isinherited":false}`,
    ]);
  });

  it('of the same right count as inherited only where none is set on the object itself', () => {
    expect(access({ inherited: true }, { inherited: false, who: 'g1' }, { inherited: true }).edges).toEqual([
      'G1:Group+Base -GenericAll-> X1:Container+Base {"isacl":true,"isinherited":false}',
    ]);
    expect(access({ inherited: true }, { inherited: true }).edges).toEqual([
      'G1:Group+Base -GenericAll-> X1:Container+Base {"isacl":true,"isinherited":true}',
    ]);
  });

  it('of an object on itself are passed over, and those without a principal are one fault of the list', () => {
    expect(access({ who: 'x1' }, { who: '', right: 'Owns' }, { who: null, right: 'Owns' })).toMatchObject({
      edges: [],
      faults: ['Aces[1].PrincipalSID: is missing or empty; what has no id in this list is left out'],
    });
  });

  it('with an unknown right are a fault, and the others are taken', () => {
    expect(access({ right: 'Fly' }, { right: 'genericall' }, {})).toMatchObject({
      edges: ['G1:Group+Base -GenericAll-> X1:Container+Base {"isacl":true,"isinherited":false}'],
      faults: [
        'Aces[0].RightName: "Fly" is no right that is known',
        'Aces[1].RightName: "genericall" is no right that is known',
      ],
    });
  });

  it.each([
    ['LocalGroup', 'ADLocalGroup+Base'],
    ['Unknown', 'Base'],
    ['', 'Base'],
    ['EnterpriseCA', 'EnterpriseCA+Base'],
  ])('by a principal of the type %j', (type, kinds) => {
    expect(access({ type }).edges).toEqual([
      `G1:${kinds} -GenericAll-> X1:Container+Base {"isacl":true,"isinherited":false}`,
    ]);
  });

  it('for OWNER RIGHTS limit what the owner has, and inherited ones what a new owner would have', () => {
    const rights = 'BIRCH.LOCAL-S-1-3-4';
    expect(
      access(
        { who: 'U1', type: 'User', right: 'Owns' },
        { who: 'U2', type: 'User', right: 'WriteOwner' },
        { who: rights, right: 'GenericWrite' },
      ).edges,
    ).toEqual([
      'U1:User+Base -OwnsLimitedRights-> X1:Container+Base {"privileges":["GenericWrite"],"isacl":true,"isinherited":false}',
      'U2:User+Base -WriteOwnerRaw-> X1:Container+Base {"isacl":true,"isinherited":false}',
    ]);
    expect(
      access(
        { who: 'U2', type: 'User', right: 'WriteOwner' },
        { who: rights, right: 'WriteDacl', inherited: true },
        { who: rights, right: 'GenericWrite' },
      ).edges,
    ).toEqual([
      'U2:User+Base -WriteOwnerLimitedRights-> X1:Container+Base {"privileges":["WriteDacl"],"isacl":true,"isinherited":false}',
    ]);
  });

  // Entries of OWNER RIGHTS that are no edge are not listed, but the properties count them.
  it.each([
    [{}, [], ['OwnsRaw', 'WriteOwnerRaw']],
    [{ any: false, inherited: false }, [], ['OwnsRaw', 'WriteOwnerRaw']],
    [{ any: true, inherited: false }, [], ['WriteOwnerRaw']],
    [{ any: true, inherited: true }, [], []],
    [{}, [false], ['OwnsLimitedRights', 'WriteOwnerRaw']],
    [{ any: true, inherited: false }, [false], ['OwnsLimitedRights', 'WriteOwnerRaw']],
    [{ any: true, inherited: true }, [false], ['OwnsLimitedRights']],
    [{ any: true, inherited: true }, [true], ['OwnsLimitedRights', 'WriteOwnerLimitedRights']],
  ])(
    'of an owner, with the properties %j and entries of OWNER RIGHTS inherited %j, are %j',
    (flags, limits, rights) => {
      const { any, inherited } = { any: undefined, inherited: undefined, ...flags };
      const { edges } = accessWith(
        {
          ...(any !== undefined && { DoesAnyAceGrantOwnerRights: any }),
          ...(inherited !== undefined && { DoesAnyInheritedAceGrantOwnerRights: inherited }),
        },
        { right: 'Owns' },
        { right: 'WriteOwner' },
        ...limits.map((isInherited) => ({ who: 'S-1-3-4', inherited: isInherited })),
      );
      expect(edges.map((edge) => edge.split('-')[1])).toEqual(rights);
    },
  );
});
