import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Estate, estates } from '../../compositions/estate.fixture.js';
import { kindNames } from '../../../graph/kinds/kind-catalogue.js';
import { edgeListsOf } from '../../facts/edge-lists.js';
import { GraphFacts, Trait } from '../../facts/graph-facts.js';
import { noFacts, PlainGraph } from '../../facts/plain-graph.fixture.js';
import { EdgeLimitError } from '../rule.js';
import { laterRules } from '../rules.js';
import { authoritiesOf } from './authorities.js';
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

  it('are of the kinds that their rules name', () => {
    const named = new Set(laterRules.flatMap(({ kinds }) => kinds).map((kind) => kindNames.get(kind)));
    const derived = new Set<string>();
    for (const estate of fc.sample(estates, { numRuns: 500, seed: 1 }))
      for (const line of estate.derive(estate.edges)) derived.add(line.split(' ')[1]!);
    const unnamed = [...derived].filter((kind) => !named.has(kind));
    expect(unnamed.toSorted()).toEqual(['DCSync', 'GoldenCert']);
  });

  it('end at a limit of pairs of an authority and a domain that accepts it', () => {
    const nodes = {
      D: ['Domain'],
      N: ['NTAuthStore'],
      R: ['RootCA'],
      CA: ['EnterpriseCA'],
      CB: ['EnterpriseCA'],
    } as const;
    const accepted = (['CA', 'CB'] as const).flatMap((it) => [
      [it, 'TrustedForNTAuth', 'N'] as const,
      [it, 'IssuedSignedBy', 'R'] as const,
    ]);
    const graph = new PlainGraph(nodes, [['N', 'NTAuthStoreFor', 'D'], ['R', 'RootCAFor', 'D'], ...accepted]);
    const input = {
      graph,
      facts: new GraphFacts(
        graph,
        noFacts(graph.size),
        edgeListsOf(() => {}),
      ),
    };
    expect(authoritiesOf(input, 2).map(({ node }) => graph.name(node))).toEqual(['CA', 'CB']);
    expect(() => authoritiesOf(input, 1)).toThrow(EdgeLimitError);
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
