import { Kind } from '../../../graph/kinds/kind-catalogue.js';
import { all, type Condition, hasAny, isTrue, not } from '../nodes/conditions.js';
import type { Mapping } from './mappings.js';
import {
  authenticates,
  authenticatesBySchannel,
  givesLogon,
  isUnattended,
  lacksSecurityExtension,
  namesDns,
  namesUpnOrSpn,
  needsNoApproval,
  needsNoSignature,
  takesSubjectFromRequest,
} from './template-conditions.js';

/** Rights on a template or on the authority that publishes it. One of them is needed. */
interface NeededRight {
  readonly on: 'template' | 'authority';
  readonly kinds: readonly number[];
}

/** A way to a domain, or to a group, by a certificate of a template that an accepted authority with an enabled host publishes. */
export interface Escalation {
  readonly kind: number;
  readonly template: Condition;
  readonly authority?: Condition;
  /** The principal needs each of these rights. */
  readonly rights: readonly NeededRight[];
  /** Principals that are users are left out if the template excludes users. */
  readonly mindsDns?: true;
  /** The start controls an account with the rights, of any kind or a computer, instead of having them itself. */
  readonly victims?: 'accounts' | 'computers';
  /** A domain controller of the forest maps certificates in this way. */
  readonly mapping?: Mapping;
  /** The end is a group that an issuance policy of the template is linked to, instead of the domain. */
  readonly endsAtLinkedGroup?: true;
}

export const enrollsInTemplate: NeededRight = {
  on: 'template',
  kinds: [Kind.Enroll, Kind.GenericAll, Kind.AllExtendedRights],
};
export const enrollsAtAuthority: NeededRight = { on: 'authority', kinds: [Kind.Enroll] };
const enrolls = [enrollsInTemplate, enrollsAtAuthority];

const onTemplate = (...kinds: readonly number[]): NeededRight => ({ on: 'template', kinds });
const controlsTemplate = onTemplate(Kind.Owns, Kind.GenericAll, Kind.WriteDacl, Kind.WriteOwner);
const mayEnroll = onTemplate(Kind.Enroll, Kind.AllExtendedRights);
const changesName = onTemplate(Kind.WritePKINameFlag);
const changesEnrollment = onTemplate(Kind.WritePKIEnrollmentFlag);

/** The authority adds any name that a request asks for. */
const takesNamesFromRequests = all(isTrue('isuserspecifiessanenabledcollected'), isTrue('isuserspecifiessanenabled'));

/** The authority gives no certificate the security identifier of the account that enrolled. */
const disablesSecurityExtension = all(
  isTrue('disabledextensionscollected'),
  hasAny('disabledextensions', ['1.3.6.1.4.1.311.25.2']),
);

const always: Condition = () => true;
const isChangeable = all(authenticates, needsNoSignature);

/** The account names itself in the certificate, and the name is not bound to its security identifier. */
const namesAccount = (logon: Condition, name: Condition, ...others: readonly Condition[]) =>
  all(needsNoApproval, logon, not(takesSubjectFromRequest), needsNoSignature, name, ...others);

/** The escalations by certificates, named as in "Certified Pre-Owned" and its successors. A kind may have several ways. */
export const escalations: readonly Escalation[] = [
  {
    kind: Kind.ADCSESC1,
    template: all(needsNoApproval, authenticates, takesSubjectFromRequest, needsNoSignature),
    rights: enrolls,
  },
  { kind: Kind.ADCSESC4, template: always, rights: [enrollsAtAuthority, controlsTemplate] },
  { kind: Kind.ADCSESC4, template: always, rights: [enrollsAtAuthority, onTemplate(Kind.GenericWrite), mayEnroll] },
  {
    kind: Kind.ADCSESC4,
    template: isChangeable,
    rights: [enrollsAtAuthority, mayEnroll, changesName, changesEnrollment],
  },
  {
    kind: Kind.ADCSESC4,
    template: all(isChangeable, takesSubjectFromRequest),
    rights: [enrollsAtAuthority, mayEnroll, changesEnrollment],
  },
  {
    kind: Kind.ADCSESC4,
    template: all(isChangeable, needsNoApproval),
    rights: [enrollsAtAuthority, mayEnroll, changesName],
  },
  {
    kind: Kind.ADCSESC6a,
    authority: takesNamesFromRequests,
    template: all(needsNoApproval, authenticates, needsNoSignature, lacksSecurityExtension),
    rights: enrolls,
    mindsDns: true,
  },
  {
    kind: Kind.ADCSESC6b,
    authority: takesNamesFromRequests,
    template: all(needsNoApproval, authenticatesBySchannel, needsNoSignature),
    rights: enrolls,
    mindsDns: true,
    mapping: 'upn',
  },
  {
    kind: Kind.ADCSESC9a,
    template: namesAccount(authenticates, namesUpnOrSpn, lacksSecurityExtension),
    rights: enrolls,
    mindsDns: true,
    victims: 'accounts',
    mapping: 'weak',
  },
  {
    kind: Kind.ADCSESC9b,
    template: namesAccount(authenticates, namesDns, lacksSecurityExtension),
    rights: enrolls,
    victims: 'computers',
    mapping: 'weak',
  },
  {
    kind: Kind.ADCSESC10a,
    template: namesAccount(authenticatesBySchannel, namesUpnOrSpn),
    rights: enrolls,
    mindsDns: true,
    victims: 'accounts',
    mapping: 'upn',
  },
  {
    kind: Kind.ADCSESC10b,
    template: namesAccount(authenticatesBySchannel, namesDns),
    rights: enrolls,
    victims: 'computers',
    mapping: 'upn',
  },
  {
    kind: Kind.ADCSESC13,
    template: givesLogon,
    rights: [enrollsAtAuthority, enrollsInTemplate],
    mindsDns: true,
    endsAtLinkedGroup: true,
  },
  {
    kind: Kind.ADCSESC16,
    authority: all(takesNamesFromRequests, disablesSecurityExtension),
    template: all(authenticates, isUnattended),
    rights: enrolls,
    mindsDns: true,
  },
];
