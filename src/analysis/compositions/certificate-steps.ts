import { Kind } from '../../graph/kinds/kind-catalogue.js';
import type { Step } from '../../graph/questions/paths/reason.js';
import { Trait } from '../facts/graph-facts.js';
import { hasTrait } from './node-tests.js';

export const enabledHost: Step = {
  kinds: [Kind.HostsCAService],
  direction: 'in',
  test: hasTrait(Trait.IsEnabledComputer),
};

/** From a node named `authority` to a domain that accepts it. @param domain conditions on the domain, and steps from it */
export function chainTo({ next = [], ...domain }: Partial<Step>): Step {
  return {
    kinds: [Kind.IssuedSignedBy, Kind.EnterpriseCAFor],
    direction: 'out',
    repeats: true,
    next: [
      {
        kinds: [Kind.RootCAFor],
        direction: 'out',
        ...domain,
        next: [
          {
            kinds: [Kind.NTAuthStoreFor],
            direction: 'in',
            next: [{ kinds: [Kind.TrustedForNTAuth], direction: 'in', at: 'authority' }],
          },
          ...next,
        ],
      },
    ],
  };
}

/** From a node to the principal, by a right on the node. */
export const heldByPrincipal = (kinds: readonly number[]): Step => ({ kinds, direction: 'in', byGroups: true });

/** From the principal to a template, by a right on it. */
export const rightOnTemplate = (kinds: readonly number[], template: Partial<Step>): Step => ({
  kinds,
  direction: 'out',
  byGroups: true,
  shownAs: [Kind.CertTemplate],
  as: 'template',
  ...template,
});

/** From a template to an authority that publishes it. */
export const publisher = (authority: Partial<Step>): Step => ({
  kinds: [Kind.PublishedTo],
  direction: 'out',
  shownAs: [Kind.EnterpriseCA],
  as: 'authority',
  ...authority,
});

/** A template that excludes users is a reason for other principals only. */
export const noOrdinaryUser = hasTrait(Trait.IsOrdinaryUser, false);
