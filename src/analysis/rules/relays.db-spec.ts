import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RecordPart } from '../../graph/records.js';
import { edge } from '../../graph/graph-records.fixture.js';
import { ad, local } from '../analysis.fixture.js';
import { TestCompositions } from '../compositions/compositions.fixture.js';

describe('relays of NTLM', () => {
  let compositions: TestCompositions;

  beforeAll(async () => {
    compositions = await TestCompositions.open();
  });
  beforeEach(() => compositions.clear());
  afterAll(() => compositions.close());

  const coerced = { restrictoutboundntlm: false };
  const estate = [
    ad('S-1', 'Domain', { domainsid: 'S-1', functionallevel: '2016' }),
    local('S-1-S-1-5-11', 'Group'),
    local('TARGET', 'Computer', { smbsigning: false, ...coerced }),
    local('ONE', 'Computer', coerced),
    local('G', 'Group'),
    local('S-1-525', 'Group'),
  ];
  const relay = 'S-1-S-1-5-11 CoerceAndRelayNTLMToSMB TARGET';

  async function isRelayed(...records: readonly RecordPart[]): Promise<boolean> {
    return (await compositions.derive(...estate, ...records)).includes(relay);
  }

  it('reach a computer that a group with a computer administers', async () => {
    expect(await isRelayed(edge('G', 'AdminTo', 'TARGET'), edge('ONE', 'MemberOf', 'G'))).toBe(true);
    expect(await compositions.explain(relay)).toEqual(['G AdminTo TARGET', 'ONE MemberOf G']);
  });

  it('follow administrators by local groups of the same analysis', async () => {
    const administrators = [
      ad('TARGET-544', 'ADLocalGroup'),
      edge('TARGET-544', 'LocalToComputer', 'TARGET'),
      edge('ONE', 'MemberOfLocalGroup', 'TARGET-544'),
    ];
    expect(await isRelayed(...administrators)).toBe(true);
  });

  it('do not lead from a computer to itself', async () => {
    expect(await isRelayed(edge('TARGET', 'AdminTo', 'TARGET'))).toBe(false);
    expect(await isRelayed(edge('G', 'AdminTo', 'TARGET'), edge('TARGET', 'MemberOf', 'G'))).toBe(false);
  });

  it.each([
    ['2016', false],
    ['2012 R2', false],
    ['2012', true],
    ['2008 R2', true],
  ])('at functional level %s can use Protected Users: %s', async (functionallevel, works) => {
    const protectedUser = [
      ad('S-1', 'Domain', { domainsid: 'S-1', functionallevel }),
      edge('ONE', 'AdminTo', 'TARGET'),
      edge('ONE', 'MemberOf', 'G'),
      edge('G', 'MemberOf', 'S-1-525'),
    ];
    expect(await isRelayed(...protectedUser)).toBe(works);
  });
});
