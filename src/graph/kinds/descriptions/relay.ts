import type { KindFamily } from './kind-description.js';
import { microsoft, mitre, relayToCertificateServices, specterOps } from './references.js';

const relaying = 'https://en.hackndo.com/ntlm-relay/';
const protectedUsers = microsoft(
  'windows-server/security/credentials-protection-and-management/protected-users-security-group',
);
const smbSigning = microsoft('windows-server/storage/file-server/smb-signing-overview');

const unprotected =
  'A computer is unprotected if its outgoing NTLM is known to be unrestricted, and if it is not in Protected Users. This group counts from functional level 2012 R2 on.';

/** Authentication that a computer is forced to, and that an attacker passes on. */
export const relay = {
  CoerceAndRelayNTLMToSMB: {
    sentence: 'can relay the logon of an administrator to',
    rule: `Follows from Authenticated Users of the domain of the computer, if it does not require SMB signing and another, unprotected computer is among its administrators, at any depth. ${unprotected}`,
    meaning: 'Each account can force the other computer to authenticate, and pass this logon on to the end.',
    danger: 'The attacker acts on the end as an administrator, without a password.',
    detection: 'Event 4624 (type 3, NTLM) on the end, of a computer account from an address that is not its own.',
    remediation: 'Require SMB signing on the computer. Remove computer accounts from local administrators.',
    references: [mitre('T1557.001'), mitre('T1187'), smbSigning, protectedUsers, relaying],
    example: {
      edges: [
        ['BACKUP SERVER: unprotected', 'MemberOf', 'SERVER ADMINS'],
        ['SERVER ADMINS', 'AdminTo', 'FILES: no SMB signing'],
        ['BIRCH.LOCAL', 'Contains', 'AUTHENTICATED USERS'],
      ],
      derived: ['AUTHENTICATED USERS', 'FILES: no SMB signing'],
    },
  },
  CoerceAndRelayNTLMToLDAP: {
    sentence: 'can relay to LDAP the logon of',
    rule: `Follows from Authenticated Users to each unprotected computer whose WebClient service runs, if its domain has another computer that is a domain controller, offers LDAP and does not require signing. ${unprotected}`,
    meaning:
      'WebClient authenticates by HTTP, which is not signed, so the logon is accepted by LDAP on the domain controller.',
    danger:
      'In the name of the computer the attacker sets a key or delegation on it, and then logs on to it as an administrator.',
    detection: 'Event 2889 (directory service: bind without signing), and event 5136 on a computer by itself.',
    remediation: 'Require LDAP signing on all domain controllers, and disable WebClient.',
    references: [
      mitre('T1557.001'),
      mitre('T1187'),
      microsoft('troubleshoot/windows-server/active-directory/enable-ldap-signing-in-windows-server'),
    ],
    example: {
      edges: [
        ['DC1: LDAP without signing', 'DCFor', 'BIRCH.LOCAL'],
        ['BIRCH.LOCAL', 'Contains', 'PC1: WebClient runs, unprotected'],
        ['BIRCH.LOCAL', 'Contains', 'AUTHENTICATED USERS'],
      ],
      derived: ['AUTHENTICATED USERS', 'PC1: WebClient runs, unprotected'],
    },
  },
  CoerceAndRelayNTLMToLDAPS: {
    sentence: 'can relay to LDAP over TLS the logon of',
    rule: 'As CoerceAndRelayNTLMToLDAP, but the domain controller offers LDAPS and does not require channel binding.',
    meaning:
      'Without channel binding the logon is not tied to the TLS connection, so an attacker can open one with it.',
    danger: 'The attacker writes to the computer object as the computer, and creates accounts if the quota permits it.',
    detection: 'Events 3039 and 3040 (directory service: channel binding), and event 5136 on a computer by itself.',
    remediation: 'Set LdapEnforceChannelBinding to 2 on all domain controllers, and disable WebClient.',
    references: [
      mitre('T1557.001'),
      'https://support.microsoft.com/en-us/topic/2020-ldap-channel-binding-and-ldap-signing-requirements-for-windows-kb4520412-ef185fb8-00f7-167d-744c-f299a66fc00a',
    ],
    example: {
      edges: [
        ['DC1: LDAPS without channel binding', 'DCFor', 'BIRCH.LOCAL'],
        ['BIRCH.LOCAL', 'Contains', 'PC1: WebClient runs, unprotected'],
        ['BIRCH.LOCAL', 'Contains', 'AUTHENTICATED USERS'],
      ],
      derived: ['AUTHENTICATED USERS', 'PC1: WebClient runs, unprotected'],
    },
  },
  CoerceAndRelayNTLMToADCS: {
    sentence: 'can relay to certificate services the logon of',
    rule: `Follows from Authenticated Users to each unprotected computer that may enroll for a template and at its authority, if the authority has a web enrollment endpoint that accepts relayed logons, an enabled host, and a chain that the domain trusts for logon. The template authenticates, requires no approval and, if it is of version 2 or above, no signature. ${unprotected}`,
    meaning: 'The web pages for enrollment accept the logon of the computer, and issue a certificate in its name.',
    danger:
      'The attacker logs on as the computer. For a domain controller this means all secrets of the domain (ESC8).',
    detection:
      'Events 4886 and 4887 of a computer account by web enrollment; event 4768 with this certificate from another address.',
    remediation: 'Require HTTPS with extended protection on web enrollment, disable NTLM there, or remove it.',
    references: [relayToCertificateServices, specterOps('certified-pre-owned-d95910965cd2'), mitre('T1557.001')],
    example: {
      edges: [
        ['PC1: unprotected', 'Enroll', 'MACHINE'],
        ['MACHINE', 'PublishedTo', 'AUTHORITY: web enrollment'],
        ['PC1: unprotected', 'Enroll', 'AUTHORITY: web enrollment'],
        ['HOST: enabled', 'HostsCAService', 'AUTHORITY: web enrollment'],
        ['AUTHORITY: web enrollment', 'IssuedSignedBy', 'ROOT'],
        ['ROOT', 'RootCAFor', 'BIRCH.LOCAL'],
        ['AUTHORITY: web enrollment', 'TrustedForNTAuth', 'NTAUTH'],
        ['NTAUTH', 'NTAuthStoreFor', 'BIRCH.LOCAL'],
        ['BIRCH.LOCAL', 'Contains', 'AUTHENTICATED USERS'],
      ],
      derived: ['AUTHENTICATED USERS', 'PC1: unprotected'],
    },
  },
} satisfies KindFamily;
