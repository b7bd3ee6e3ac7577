import type { KindFamily } from './kind-description.js';
import { activeDirectoryProtocol, microsoft, mitre, specterOps } from './references.js';
import { removeEntry } from './shared-texts.js';

const sidFiltering = 'https://dirkjanm.io/active-directory-forest-trusts-part-one-how-does-sid-filtering-work/';
const trustGuide = 'https://blog.harmj0y.net/redteaming/a-guide-to-attacking-domain-trusts/';
const forestTrusts = specterOps('not-a-security-boundary-breaking-forest-trusts-cd125829518d');
const replicationProtocol = microsoft('openspecs/windows_protocols/ms-drsr/f977faaa-673e-4f66-b9bf-48c640241d47');
const dcsync = 'https://adsecurity.org/?p=1729';

/** Trusts between domains, and the rights to replicate a domain. */
export const trustsAndReplication = {
  SameForestTrust: {
    sentence: 'trusts, within the forest,',
    rule: 'A collector reads a trust within the forest. The start trusts the end.',
    meaning:
      'Accounts of the end authenticate in the start, and identifiers of other domains in their tickets are accepted.',
    danger: 'The forest is the boundary, not the domain: an administrator of one domain controls all of them.',
    detection:
      'Event 4769 for the service krbtgt of the other domain, with identifiers of Enterprise Admins in the ticket.',
    remediation:
      'A trust in a forest cannot be restricted. Treat administrators of each domain as administrators of the forest.',
    references: [trustGuide, mitre('T1134.005'), mitre('T1482')],
  },
  CrossForestTrust: {
    traversable: false,
    sentence: 'trusts, across forests,',
    rule: 'A collector reads a trust to a domain of another forest. The start trusts the end.',
    meaning: 'Accounts of the end may authenticate in the start. Their tickets are filtered there.',
    danger: 'The edge gives no control by itself. SpoofSIDHistory and AbuseTGTDelegation say whether filters are weak.',
    detection: 'Events 4706 (trust created) and 4716 (trust changed) on domain controllers.',
    remediation: 'Remove trusts that nobody uses. Use selective authentication, and keep SID filtering on.',
    references: [sidFiltering, mitre('T1482')],
  },
  TrustedBy: {
    sentence: 'is trusted by',
    rule: 'A file of an older collector, or an OpenGraph file, states a trust from the side of the trusted domain.',
    meaning: 'Accounts of the start may authenticate in the end. The forest and the filters are unknown.',
    danger:
      'If the domains are in one forest, or if SIDs are not filtered, an administrator of the start controls the end.',
    detection: 'Events 4706 (trust created) and 4716 (trust changed) in the trusting domain.',
    remediation: 'Collect with a current collector, which says in which forest the trust is and how it is filtered.',
    references: [trustGuide, mitre('T1482')],
  },
  SpoofSIDHistory: {
    sentence: 'may forge identities of',
    rule: 'A collector reads a trust between forests whose SID filtering admits identifiers of the trusting domain.',
    meaning: 'A ticket from the start may contain identifiers of accounts of the end, and the end accepts them.',
    danger: 'An administrator of the start forges a ticket with the identifier of a privileged group of the end.',
    detection: 'Event 4769 with an account of the other forest, and event 4672 (special privileges) for it.',
    remediation:
      'Turn SID filtering on: netdom trust with /EnableSIDHistory:no, or /Quarantine:yes for external trusts.',
    references: [sidFiltering, mitre('T1134.005')],
  },
  AbuseTGTDelegation: {
    sentence: 'may receive delegated tickets from',
    rule: 'A collector reads a trust between forests that permits delegation of ticket-granting tickets.',
    meaning:
      'Accounts of the end that connect to a server with unconstrained delegation in the start leave their tickets there.',
    danger: 'An administrator of the start forces a domain controller of the end to connect, and acts with its ticket.',
    detection: 'Event 4769 with forwarded tickets to hosts of the other forest, by domain controllers.',
    remediation: 'Turn it off: netdom trust with /EnableTGTDelegation:no.',
    references: [forestTrusts, mitre('T1187')],
  },
  HasTrustKeys: {
    sentence: 'stores the password of the trust account',
    rule: 'A collected domain A with a NetBIOS name trusts domain B. B has the user NAME$, named after A: the account of the trust. A leads to this user.',
    meaning: 'Both sides of a trust share a key, and the trusted side keeps it as the password of an account.',
    danger:
      'An administrator of A reads the key and logs on to B as an ordinary account, against the direction of the trust.',
    detection:
      'Event 4768 for an account that ends in $ and is no computer, from an address that is no domain controller.',
    remediation: 'Remove the trust if it is not needed. Remove rights that such an account has by Authenticated Users.',
    references: [
      'https://improsec.com/tech-blog/sid-filter-as-security-boundary-between-domains-part-7-trust-account-attack-from-trusting-to-trusted',
      mitre('T1003.006'),
      mitre('T1078.002'),
    ],
    example: {
      edges: [
        ['OAK.LOCAL: NetBIOS name OAK', 'CrossForestTrust', 'BIRCH.LOCAL'],
        ['BIRCH.LOCAL', 'Contains', 'OAK$'],
      ],
      derived: ['OAK.LOCAL: NetBIOS name OAK', 'OAK$'],
    },
  },
  GetChanges: {
    traversable: false,
    sentence: 'may replicate ordinary attributes of',
    rule: 'A collector reads an access control entry with DS-Replication-Get-Changes on the domain.',
    meaning: 'The start may ask a domain controller for changes, without secrets.',
    danger: 'The edge gives no control by itself. With GetChangesAll or GetChangesInFilteredSet it copies secrets.',
    detection: 'Event 4662 with 1131f6aa-9c07-11d1-f79f-00c04fc2dcd2.',
    remediation: removeEntry('Replicating Directory Changes'),
    references: [replicationProtocol, mitre('T1003.006')],
  },
  GetChangesAll: {
    traversable: false,
    sentence: 'may replicate secret attributes of',
    rule: 'A collector reads an access control entry with DS-Replication-Get-Changes-All on the domain.',
    meaning: 'The start may include secrets in replication, if it may replicate at all.',
    danger: 'The edge gives no control by itself. With GetChanges it copies every password hash (DCSync).',
    detection: 'Event 4662 with 1131f6ad-9c07-11d1-f79f-00c04fc2dcd2.',
    remediation: removeEntry('Replicating Directory Changes All'),
    references: [replicationProtocol, mitre('T1003.006')],
  },
  GetChangesInFilteredSet: {
    traversable: false,
    sentence: 'may replicate confidential attributes of',
    rule: 'A collector reads an access control entry with DS-Replication-Get-Changes-In-Filtered-Set on the domain.',
    meaning:
      'The start may include attributes that read-only domain controllers do not get, if it may replicate at all.',
    danger: 'The edge gives no control by itself. With GetChanges it copies the LAPS passwords of computers.',
    detection: 'Event 4662 with 89e95b76-444d-4c62-991a-0facbeda640c.',
    remediation: removeEntry('Replicating Directory Changes In Filtered Set'),
    references: [replicationProtocol, activeDirectoryProtocol],
  },
  DCSync: {
    sentence: 'may copy all secrets of',
    rule: 'Follows for the shortest principals that have both GetChanges and GetChangesAll on a collected domain, themselves or by groups. Their members reach it by MemberOf.',
    meaning: 'The start may pose as a domain controller and ask for the passwords of all accounts.',
    danger: 'It gets the key of krbtgt, and with it forges tickets for each account of the domain.',
    detection:
      'Event 4662 with both replication rights by an account that is no domain controller, and replication traffic (DRSUAPI) from other addresses.',
    remediation:
      'Leave both rights to domain controllers, and to one account of directory synchronization if there is one.',
    references: [mitre('T1003.006'), dcsync, replicationProtocol],
    example: {
      edges: [
        ['ADA', 'MemberOf', 'SYNC ADMINS'],
        ['SYNC ADMINS', 'GetChanges', 'BIRCH.LOCAL'],
        ['ADA', 'GetChangesAll', 'BIRCH.LOCAL'],
      ],
      derived: ['ADA', 'BIRCH.LOCAL'],
    },
  },
  SyncLAPSPassword: {
    sentence: 'may replicate the password of the local administrator of',
    rule: 'Follows for the shortest principals that have both GetChanges and GetChangesInFilteredSet on a collected domain, towards each of its computers with LAPS.',
    meaning: 'The start may ask for confidential attributes of computers by replication.',
    danger: 'It reads the LAPS passwords and logs on to the computers as local administrator.',
    detection:
      'Event 4662 with both replication rights, one of them for the filtered set, by an account that is no domain controller.',
    remediation: 'Remove one of the two rights, and encrypt the passwords by Windows LAPS.',
    references: [microsoft('windows-server/identity/laps/laps-overview'), mitre('T1003.006')],
    example: {
      edges: [
        ['ADA', 'GetChanges', 'BIRCH.LOCAL'],
        ['ADA', 'GetChangesInFilteredSet', 'BIRCH.LOCAL'],
        ['BIRCH.LOCAL', 'Contains', 'PC1: has LAPS'],
      ],
      derived: ['ADA', 'PC1: has LAPS'],
    },
  },
} satisfies KindFamily;
