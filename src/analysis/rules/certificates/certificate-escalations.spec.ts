import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Estate, estates } from '../../compositions/estate.fixture.js';
import { Trait } from '../../graph-facts.js';
import { plainEscalations } from './plain-escalations.fixture.js';

describe('escalations by certificates', () => {
  it('agree with the definitions of ADCSESC1 and ADCSESC9a', () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(estates, (estate) => {
        const derived = [...estate.derive(estate.edges)].filter((line) => / ADCSESC(1|9a) /.test(line));
        for (const line of derived) seen.add(line.split(' ')[1]!);
        expect(derived.toSorted()).toEqual(plainEscalations(estate));
      }),
      { numRuns: 500 },
    );
    expect([...seen].toSorted()).toEqual(['ADCSESC1', 'ADCSESC9a']);
  });

  it('pass over edges whose ends have other kinds', () => {
    const authority = ['CA TrustedForNTAuth N', 'N NTAuthStoreFor D', 'CA RootCAFor D', 'C HostsCAService CA'];
    const rights = ['T', 'P'].flatMap((it) => [`${it} PublishedTo CA`, `U GenericAll ${it}`]);
    const policy = ['T ExtendedByPolicy P', 'P OIDGroupLink V', 'P OIDGroupLink X'];
    const template = {
      requiresmanagerapproval: false,
      authenticationenabled: true,
      authorizedsignatures: 0,
      subjectaltrequiredns: false,
      subjectaltrequiredomaindns: false,
    };
    const escalations = (edges: readonly string[]) => {
      const estate = new Estate(edges, { C: Trait.IsEnabledComputer }, { T: template });
      return [...estate.derive(edges)].filter((line) => line.includes('ADCSESC')).toSorted();
    };
    const all = [...authority, ...rights, ...policy, 'U Enroll CA'];
    expect(escalations(all)).toEqual(['U ADCSESC13 X', 'U ADCSESC4 D']);
    expect(escalations(all.filter((line) => line !== 'T PublishedTo CA'))).toEqual([]);
  });
});
