import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { edge, type RecordPart } from '../../../graph/graph-records.fixture.js';
import { ad, local } from '../../analysis.fixture.js';
import { TestCompositions } from '../../compositions/compositions.fixture.js';

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
    ['states nothing', {}, {}, ['restrictoutboundntlm', 'smbsigning']],
    ['signs', { smbsigning: true }, {}, []],
    ['may sign, and may be coerced', {}, coerced, ['smbsigning']],
    ['does not sign, and may be coerced', { smbsigning: false }, {}, ['restrictoutboundntlm']],
    ['does not sign, and is not coerced', { smbsigning: false }, { restrictoutboundntlm: true }, []],
    ['does not sign, and is coerced', { smbsigning: false }, coerced, []],
  ])('skip computers that another one administers: %s', async (_, target, administrator, expected) => {
    const { skipped } = await compositions.reportOf(
      ...estate.slice(0, 2),
      local('TARGET', 'Computer', target),
      local('ADMINISTRATOR', 'Computer', administrator),
      local('ALONE', 'Computer'),
      edge('ADMINISTRATOR', 'AdminTo', 'TARGET'),
    );
    expect(skipped).toEqual(expected.map((property) => ({ kind: 'CoerceAndRelayNTLMToSMB', property, objects: 1 })));
  });

  it('skip a computer if it is null whether it signs', async () => {
    await compositions.load(...estate, edge('ONE', 'AdminTo', 'TARGET'));
    const sql = `UPDATE node SET props = props || '{"smbsigning": null}' WHERE objectid = 'TARGET'`;
    await compositions.test.database.query(sql);
    const { skipped } = await compositions.run();
    expect(skipped).toEqual([{ kind: 'CoerceAndRelayNTLMToSMB', property: 'smbsigning', objects: 1 }]);
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
