import { Kind } from '../../graph/kinds/kind-catalogue.js';
import type { Reason, Step } from '../../graph/questions/paths/reason.js';
import { knowsRestrictions, restrictsAgents } from '../rules/certificates/enrollment-agents.js';
import { enrollsAtAuthority, enrollsInTemplate } from '../rules/certificates/escalations.js';
import { endsAgents, excludesUsers, startsAgents } from '../rules/certificates/template-conditions.js';
import {
  chainTo,
  enabledHost,
  heldByPrincipal,
  into,
  noOrdinaryUser,
  out,
  publisher,
  rightOnTemplate,
} from './certificate-steps.js';
import { hasProperties } from './node-tests.js';

/** Agents get a certificate of the first template, by which they enroll in the second for somebody else. */
export function reasonsOfAgents(): Reason[] {
  const ends = hasProperties('end of agents', (template) => endsAgents(template) === true);
  const reasonWith = (restricted: boolean, accounts: 'users' | 'others'): Reason => {
    const starts = hasProperties(
      `start of agents${accounts === 'users' ? ' for users' : ''}`,
      (template) => startsAgents(template) === true && !(accounts === 'users' && excludesUsers(template)),
    );
    const restricts = hasProperties(
      `authority ${restricted ? 'restricts' : 'does not restrict'} agents`,
      (authority) => knowsRestrictions(authority) === true && (restrictsAgents(authority) === true) === restricted,
    );
    const delegated: Step = into([Kind.PublishedTo], {
      at: 'template',
      next: [heldByPrincipal([Kind.DelegatedEnrollmentAgent])],
    });
    const second: Step = out([Kind.EnrollOnBehalfOf], {
      test: ends,
      as: 'template',
      next: [
        heldByPrincipal(enrollsInTemplate.kinds),
        publisher({
          test: restricts,
          next: [
            heldByPrincipal(enrollsAtAuthority.kinds),
            ...(restricted ? [delegated] : []),
            enabledHost,
            chainTo({ at: 'target' }),
          ],
        }),
      ],
    });
    const first = publisher({ next: [heldByPrincipal(enrollsAtAuthority.kinds)] });
    return {
      from: 'source',
      steps: [rightOnTemplate(enrollsInTemplate.kinds, { test: starts, next: [first, second] })],
    };
  };
  return [false, true].flatMap((restricted) => [
    reasonWith(restricted, 'users'),
    { ...reasonWith(restricted, 'others'), sourceTest: noOrdinaryUser },
  ]);
}

/** Both templates are published by authorities that one domain accepts. */
export const enrollOnBehalf: Reason = {
  from: 'source',
  steps: [
    publisher({
      next: [
        chainTo({
          as: 'domain',
          next: [
            into([Kind.RootCAFor], {
              next: [
                into([Kind.IssuedSignedBy, Kind.EnterpriseCAFor], {
                  repeats: true,
                  shownAs: [Kind.EnterpriseCA],
                  next: [
                    into([Kind.PublishedTo], { at: 'target' }),
                    out([Kind.TrustedForNTAuth], { next: [out([Kind.NTAuthStoreFor], { at: 'domain' })] }),
                  ],
                }),
              ],
            }),
          ],
        }),
      ],
    }),
  ],
};
