import { Kind } from '../../graph/kinds/kind-catalogue.js';
import type { Reason, Step } from '../../graph/questions/paths/reason.js';
import { Trait } from '../facts/graph-facts.js';
import { enrollsAtAuthority, enrollsInTemplate } from '../rules/certificates/escalations.js';
import { givesLogon } from '../rules/certificates/template-conditions.js';
import { hasVulnerableEndpoint, ldapTargets } from '../rules/directory/relays.js';
import { chainTo, enabledHost, heldByPrincipal, into, publisher, rightOnTemplate } from './certificate-steps.js';
import { hasProperties, hasTrait } from './node-tests.js';

const memberships = {
  kinds: [Kind.MemberOf, Kind.MemberOfLocalGroup],
  repeats: true,
  over: hasTrait(Trait.LocalAdministrators, false),
} as const;

/** No member of Protected Users. */
const unprotected: Step = {
  ...memberships,
  direction: 'out',
  test: hasTrait(Trait.ProtectsMembers),
  isAbsent: true,
};

/** A computer that administers the target, directly or as a member. */
const toSmb: Reason = {
  from: 'target',
  targetTest: hasTrait(Trait.AcceptsUnsignedSmb),
  targetFixes: ['smb', 'smb_domain'],
  steps: [
    into([Kind.AdminTo], {
      next: [
        {
          ...memberships,
          direction: 'in',
          shownAs: [Kind.Computer],
          except: 'target',
          test: hasTrait(Trait.SendsNtlm),
          next: [unprotected],
        },
      ],
    }),
  ],
};

const toAuthority: Reason = {
  from: 'target',
  as: 'principal',
  targetTest: hasTrait(Trait.SendsNtlm),
  steps: [
    unprotected,
    rightOnTemplate(enrollsInTemplate.kinds, {
      test: hasProperties('relayable template', (template) => givesLogon(template) === true),
      next: [
        publisher({
          test: hasProperties('vulnerable endpoint', (authority) => hasVulnerableEndpoint(authority) === true),
          fixes: ['enrolment'],
          next: [heldByPrincipal(enrollsAtAuthority.kinds), enabledHost, chainTo({ inEnvironmentOf: 'source' })],
        }),
      ],
    }),
  ],
};

/** The domain controllers of the domain of the target that accept it. */
const toLdap = ldapTargets.map(({ kind, controller }): [number, readonly Reason[]] => [
  kind,
  [
    {
      from: 'environment',
      targetTest: hasTrait(Trait.RunsWebClient),
      targetFixes: ['webclient'],
      steps: [
        into([Kind.DCFor], {
          except: 'target',
          test: hasProperties(`controller for kind ${kind}`, (properties) => controller(properties) === true),
          fixes: ['ldap'],
        }),
      ],
    },
  ],
]);

export const relayReasons: Readonly<Record<number, readonly Reason[]>> = {
  [Kind.CoerceAndRelayNTLMToSMB]: [toSmb],
  [Kind.CoerceAndRelayNTLMToADCS]: [toAuthority],
  ...Object.fromEntries(toLdap),
};
