import {
  all,
  any,
  type Condition,
  hasAny,
  ifKnown,
  isAtMost,
  isEmpty,
  isFalse,
  isTrue,
  not,
} from '../nodes/conditions.js';

const clientAuthentication = '1.3.6.1.5.5.7.3.2';
const anyPurpose = '2.5.29.37.0';
const certificateRequestAgent = '1.3.6.1.4.1.311.20.2.1';

/** No manager has to approve a certificate. */
export const needsNoApproval = isFalse('requiresmanagerapproval');

/** Certificates log on to a domain. */
export const authenticates = isTrue('authenticationenabled');

/** The request of a certificate names its subject. */
export const takesSubjectFromRequest = isTrue('enrolleesuppliessubject');

/** A request needs no signature with another certificate. */
export const needsNoSignature = any(isAtMost('schemaversion', 1), isAtMost('authorizedsignatures', 0));

/** Certificates log on, and a request needs nobody else. */
export const givesLogon = all(needsNoApproval, authenticates, needsNoSignature);

/** Certificates lack the security identifier of the account that enrolled. */
export const lacksSecurityExtension = isTrue('nosecurityextension');

/** Certificates authenticate TLS clients, as LDAPS does by Schannel. Older collectors do not state it. */
export const authenticatesBySchannel = ifKnown(
  isTrue('schannelauthenticationenabled'),
  any(isEmpty('effectiveekus'), hasAny('effectiveekus', [clientAuthentication, anyPurpose])),
);

/** Certificates name the account by its UPN or SPN in the directory. */
export const namesUpnOrSpn = any(isTrue('subjectaltrequireupn'), isTrue('subjectaltrequirespn'));

/** Certificates name the computer by its DNS name in the directory. */
export const namesDns = isTrue('subjectaltrequiredns');

/** Users cannot enroll, because they have no DNS name. A property that is missing counts as true. */
export function excludesUsers(properties: Parameters<Condition>[0]): boolean {
  return properties['subjectaltrequiredns'] !== false || properties['subjectaltrequiredomaindns'] !== false;
}

const isOfVersionOne = all(isAtMost('schemaversion', 1), not(isAtMost('schemaversion', 0)));
const isOfLaterVersion = not(isAtMost('schemaversion', 1));

/** By version of the schema of the template that agents enroll in: the template that makes a principal an enrollment agent. */
export const agentTemplates = [
  {
    agent: all(hasAny('effectiveekus', [certificateRequestAgent]), not(hasAny('effectiveekus', [anyPurpose]))),
    target: all(
      isOfLaterVersion,
      not(isAtMost('authorizedsignatures', 0)),
      hasAny('applicationpolicies', [certificateRequestAgent]),
    ),
    maySignItself: false,
  },
  {
    agent: any(hasAny('effectiveekus', [certificateRequestAgent, anyPurpose]), isEmpty('effectiveekus')),
    target: isOfVersionOne,
    maySignItself: true,
  },
];

/** A request needs nobody else, by a template of a known version. */
export const isUnattended = all(
  needsNoApproval,
  any(isOfVersionOne, all(isOfLaterVersion, isAtMost('authorizedsignatures', 0))),
);

/** A template with which an attack by enrollment agents begins. */
export const startsAgents = isUnattended;

/** A template with which an attack by enrollment agents ends. */
export const endsAgents = all(authenticates, needsNoApproval);
