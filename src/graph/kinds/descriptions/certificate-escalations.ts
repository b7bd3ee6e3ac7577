import type { KindExample, KindFamily } from './kind-description.js';
import { certifiedPreOwned, mitre, specterOps, strongCertificateMapping } from './references.js';
import { attributeChanges } from './shared-texts.js';

type Edges = KindExample['edges'];

const escalations9And10 =
  'https://research.ifcr.dk/certipy-4-0-esc9-esc10-bloodhound-gui-new-authentication-and-request-methods-and-more-7237d88061f7';
const [part1, part2, part3] = [
  specterOps('adcs-attack-paths-in-bloodhound-part-1-799f3d3b03cf'),
  specterOps('adcs-attack-paths-in-bloodhound-part-2-ac7f925d1547'),
  specterOps('adcs-attack-paths-in-bloodhound-part-3-33efb00856ac'),
];
const esc7 = 'https://github.com/ly4k/Certipy/wiki/06-%E2%80%90-Privilege-Escalation';

/** Conditions on the authority that all escalations share. */
const trustedAuthority =
  'An authority with an enabled host publishes it, and the domain trusts both its root and the authority itself for logon. Computers outside of the forest of the authority are left out.';
const unattended = 'requires no approval and, if it is of version 2 or above, no signature';
const noUsersByDnsName =
  'Users are left out if the template requires the DNS name of the account or of its domain; managed service accounts are not.';
const otherName =
  'Event 4887 whose subject alternative name differs from the requester, then event 4768 with this certificate.';
const renamedVictim = `${attributeChanges('userPrincipalName or dNSHostName')} Event 4887 for this account soon after, and the old name again.`;

/** An authority that publishes `template` and is trusted by BIRCH.LOCAL. */
function publication(template: string): Edges {
  return [
    [template, 'PublishedTo', 'AUTHORITY'],
    ['HOST: enabled', 'HostsCAService', 'AUTHORITY'],
    ['AUTHORITY', 'IssuedSignedBy', 'ROOT'],
    ['ROOT', 'RootCAFor', 'BIRCH.LOCAL'],
    ['AUTHORITY', 'TrustedForNTAuth', 'NTAUTH'],
    ['NTAUTH', 'NTAuthStoreFor', 'BIRCH.LOCAL'],
  ];
}

function enrollment(principal: string, template: string): Edges {
  return [[principal, 'Enroll', template], [principal, 'Enroll', 'AUTHORITY'], ...publication(template)];
}

/** An attacker who may rename a victim that may enroll. */
function renaming(victim: string, template: string, domainController: string): Edges {
  return [['ADA', 'GenericWrite', victim], ...enrollment(victim, template), [domainController, 'DCFor', 'BIRCH.LOCAL']];
}

/** Ways from certificates to control of a domain. */
export const certificateEscalations = {
  EnrollOnBehalfOf: {
    traversable: false,
    sentence: 'issues agent certificates that are good for requests with',
    rule: 'Follows from template T1 to template T2, if authorities that one domain trusts publish both. If T2 is of version 2 or above, it requires a signature with the application policy Certificate Request Agent, and T1 is another template with this usage and without Any Purpose. If T2 is of version 1, T1 has one of both usages, or none at all.',
    meaning: 'A certificate of the first template signs requests in the name of others for the second.',
    danger: 'The edge gives no control by itself. ADCSESC3 follows if one principal may use both templates.',
    detection: 'Event 4887 for a template with the usage Certificate Request Agent.',
    remediation: 'Restrict enrollment agents on the authority, and require approval for agent certificates.',
    references: [certifiedPreOwned, part2],
    example: {
      edges: [
        ['AGENT: Certificate Request Agent', 'PublishedTo', 'AUTHORITY'],
        ['USER: one signature of an agent', 'PublishedTo', 'AUTHORITY'],
      ],
      derived: ['AGENT: Certificate Request Agent', 'USER: one signature of an agent'],
    },
  },
  GoldenCert: {
    sentence: 'can forge certificates for',
    rule: 'Follows for the enabled host of an authority, if the domain trusts the root of its chain and the authority itself for logon.',
    meaning: 'The host has the private key with which certificates are signed.',
    danger:
      'An administrator of the host takes the key and signs certificates for each account, without any record at the authority.',
    detection:
      'Event 4768 with a certificate whose serial number the authority has not issued; event 70 (CAPI2) for export of the key.',
    remediation:
      'Put the host into tier zero, and the key into a hardware security module. After a theft replace the authority.',
    references: [certifiedPreOwned, part2, mitre('T1649')],
    example: { edges: publication('ANY TEMPLATE').slice(1), derived: ['HOST: enabled', 'BIRCH.LOCAL'] },
  },
  ADCSESC1: {
    sentence: 'can request a certificate for each account of',
    rule: `Follows for principals who may enroll for the template and at the authority, if the template lets requesters name the subject, authenticates, ${unattended}. ${trustedAuthority}`,
    meaning: 'The requester writes the name of another account into the request.',
    danger: 'The start requests a certificate in the name of an administrator and logs on with it.',
    detection: otherName,
    remediation:
      'Build the subject from the directory, or require approval, or restrict Enroll to the few who need the template.',
    references: [certifiedPreOwned, part1, mitre('T1649')],
    example: { edges: enrollment('ADA', 'WEB: subject from the request'), derived: ['ADA', 'BIRCH.LOCAL'] },
  },
  ADCSESC3: {
    sentence: 'can request, as an agent, certificates for the accounts of',
    rule: `Follows for principals who may enroll for both templates of an EnrollOnBehalfOf and at an authority of each. The first ${unattended}; the second authenticates and requires no approval. Users are left out if the first requires the DNS name of the account or of its domain; managed service accounts are not. If the authority of the second restricts agents, they also need DelegatedEnrollmentAgent. An authority with an enabled host publishes the second, and the domain trusts both its root and the authority itself for logon. Computers outside of the forest of the authority are left out.`,
    meaning: 'With an agent certificate the start signs requests in the name of other accounts.',
    danger: 'It requests a certificate as if an administrator had asked for it.',
    detection: 'Event 4887 for an agent template, then event 4887 whose requester differs from the subject.',
    remediation:
      'Restrict agents on the authority to accounts and templates, and require approval for agent certificates.',
    references: [certifiedPreOwned, part2, mitre('T1649')],
    example: {
      edges: [
        ['ADA', 'Enroll', 'AGENT: Certificate Request Agent'],
        ['AGENT: Certificate Request Agent', 'PublishedTo', 'AUTHORITY'],
        ['AGENT: Certificate Request Agent', 'EnrollOnBehalfOf', 'USER: authentication'],
        ...enrollment('ADA', 'USER: authentication'),
      ],
      derived: ['ADA', 'BIRCH.LOCAL'],
    },
  },
  ADCSESC4: {
    sentence: 'can make a template vulnerable, and so control',
    rule: `Follows for principals who may enroll at the authority and control a template: they own it, have GenericAll, WriteDacl or WriteOwner; or may enroll and have GenericWrite; or may enroll and write its flags that still prevent ADCSESC1, if it authenticates and requires no signature. ${trustedAuthority}`,
    meaning: 'The start changes the template to one of ADCSESC1, requests a certificate, and restores it.',
    danger: 'It logs on as an administrator of the domain.',
    detection:
      'Event 5136 with msPKI-Certificate-Name-Flag, msPKI-Enrollment-Flag or nTSecurityDescriptor on a template, and event 4899.',
    remediation: 'Remove these rights on the template; templates belong to tier zero.',
    references: [certifiedPreOwned, part3, mitre('T1649')],
    example: {
      edges: [['ADA', 'WriteDacl', 'WEB'], ['ADA', 'Enroll', 'AUTHORITY'], ...publication('WEB')],
      derived: ['ADA', 'BIRCH.LOCAL'],
    },
  },
  ADCSESC5: {
    sentence: 'controls a part of certificate services that is trusted by',
    rule: 'Reserved for control of objects of certificate services other than templates. No rule derives it; OpenGraph files may state it.',
    meaning: 'The start controls a container, a store or the host of an authority.',
    danger: 'It adds an authority of its own to the store of authorities for logon, or takes the key of the host.',
    detection: 'Events 5136 and 5137 below CN=Public Key Services in the Configuration partition.',
    remediation: 'Leave CN=Public Key Services and all below to administrators of tier zero.',
    references: [certifiedPreOwned, mitre('T1649')],
  },
  ADCSESC6a: {
    sentence: 'can choose the name in certificates for Kerberos logon to',
    rule: `Follows for principals who may enroll for the template and at the authority, if the authority accepts subject alternative names in each request, and the template authenticates, has no security extension, ${unattended}. ${noUsersByDnsName} ${trustedAuthority}`,
    meaning:
      'A setting of the authority (EDITF_ATTRIBUTESUBJECTALTNAME2) lets requesters name another account in each request.',
    danger: 'Without the security extension the name alone decides, so the start logs on as an administrator.',
    detection: `Event 4886 with the request attribute SAN. ${otherName}`,
    remediation:
      'Remove EDITF_ATTRIBUTESUBJECTALTNAME2 from the authority, restart it, and restore the security extension.',
    references: [certifiedPreOwned, part3, strongCertificateMapping],
    example: {
      edges: enrollment('ADA', 'MAIL: no security extension'),
      derived: ['ADA', 'BIRCH.LOCAL'],
    },
  },
  ADCSESC6b: {
    sentence: 'can choose the name in certificates for TLS logon to',
    rule: 'As ADCSESC6a, but the template is good for Schannel and may have the security extension, and a domain controller of the forest maps certificates by user name (CertificateMappingMethods has the bit 4).',
    meaning:
      'Schannel maps the certificate by the user name that the requester chose, and ignores the security extension.',
    danger: 'The start logs on to LDAP over TLS as an administrator and changes the directory.',
    detection:
      'Event 4624 by Schannel on a domain controller, for an account whose certificate names another requester.',
    remediation:
      'Remove EDITF_ATTRIBUTESUBJECTALTNAME2, and set CertificateMappingMethods to 0x18 on domain controllers.',
    references: [certifiedPreOwned, part3, escalations9And10],
    example: {
      edges: [...enrollment('ADA', 'MAIL: Schannel'), ['DC1: maps by user name', 'DCFor', 'BIRCH.LOCAL']],
      derived: ['ADA', 'BIRCH.LOCAL'],
    },
  },
  ADCSESC7: {
    sentence: 'administers an authority that is trusted by',
    rule: 'Reserved for administrators of an authority that a domain trusts for logon. No rule derives it; ManageCA and ManageCertificates lead to the authority. OpenGraph files may state it.',
    meaning: 'The start may publish templates and approve its own requests.',
    danger: 'It requests a certificate of an administrator for a template with free subjects, and approves it.',
    detection: 'Events 4882, 4887 and 4890 on the authority by one account within a short time.',
    remediation: 'Separate administrators and officers of the authority, and put both into tier zero.',
    references: [certifiedPreOwned, esc7],
  },
  ADCSESC9a: {
    sentence: 'can rename a victim, and with its certificate act as each user of',
    rule: `Follows for principals with GenericAll, GenericWrite, Owns, WriteOwner or WriteDacl on an account that may enroll, if the template authenticates, has no security extension, takes the subject from the directory with a user or service name, and ${unattended}; and a domain controller of the forest accepts weak mappings. ${noUsersByDnsName} ${trustedAuthority}`,
    meaning:
      'The attacker gives the victim the user name of another account, requests a certificate, and restores the name.',
    danger: 'The certificate has no identifier, so the domain controller accepts it for the other account.',
    detection: renamedVictim,
    remediation: 'Restore the security extension of the template, and set StrongCertificateBindingEnforcement to 2.',
    references: [escalations9And10, part3, strongCertificateMapping],
    example: {
      edges: renaming('BOB', 'USER: no security extension, user name', 'DC1: accepts weak mappings'),
      derived: ['ADA', 'BIRCH.LOCAL'],
    },
  },
  ADCSESC9b: {
    sentence: 'can rename a computer, and with its certificate act as each computer of',
    rule: 'As ADCSESC9a, but the template puts the DNS name into the certificate, and the victim is a computer.',
    meaning: 'The attacker gives the computer the DNS name of a domain controller, and requests a certificate.',
    danger: 'It logs on as the domain controller and copies all secrets.',
    detection:
      'Event 5136 with dNSHostName on a computer, set to the name of another; then event 4887 for this computer.',
    remediation: 'Restore the security extension of the template; remove the right to write the DNS name of computers.',
    references: [escalations9And10, part3, strongCertificateMapping],
    example: {
      edges: renaming('PC1', 'MACHINE: no security extension, DNS name', 'DC1: accepts weak mappings'),
      derived: ['ADA', 'BIRCH.LOCAL'],
    },
  },
  ADCSESC10a: {
    sentence: 'can rename a victim, and log on by TLS as each user of',
    rule: `Follows for the same attackers and victims as ADCSESC9a, if the template is good for Schannel, takes the subject from the directory with a user or service name, and ${unattended}; and a domain controller of the forest maps certificates by user name (CertificateMappingMethods has the bit 4). ${noUsersByDnsName} ${trustedAuthority}`,
    meaning: 'Schannel maps by user name, so the security extension of the certificate does not help.',
    danger: 'With the certificate of the renamed victim the attacker opens LDAP over TLS as another account.',
    detection: `${renamedVictim} Event 4624 by Schannel follows.`,
    remediation: 'Set CertificateMappingMethods to 0x18 on all domain controllers.',
    references: [escalations9And10, part3, strongCertificateMapping],
    example: {
      edges: renaming('BOB', 'USER: Schannel, user name', 'DC1: maps by user name'),
      derived: ['ADA', 'BIRCH.LOCAL'],
    },
  },
  ADCSESC10b: {
    sentence: 'can rename a computer, and log on by TLS as each computer of',
    rule: 'As ADCSESC10a, but the template puts the DNS name into the certificate, and the victim is a computer.',
    meaning: 'Schannel maps the DNS name in the certificate to a computer account.',
    danger: 'The attacker opens LDAP as a domain controller, and permits delegation to it by an account of its own.',
    detection:
      'Event 5136 with dNSHostName on a computer, then event 4624 by Schannel as a domain controller from another address.',
    remediation: 'Set CertificateMappingMethods to 0x18, and remove the right to write the DNS name of computers.',
    references: [escalations9And10, part3, strongCertificateMapping],
    example: {
      edges: renaming('PC1', 'MACHINE: Schannel, DNS name', 'DC1: maps by user name'),
      derived: ['ADA', 'BIRCH.LOCAL'],
    },
  },
  ADCSESC13: {
    sentence: 'can log on with a certificate as a member of',
    rule: `Follows for principals who may enroll for the template and at the authority, if the template authenticates, ${unattended}, and has an issuance policy that is linked to the group. The group is in the domain or in one of the same forest. ${noUsersByDnsName} ${trustedAuthority}`,
    meaning: 'A logon with the certificate adds the group to the token, although the account is no member.',
    danger: 'The start has the rights of the group, which shows no member.',
    detection: 'Event 4768 with a certificate of this template; event 5136 with msDS-OIDToGroupLink on a policy.',
    remediation:
      'Remove the link from the policy to the group, or restrict Enroll to those who should have its rights.',
    references: [specterOps('adcs-esc13-abuse-technique-fda4272fbd53'), mitre('T1649')],
    example: {
      edges: [
        ...enrollment('ADA', 'VPN'),
        ['VPN', 'ExtendedByPolicy', 'VPN POLICY'],
        ['VPN POLICY', 'OIDGroupLink', 'VPN ADMINS'],
      ],
      derived: ['ADA', 'VPN ADMINS'],
    },
  },
  ADCSESC16: {
    sentence: 'can choose the name in certificates of an authority without the security extension for logon to',
    rule: `Only with RULES=all. Follows for principals who may enroll for the template and at the authority, if the authority accepts subject alternative names in each request and adds the security extension (1.3.6.1.4.1.311.25.2) to no certificate, and the template authenticates, requires no approval, and is of version 1 or requires no signature. ${noUsersByDnsName} ${trustedAuthority}`,
    meaning: 'No certificate of the authority names the security identifier of its requester.',
    danger: 'The name alone decides, so the start logs on as an administrator.',
    detection: `Event 4886 with the request attribute SAN. ${otherName}`,
    remediation:
      'Remove 1.3.6.1.4.1.311.25.2 from DisableExtensionList, and EDITF_ATTRIBUTESUBJECTALTNAME2 from the authority.',
    references: [certifiedPreOwned, strongCertificateMapping, mitre('T1649')],
    example: { edges: enrollment('ADA', 'MAIL'), derived: ['ADA', 'BIRCH.LOCAL'] },
  },
} satisfies KindFamily;
