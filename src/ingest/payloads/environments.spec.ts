import { describe, expect, it } from '@jest/globals';
import type { NodeRecord } from '../../graph/records.js';
import { domainOfSid, reportedEnvironmentOf } from './environments.js';
import { PayloadTally } from './payload-tally.js';

const node = (kind: string, properties: NodeRecord['properties']): NodeRecord => ({
  objectid: 'AN-ID',
  kinds: [kind, 'Base'],
  properties,
  described: true,
});

describe('the environment of a node', () => {
  it.each([
    ['User', { domainsid: 's-1-5-21-1' }, 'S-1-5-21-1'],
    ['AZUser', { tenantid: 'tenant' }, 'TENANT'],
    ['User', { domainsid: '', tenantid: 'tenant' }, 'TENANT'],
    ['User', { domainsid: 's-1', tenantid: 'tenant' }, 'TENANT'],
    ['User', {}, null],
    ['Domain', { domainsid: 'another' }, 'AN-ID'],
    ['AZTenant', {}, 'AN-ID'],
  ] as const)('of %s with %j is %s', (kind, properties, expected) => {
    expect(reportedEnvironmentOf(node(kind, properties))).toBe(expected);
  });

  it.each([
    ['S-1-5-21-1-2-3-1104', 'S-1-5-21-1-2-3'],
    ['s-1-5-21-1-2-3-500', 'S-1-5-21-1-2-3'],
    ['S-1-5-32-544', null],
    ['S-1-5-21-1-2-3', null],
    ['ac3b6a7e-0000-4000-8000-000000000000', null],
    [{ ObjectIdentifier: 'S-1-5-21-1-2-3-4' }, null],
  ])('by the identifier %j is %s', (value, expected) => {
    expect(domainOfSid(value)).toBe(expected);
  });
});

describe('a tally', () => {
  it('counts nodes, and what was found gone, by environment and kind', () => {
    const tally = new PayloadTally('a file');
    tally.node(node('User', { domainsid: 'B' }));
    tally.node(node('User', { domainsid: 'A' }));
    tally.node(node('Group', { domainsid: 'B' }));
    tally.node(node('User', { domainsid: 'B' }));
    tally.node(node('User', {}));
    tally.deleted('S-1-5-21-1-2-3-4');
    tally.deleted('no identifier');
    expect(tally.counts.environments).toEqual({
      A: { User: 1 },
      B: { Group: 1, User: 2 },
      'S-1-5-21-1-2-3': { '(deleted)': 1 },
    });
  });

  it('counts so many environments and no more', () => {
    const tally = new PayloadTally('a file');
    for (let at = 0; at < 1_000; at++) tally.node(node('User', { domainsid: `D${at}` }));
    expect(Object.keys(tally.counts.environments)).toHaveLength(200);
    expect(tally.counts.nodes).toEqual({ User: 1_000 });
  });
});
