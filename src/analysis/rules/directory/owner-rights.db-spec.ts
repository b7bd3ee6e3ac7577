import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { edge } from '../../../graph/graph-records.fixture.js';
import { local, TestAnalysis } from '../../analysis.fixture.js';

function lines(owner: string, kind: string, targets: readonly string[]): string[] {
  return targets.map((target) => `${owner} ${kind} ${target}`);
}

describe('rights of owners', () => {
  let analysis: TestAnalysis;

  beforeAll(async () => {
    analysis = await TestAnalysis.open();
  });
  beforeEach(() => analysis.clear());
  afterAll(() => analysis.test.drop());

  const limiting = `${'0'.repeat(28)}1`;
  const owned = ['Owner', 'Admin', 'S-1-512'].flatMap((owner) =>
    ['PC', 'GMSA', 'MSA', 'PLAIN', 'FOREIGN'].flatMap((target) => [
      edge(owner, 'OwnsRaw', target),
      edge(owner, 'WriteOwnerRaw', target),
    ]),
  );

  const derive = (dsheuristics?: string) =>
    analysis.derive(
      local('S-1', 'Domain', dsheuristics === undefined ? {} : { dsheuristics }),
      local('S-2', 'Domain', { domainsid: 'S-2' }),
      local('PC', 'Computer'),
      local('GMSA', 'User', { gmsa: true }),
      local('MSA', 'User', { msa: true }),
      local('PLAIN', 'User', { gmsa: false, msa: false }),
      local('FOREIGN', 'Computer', { domainsid: 'S-2' }),
      local('Owner', 'User'),
      local('Admin', 'User'),
      local('INNER', 'Group'),
      local('S-1-512', 'Group'),
      edge('Admin', 'MemberOf', 'INNER'),
      edge('INNER', 'MemberOf', 'S-1-512'),
      ...owned,
    );

  const free = ['FOREIGN', 'PLAIN'];
  const all = ['FOREIGN', 'GMSA', 'MSA', 'PC', 'PLAIN'];

  it('are withheld on computers and service accounts of a domain that limits owners, and ownership of admins stays', async () => {
    expect(await derive(limiting)).toEqual(
      [
        ...lines('Admin', 'Owns', all),
        ...lines('Owner', 'Owns', free),
        ...lines('S-1-512', 'Owns', all),
        ...['Admin', 'Owner', 'S-1-512'].flatMap((owner) => lines(owner, 'WriteOwner', free)),
      ].toSorted(),
    );
  });

  it.each([undefined, '<not set>', '0000001', `${'0'.repeat(27)}10`, `${'0'.repeat(28)}2`])(
    'are all there if dsheuristics is %j',
    async (dsheuristics) => {
      const owners = ['Admin', 'Owner', 'S-1-512'];
      expect(await derive(dsheuristics)).toEqual(
        owners.flatMap((owner) => [...lines(owner, 'Owns', all), ...lines(owner, 'WriteOwner', all)]),
      );
    },
  );
});
