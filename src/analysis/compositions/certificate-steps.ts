import { Kind } from '../../graph/kinds/kind-catalogue.js';
import type { Step } from '../../graph/questions/paths/reason.js';
import { Trait } from '../facts/graph-facts.js';
import { hasTrait } from './node-tests.js';

/** A step over an edge that leads from the node. */
export const out = (kinds: readonly number[], more: Partial<Step> = {}): Step => ({ kinds, direction: 'out', ...more });

/** A step over an edge that leads to the node. */
export const into = (kinds: readonly number[], more: Partial<Step> = {}): Step => ({ kinds, direction: 'in', ...more });

export const enabledHost: Step = into([Kind.HostsCAService], { test: hasTrait(Trait.IsEnabledComputer) });

/** From a node named `authority` to a domain that accepts it. @param domain conditions on the domain, and steps from it */
export function chainTo({ next = [], ...domain }: Partial<Step>): Step {
  return out([Kind.IssuedSignedBy, Kind.EnterpriseCAFor], {
    repeats: true,
    next: [
      out([Kind.RootCAFor], {
        ...domain,
        next: [into([Kind.NTAuthStoreFor], { next: [into([Kind.TrustedForNTAuth], { at: 'authority' })] }), ...next],
      }),
    ],
  });
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
export const publisher = (authority: Partial<Step>): Step =>
  out([Kind.PublishedTo], { shownAs: [Kind.EnterpriseCA], as: 'authority', ...authority });

/** A template that excludes users is a reason for other principals only. */
export const noOrdinaryUser = hasTrait(Trait.IsOrdinaryUser, false);
