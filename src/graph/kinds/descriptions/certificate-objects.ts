import type { KindFamily } from './kind-description.js';
import { certifiedPreOwned, microsoft, mitre, specterOps, strongCertificateMapping } from './references.js';
import { attributeChanges } from './shared-texts.js';

const enrollmentProtocol = microsoft('openspecs/windows_protocols/ms-wcce/446a0fca-7f27-4436-965d-191635518466');
const templates = microsoft('openspecs/windows_protocols/ms-crtd/4c6950e4-1dc2-4ae3-98c3-b8919bb73822');
const authorities = microsoft('windows-server/identity/ad-cs/active-directory-certificate-services-overview');
const esc13 = specterOps('adcs-esc13-abuse-technique-fda4272fbd53');

/** The parts of certificate services, and rights on them. */
export const certificateObjects = {
  Enroll: {
    traversable: false,
    sentence: 'may request certificates from',
    rule: 'A collector reads the right to enroll on a certificate template or on a certificate authority.',
    meaning: 'A request needs this right on the template and on an authority that publishes it.',
    danger:
      'The edge gives no control by itself. The settings of the template decide whether a certificate is dangerous.',
    detection: 'Events 4886 (certificate requested) and 4887 (certificate issued) on the authority.',
    remediation: 'Remove Enroll for broad groups on templates for authentication; keep a group for each template.',
    references: [certifiedPreOwned, enrollmentProtocol, mitre('T1649')],
  },
  ManageCA: {
    sentence: 'administers the certificate authority',
    rule: 'A collector reads the permission Manage CA in the registry of the authority.',
    meaning: 'The start may change the settings of the authority, its officers and the templates that it publishes.',
    danger:
      'It publishes a vulnerable template, or admits subject names in requests, and requests a certificate as an administrator (ESC7).',
    detection:
      'Events 4882 (permissions changed), 4890, 4892 and 4899 (settings or templates changed) on the authority.',
    remediation: 'Leave Manage CA to administrators of tier zero, by a group of its own.',
    references: [certifiedPreOwned, mitre('T1649')],
  },
  ManageCertificates: {
    sentence: 'approves requests of the certificate authority',
    rule: 'A collector reads the permission Issue and Manage Certificates in the registry of the authority.',
    meaning: 'The start may issue requests that are pending or that were refused.',
    danger: 'It approves its own request for a template that requires approval, and so removes this protection (ESC7).',
    detection: 'Event 4887 for a request that was pending or denied before (4888, 4889), by one account.',
    remediation: 'Separate officers from requesters, and restrict officers to certain templates and groups.',
    references: [certifiedPreOwned, mitre('T1649')],
  },
  WritePKIEnrollmentFlag: {
    traversable: false,
    sentence: 'may change the enrollment flags of',
    rule: 'A collector reads an access control entry with the right to write msPKI-Enrollment-Flag of a template.',
    meaning:
      'The start may turn off the approval by a manager, or the security extension with the identifier of the account.',
    danger:
      'The edge gives no control by itself. ADCSESC4 follows together with the right to enroll and other properties.',
    detection: attributeChanges('msPKI-Enrollment-Flag'),
    remediation: 'Remove the entry; templates are changed by administrators of tier zero only.',
    references: [certifiedPreOwned, templates],
  },
  WritePKINameFlag: {
    traversable: false,
    sentence: 'may change how subjects are named by',
    rule: 'A collector reads an access control entry with the right to write msPKI-Certificate-Name-Flag of a template.',
    meaning: 'The start may let requesters choose the subject of their certificates.',
    danger:
      'The edge gives no control by itself. With the right to enroll, ADCSESC4 follows for a template that authenticates without approval.',
    detection: attributeChanges('msPKI-Certificate-Name-Flag'),
    remediation: 'Remove the entry, and check the flag of the template for changes that were made already.',
    references: [certifiedPreOwned, templates],
  },
  PublishedTo: {
    traversable: false,
    sentence: 'is published by',
    rule: 'A collector reads the templates that the authority issues.',
    meaning: 'Requests for the template are accepted by this authority.',
    danger: 'A template is harmless until an authority publishes it.',
    detection: 'Events 4899 and 4900 (template updated) on the authority, and event 5136 with certificateTemplates.',
    remediation: 'Remove templates from authorities that need not issue them.',
    references: [authorities, certifiedPreOwned],
  },
  HostsCAService: {
    traversable: false,
    sentence: 'runs the certificate authority',
    rule: 'A collector reads dNSHostName of the enrollment service and resolves the computer.',
    meaning: 'The private key of the authority is on this computer, or in a module that it uses.',
    danger: 'The edge gives no control by itself. GoldenCert follows if domains trust the authority.',
    detection:
      'Events 5058 and 5059 (key file operations) on the host, and logons of accounts that do not administer it.',
    remediation: 'Treat the host as tier zero, and keep the key in a hardware security module.',
    references: [certifiedPreOwned, authorities],
  },
  RootCAFor: {
    traversable: false,
    sentence: 'is a root authority for',
    rule: 'A collector reads the root authorities in the Configuration partition of the forest.',
    meaning: 'Computers of the domain accept chains that end at this certificate.',
    danger: 'The edge gives no control by itself. It is one half of the chain that a certificate for logon needs.',
    detection: 'Event 5136 or 5137 below CN=Certification Authorities, and new roots on computers (CAPI2 log).',
    remediation: 'Remove roots that are no longer used from the container and from group policies.',
    references: [authorities, certifiedPreOwned],
  },
  NTAuthStoreFor: {
    traversable: false,
    sentence: 'lists the authorities for logon to',
    rule: 'A collector reads NTAuthCertificates in the Configuration partition of the forest.',
    meaning: 'Domain controllers accept certificates for logon only from authorities in this store.',
    danger: 'The edge gives no control by itself. Each authority in the store can issue certificates for each account.',
    detection: 'Event 5136 with cACertificate on NTAuthCertificates.',
    remediation: 'Remove authorities that issue no certificates for logon from the store (pkiview or certutil).',
    references: [authorities, strongCertificateMapping],
  },
  TrustedForNTAuth: {
    traversable: false,
    sentence: 'is trusted for logon by',
    rule: 'Follows if the store has the thumbprint of the authority.',
    meaning: 'Certificates of the authority are accepted for logon wherever the store applies.',
    danger:
      'The edge gives no control by itself. It is the other half of the chain that a certificate for logon needs.',
    detection:
      'Event 5136 with cACertificate on NTAuthCertificates by an account that is no administrator of certificate services.',
    remediation: 'Remove the certificate of the authority from NTAuthCertificates if it issues none for logon.',
    references: [certifiedPreOwned, authorities],
    example: {
      edges: [['NTAUTH: thumbprints of AUTHORITY', 'NTAuthStoreFor', 'BIRCH.LOCAL']],
      derived: ['AUTHORITY', 'NTAUTH: thumbprints of AUTHORITY'],
    },
  },
  IssuedSignedBy: {
    traversable: false,
    sentence: 'has a certificate that is signed by',
    rule: 'Follows if the second certificate in the chain of the start has the thumbprint of the end.',
    meaning: 'The end certifies the start, so programs that trust the end trust the start.',
    danger: 'The edge gives no control by itself. It leads from an issuing authority to the root that a domain trusts.',
    detection: 'Event 4887 on the end with a template for subordinate authorities.',
    remediation: 'Revoke certificates of subordinate authorities that are not in use, and publish the list.',
    references: [certifiedPreOwned, authorities],
    example: {
      edges: [['ROOT', 'RootCAFor', 'BIRCH.LOCAL']],
      derived: ['AUTHORITY: chain ends at ROOT', 'ROOT'],
    },
  },
  EnterpriseCAFor: {
    traversable: false,
    sentence: 'has the same certificate as',
    rule: 'Follows if an enterprise authority has the thumbprint of a root authority or of an intermediate authority (AIACA). An empty thumbprint does not count.',
    meaning: 'Both objects describe one authority: the enrollment service, and its certificate in another container.',
    danger: 'The edge gives no control by itself. It continues the chain from the enrollment service.',
    detection: 'Event 5137 (object created) below CN=AIA or CN=Certification Authorities.',
    remediation: 'Delete objects of authorities that were removed.',
    references: [authorities],
    example: {
      edges: [['ROOT: same thumbprint', 'RootCAFor', 'BIRCH.LOCAL']],
      derived: ['AUTHORITY: same thumbprint', 'ROOT: same thumbprint'],
    },
  },
  DelegatedEnrollmentAgent: {
    traversable: false,
    sentence: 'may enroll for other accounts with',
    rule: 'A collector reads the restrictions of enrollment agents in the registry of the authority.',
    meaning: 'The authority accepts requests of this agent in the name of others for this template.',
    danger: 'The edge gives no control by itself. ADCSESC3 needs it if the authority restricts agents.',
    detection: 'Event 4887 whose requester differs from the subject.',
    remediation: 'Limit each agent to the accounts and templates of its task, and never to administrators.',
    references: [certifiedPreOwned, enrollmentProtocol],
  },
  OIDGroupLink: {
    traversable: false,
    sentence: 'is linked to the group',
    rule: 'A collector reads msDS-OIDToGroupLink of an issuance policy.',
    meaning:
      'A logon with a certificate that has this policy adds the group to the token (authentication mechanism assurance).',
    danger: 'The edge gives no control by itself. ADCSESC13 follows if a template has the policy.',
    detection: attributeChanges('msDS-OIDToGroupLink'),
    remediation: 'Remove the link, or restrict enrollment for templates with the policy to members of the group.',
    references: [esc13],
  },
  ExtendedByPolicy: {
    traversable: false,
    sentence: 'issues certificates with the policy',
    rule: 'Follows if certificatepolicy of a template contains certtemplateoid of an issuance policy of the same domain.',
    meaning: 'Each certificate from the template carries the policy.',
    danger: 'The edge gives no control by itself. If the policy is linked to a group, the certificate adds the group.',
    detection: attributeChanges('msPKI-Certificate-Policy'),
    remediation: 'Remove the policy from the template if nothing requires it.',
    references: [esc13, templates],
    example: {
      edges: [['VPN POLICY: 1.3.6.1.4.1.311.21.8.1', 'OIDGroupLink', 'VPN ADMINS']],
      derived: ['VPN TEMPLATE: policy 1.3.6.1.4.1.311.21.8.1', 'VPN POLICY: 1.3.6.1.4.1.311.21.8.1'],
    },
  },
  CanAbuseUPNCertMapping: {
    traversable: false,
    sentence: 'maps certificates by user name for',
    rule: 'A file states it of a domain controller whose CertificateMappingMethods has the bit 4. ADCSESC6b and ADCSESC10 read the property of the domain controller itself.',
    meaning: 'Schannel on this domain controller maps a certificate by the user name in it.',
    danger: 'The edge gives no control by itself. It makes certificates with a chosen user name valid (ESC10).',
    detection: 'Changes of the registry value CertificateMappingMethods below SecurityProviders\\Schannel.',
    remediation: 'Set CertificateMappingMethods to 0x18 on all domain controllers.',
    references: [strongCertificateMapping],
  },
  CanAbuseWeakCertBinding: {
    traversable: false,
    sentence: 'accepts weak mappings of certificates for',
    rule: 'A file states it of a domain controller whose StrongCertificateBindingEnforcement is 0 or 1. ADCSESC9 reads the property of the domain controller itself.',
    meaning: 'The domain controller accepts certificates without the security identifier of the account.',
    danger: 'The edge gives no control by itself. A certificate then names an account that the requester chose (ESC9).',
    detection: 'Event 39 (Kerberos key distribution center): a certificate without a strong mapping was used.',
    remediation: 'Set StrongCertificateBindingEnforcement to 2 on all domain controllers.',
    references: [strongCertificateMapping],
  },
} satisfies KindFamily;
