import { Kind } from '../../graph/kinds/kind-catalogue.js';
import type { NodeTest, Reason, Step } from '../../graph/questions/paths/reason.js';
import type { Properties } from '../../graph/records.js';
import { type Escalation, escalations } from '../rules/certificates/escalations.js';
import { type Mapping, mapsBy } from '../rules/certificates/mappings.js';
import { excludesUsers } from '../rules/certificates/template-conditions.js';
import { attackingKinds, victimKinds } from '../rules/certificates/victims.js';
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

/** From a template to the group at the end. */
const linkedGroup: Step = out([Kind.ExtendedByPolicy], { next: [out([Kind.OIDGroupLink], { at: 'target' })] });

/** The reasons for edges of each kind of {@link escalations}. */
export const escalationReasons: Readonly<Record<number, readonly Reason[]>> = Object.fromEntries(
  escalations.map(({ kind }) => [
    kind,
    escalations.flatMap((escalation, index) => (escalation.kind === kind ? reasonsOf(escalation, index) : [])),
  ]),
);

function reasonsOf(escalation: Escalation, index: number): Reason[] {
  const isPublished = (template: Properties) => escalation.template(template) === true;
  const any = hasProperties(`template ${index}`, isPublished);
  if (!escalation.mindsDns) return [reasonOf(escalation, index, any)];
  const forUsers = hasProperties(`template ${index} for users`, (it) => isPublished(it) && !excludesUsers(it));
  const reason = reasonOf(escalation, index, forUsers);
  return escalation.victims
    ? [reason, reasonOf(escalation, index, any, noOrdinaryUser)]
    : [reason, { ...reasonOf(escalation, index, any), sourceTest: noOrdinaryUser }];
}

function reasonOf(escalation: Escalation, index: number, templateTest: NodeTest, victimTest?: NodeTest): Reason {
  const { rights, victims, authority, endsAtLinkedGroup } = escalation;
  const [entry, ...others] = rights.filter(({ on }) => on === 'template');
  const authorityTest =
    authority && hasProperties(`authority ${index}`, (properties) => authority(properties) === true);
  const template = rightOnTemplate(entry?.kinds ?? [], {
    test: templateTest,
    next: [
      ...others.map(({ kinds }) => heldByPrincipal(kinds)),
      ...(endsAtLinkedGroup ? [linkedGroup] : []),
      publisher({
        ...(authorityTest && { test: authorityTest, fixes: ['authority'] as const }),
        next: [
          ...rights.filter(({ on }) => on === 'authority').map(({ kinds }) => heldByPrincipal(kinds)),
          enabledHost,
          chainTo(endOf(escalation)),
        ],
      }),
    ],
  });
  if (!victims) return { from: 'source', steps: [template] };
  const victim: Step = out(attackingKinds, {
    shownAs: victimKinds[victims],
    ...(victimTest && { test: victimTest }),
    as: 'principal',
    next: [template],
  });
  return { from: 'source', steps: [victim] };
}

/** The domain to which the chain of the authority leads. */
function endOf({ endsAtLinkedGroup, mapping }: Escalation): Partial<Step> {
  if (!endsAtLinkedGroup) return { at: 'target', next: mapping ? [controllerWith(mapping)] : [] };
  const forest: Step = out([Kind.SameForestTrust], { repeats: true, inEnvironmentOf: 'target' });
  return { next: [{ ...forest, isOptional: true }] };
}

/** From a domain to a domain controller of its forest. */
function controllerWith(mapping: Mapping): Step {
  const test = hasProperties(`mapping ${mapping}`, (controller) => mapsBy(mapping, controller));
  return into([Kind.SameForestTrust], { repeats: true, next: [into([Kind.DCFor], { test, fixes: ['mapping'] })] });
}
