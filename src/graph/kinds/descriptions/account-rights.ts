import type { KindFamily } from './kind-description.js';
import {
  anAceUpTheSleeve,
  microsoft,
  mitre,
  shadowCredentials,
  strongCertificateMapping,
  waggingTheDog,
} from './references.js';
import { attributeChanges, removeEntry } from './shared-texts.js';

const delegation = microsoft('windows-server/security/kerberos/kerberos-constrained-delegation-overview');
const serviceAccounts = microsoft(
  'windows-server/security/group-managed-service-accounts/group-managed-service-accounts-overview',
);
const laps = microsoft('windows-server/identity/laps/laps-overview');

/** Rights on one attribute of an account, its passwords and its delegation. */
export const accountRights = {
  AddKeyCredentialLink: {
    sentence: 'may add a key to log on as',
    rule: 'A collector reads an access control entry with the right to write msDS-KeyCredentialLink.',
    meaning: 'The start may register a public key of its own, as Windows Hello for Business does.',
    danger: 'It logs on with the key by PKINIT, gets a ticket and the NT hash, and the password stays as it is.',
    detection: `${attributeChanges('msDS-KeyCredentialLink')} Event 4768 with a certificate for an account that has none.`,
    remediation: 'Remove the entry, and delete keys in msDS-KeyCredentialLink that no device of the account has.',
    references: [shadowCredentials, mitre('T1098')],
  },
  WriteSPN: {
    sentence: 'may set a service name of',
    rule: 'A collector reads an access control entry with the right to write servicePrincipalName.',
    meaning: 'Each account may request a ticket for a service name, encrypted with the key of the account that has it.',
    danger: 'The start sets a name, requests the ticket, and guesses the password offline (targeted Kerberoasting).',
    detection: `${attributeChanges('servicePrincipalName')} Event 4769 for the new name, with RC4.`,
    remediation: 'Remove the entry. Service accounts become group managed accounts, whose passwords cannot be guessed.',
    references: [mitre('T1558.003'), anAceUpTheSleeve],
  },
  Kerberoastable: {
    traversable: false,
    sentence: 'may ask for a ticket with the password of',
    rule: 'Only with RULES=all. Authenticated Users of a collected domain leads to each enabled user with a service principal name (hasspn) that is neither krbtgt nor a managed service account.',
    meaning: 'Each account of the domain may request a ticket that is encrypted with the key of the end.',
    danger: 'The edge gives no control by itself: a weak password can be guessed offline, a strong one cannot.',
    detection: 'Event 4769 with RC4, and many service names by one account.',
    remediation: 'Replace the account by a managed service account, or give it a random password of 25 characters.',
    references: [mitre('T1558.003'), serviceAccounts],
  },
  WriteAccountRestrictions: {
    sentence: 'may change the account restrictions of',
    rule: 'A collector reads an access control entry with the right to write the property set User-Account-Restrictions.',
    meaning: 'The set contains userAccountControl and msDS-AllowedToActOnBehalfOfOtherIdentity.',
    danger: 'On a computer the start permits delegation by an account of its own, and then acts there as each user.',
    detection: attributeChanges('userAccountControl or msDS-AllowedToActOnBehalfOfOtherIdentity'),
    remediation: removeEntry('Write account restrictions'),
    references: [waggingTheDog, mitre('T1098')],
  },
  WriteAltSecurityIdentities: {
    sentence: 'may map a certificate to',
    rule: 'A collector reads an access control entry with the right to write altSecurityIdentities.',
    meaning: 'The attribute names the certificates that authenticate the account (explicit mapping).',
    danger: 'The start maps a certificate that it has, and logs on as the account (ESC14).',
    detection: attributeChanges('altSecurityIdentities'),
    remediation: removeEntry('Write altSecurityIdentities'),
    references: [strongCertificateMapping, mitre('T1649')],
  },
  WritePublicInformation: {
    sentence: 'may write the public information of',
    rule: 'A collector reads an access control entry with the right to write the property set Public-Information.',
    meaning: 'The set contains altSecurityIdentities, servicePrincipalName and userPrincipalName.',
    danger:
      'The start maps a certificate or sets a service name, and so logs on as the account or guesses its password.',
    detection: attributeChanges('altSecurityIdentities, servicePrincipalName or userPrincipalName'),
    remediation: removeEntry('Write public information'),
    references: [strongCertificateMapping, mitre('T1558.003'), mitre('T1649')],
  },
  ReadLAPSPassword: {
    sentence: 'may read the password of the local administrator of',
    rule: 'A collector reads an access control entry with the right to read the LAPS password of a computer.',
    meaning: 'LAPS sets a random password for the local administrator and stores it in the directory.',
    danger: 'The start logs on as administrator of the computer and takes the secrets of those who use it.',
    detection: 'Event 4662 with the identifier of ms-Mcs-AdmPwd or msLAPS-EncryptedPassword.',
    remediation: 'Let only the administrators of the computer read the password. Use Windows LAPS with encryption.',
    references: [laps, mitre('T1555')],
  },
  ReadGMSAPassword: {
    sentence: 'may read the password of the managed service account',
    rule: 'A collector reads msDS-GroupMSAMembership, which lists who may retrieve the password.',
    meaning: 'The hosts of a service retrieve the password from a domain controller and compute its keys.',
    danger: 'The start computes the NT hash and logs on as the service account everywhere.',
    detection: 'Event 4662 with msDS-ManagedPassword by an account that is no host of the service.',
    remediation: 'Limit PrincipalsAllowedToRetrieveManagedPassword to the computers that run the service.',
    references: [serviceAccounts, mitre('T1555')],
  },
  DumpSMSAPassword: {
    sentence: 'stores the password of the service account',
    rule: 'A collector reads the computer on which a standalone managed service account is installed.',
    meaning: 'The password of the account is among the LSA secrets of the computer.',
    danger: 'An administrator of the computer reads the secret and logs on as the service account.',
    detection: 'Access to the registry key SECURITY\\Policy\\Secrets, or a copy of the hive SECURITY.',
    remediation: 'Use a group managed account, and give the service only the rights that this one computer justifies.',
    references: [serviceAccounts, mitre('T1003.004')],
  },
  AddAllowedToAct: {
    sentence: 'may permit delegation to',
    rule: 'A collector reads an access control entry with the right to write msDS-AllowedToActOnBehalfOfOtherIdentity.',
    meaning: 'The attribute lists the accounts that may act as other users towards the services of the computer.',
    danger:
      'The start adds an account with a service name that it has, and logs on to the computer as an administrator.',
    detection: attributeChanges('msDS-AllowedToActOnBehalfOfOtherIdentity'),
    remediation: 'Remove the entry. Set ms-DS-MachineAccountQuota to 0, so that users create no computer accounts.',
    references: [waggingTheDog, delegation, mitre('T1098')],
  },
  AllowedToAct: {
    sentence: 'may act as other users on',
    rule: 'A collector reads the accounts in msDS-AllowedToActOnBehalfOfOtherIdentity of a computer.',
    meaning:
      'The start may request a service ticket to the computer in the name of each user (resource-based delegation).',
    danger: 'It requests a ticket in the name of an administrator, unless this account is protected from delegation.',
    detection: 'Event 4769 with transited services or delegation options, for an administrator on the computer.',
    remediation: 'Remove the account from the attribute. Put administrators into Protected Users.',
    references: [waggingTheDog, delegation, mitre('T1558')],
  },
  AllowedToDelegate: {
    sentence: 'may delegate logons to',
    rule: 'A collector resolves the service names in msDS-AllowedToDelegateTo to their accounts.',
    meaning: 'The start may request tickets to these services in the name of users (constrained delegation).',
    danger:
      'It acts as an administrator on the end. The service name can be replaced, so other services of the host are open, too.',
    detection: 'Event 4769 with a transited service that names the start, for a user who did not log on there.',
    remediation: 'Remove the services. Mark administrators as sensitive, or put them into Protected Users.',
    references: [delegation, 'https://blog.harmj0y.net/activedirectory/s4u2pwnage/', mitre('T1558')],
  },
  CoerceToTGT: {
    sentence: 'may receive tickets of all accounts of',
    rule: 'A collector finds unconstrained delegation on a user, or on a computer that is no domain controller.',
    meaning: 'Each account that connects to the start leaves its ticket-granting ticket there.',
    danger: 'An attacker on the start forces a domain controller to connect, takes its ticket, and copies all secrets.',
    detection:
      'Event 4624 of a domain controller on the start, and event 4662 (replication) by a host that is no domain controller.',
    remediation:
      'Replace it by constrained delegation. Stop the print spooler on domain controllers. Use Protected Users.',
    references: [
      'https://posts.specterops.io/hunting-in-active-directory-unconstrained-delegation-forests-trusts-71f2b33688e1',
      delegation,
      mitre('T1187'),
    ],
  },
} satisfies KindFamily;
