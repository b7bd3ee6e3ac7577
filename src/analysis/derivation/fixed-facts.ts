import type { FixSort } from '../../graph/kinds/descriptions/edge-fixes.js';
import type { Properties } from '../../graph/records.js';
import { type StoredFacts, Trait } from '../facts/graph-facts.js';

/** Properties after a fix. Other fixes take edges away, or change traits. */
export const fixedProperties: { readonly [Sort in FixSort]?: Properties } = {
  authority: { isuserspecifiessanenabled: false },
  enrolment: { hasvulnerableendpoint: false },
  mapping: { strongcertificatebindingenforcementraw: 2, certificatemappingmethodsraw: 0 },
  ldap: { ldapsigning: true, ldapsepa: true },
};

/** Traits that a fix takes away. */
export const fixedTraits: { readonly [Sort in FixSort]?: number } = {
  smb: Trait.AcceptsUnsignedSmb,
  smb_domain: Trait.AcceptsUnsignedSmb,
  webclient: Trait.RunsWebClient,
};

/** A fix, with the places of the nodes whose properties it changes. */
interface FixOfNodes {
  readonly sort: FixSort;
  readonly nodes: readonly number[];
}

/** The facts after fixes. @param isGone whether fixes take an edge away */
export function factsAfter(
  stored: StoredFacts,
  fixes: readonly FixOfNodes[],
  isGone: (source: number, kind: number, target: number) => boolean,
): StoredFacts {
  const [traits, properties] = [stored.traits.slice(), new Map(stored.properties)];
  for (const { sort, nodes } of fixes) {
    const [taken, changed] = [fixedTraits[sort] ?? 0, fixedProperties[sort]];
    for (const node of nodes) {
      traits[node]! &= ~taken;
      const known = properties.get(node);
      if (known && changed) properties.set(node, { ...known, ...changed });
    }
  }
  return { ...stored, traits, properties, linked: stored.linked.filter((...edge) => !isGone(...edge)) };
}
