import type { KindFamily } from './kind-description.js';
import {
  activeDirectoryProtocol,
  bestPractices,
  microsoft,
  mitre,
  protectedAccounts,
  securityGroups,
} from './references.js';
import { attributeChanges } from './shared-texts.js';

const specialIdentities = microsoft('windows-server/identity/ad-ds/manage/understand-special-identities-groups');
const groupPolicies = 'https://wald0.com/?p=179';

/** Who is in what, and what applies to it. */
export const memberships = {
  MemberOf: {
    sentence: 'is a member of',
    rule: 'A collector lists the members of a group and the primary group of an account. For each collected domain the memberships follow that Windows adds at logon: Domain Users and Domain Computers are in Authenticated Users, and this group and Guest are in Everyone.',
    meaning: 'The start has every right of the group, and of the groups that this group is in.',
    danger: 'A member of a group that is nested deep has rights that its own list of groups does not show.',
    detection: 'Events 4728, 4732 and 4756 (member added to a security group) on domain controllers.',
    remediation:
      'Remove the member, or the group from the group above. Grant rights to small groups with a named purpose.',
    references: [securityGroups, mitre('T1069.002'), mitre('T1098.007')],
  },
  MemberOfLocalGroup: {
    traversable: false,
    sentence: 'is a member of the local group',
    rule: 'A collector reads the local groups of a computer, or a policy sets them.',
    meaning: 'The start is in a group that exists on one computer or on one domain.',
    danger: 'The edge gives no control by itself. AdminTo, CanRDP, CanPSRemote and ExecuteDCOM follow from it.',
    detection: 'Event 4732 (member added to a local group) on the computer.',
    remediation:
      'Remove the member from the local group. Set local groups by one policy, so that additions by hand disappear.',
    references: [mitre('T1069.001'), mitre('T1098.007')],
  },
  LocalToComputer: {
    traversable: false,
    sentence: 'is a local group of',
    rule: 'A collector names the computer whose local groups it read.',
    meaning: 'The group exists on this computer alone, and Windows checks it only there.',
    danger: 'The edge says where the rights of the members of the group apply.',
    detection: 'Event 4731 (local group created) on the computer.',
    remediation: 'No action is needed: each computer has its built-in groups. Delete groups that nobody uses.',
    references: [mitre('T1069.001')],
  },
  Contains: {
    sentence: 'contains',
    rule: 'A collector names the parent of each object in the directory. A site contains its servers and subnets.',
    meaning: 'The end is in the container, the organizational unit or the domain, at the first level.',
    danger: 'Control of the container adds entries to its access control list, and the objects in it inherit them.',
    detection: 'Event 5136 with nTSecurityDescriptor or gPLink on the container; event 5139 if an object is moved.',
    remediation:
      'Move important objects into a unit of their own, whose rights only administrators of the same tier have.',
    references: [bestPractices, mitre('T1484'), groupPolicies],
  },
  ServerIs: {
    sentence: 'is the object of a site for the computer',
    rule: 'A collector resolves the reference (serverReference) of the server of a site. Objects that are left over have none.',
    meaning: 'The computer, a domain controller, belongs to the site that contains the start.',
    danger:
      'Policies of the site apply to the computer, unless a unit above it blocks inheritance and the link is not enforced. Rights on the site are not inherited by the computer.',
    detection: 'Event 5136 with gPLink on the site, and with versionNumber on a policy that is linked to it.',
    remediation:
      'Only administrators of tier zero may edit sites and the policies that are linked to them. Delete objects of servers that are gone.',
    references: [
      microsoft('windows-server/identity/ad-ds/plan/understanding-active-directory-site-topology'),
      groupPolicies,
    ],
  },
  GPLink: {
    sentence: 'is linked to',
    rule: 'A collector reads the links (gPLink) of a domain, an organizational unit or a site.',
    meaning:
      'The settings of the policy apply to computers and users below the end, unless filters or blocked inheritance exclude them.',
    danger: 'An attacker who can edit the policy runs programs on every computer to which it applies.',
    detection: 'Event 5136 with gPLink on the unit, and with versionNumber on the policy.',
    remediation:
      'Unlink policies that are not needed. Only administrators of the tier to which a policy applies may edit it.',
    references: [groupPolicies, mitre('T1484.001')],
  },
  HasSIDHistory: {
    sentence: 'has by its former identity the rights of',
    rule: 'A collector reads the identifiers in sIDHistory of a user, a group or a computer.',
    meaning: 'The identifier of the end is in each token of the start, so access checks treat both as one.',
    danger: 'The start keeps rights from before a migration, and an attacker may have added the identifier to persist.',
    detection: 'Events 4765 and 4766 (identifier added to sIDHistory), and event 4738 with a changed SidHistory.',
    remediation: 'Clear sIDHistory after a migration has ended, and grant the rights that are still needed to groups.',
    references: [mitre('T1134.005'), activeDirectoryProtocol],
  },
  ClaimSpecialIdentity: {
    sentence: 'may act with the special identity',
    rule: 'Everyone of a collected domain leads to the groups that Windows adds to a token by the way of the logon (Network, This Organization, This Organization Certificate, Authentication Authority Asserted Identity, Key Trust Identity, MFA Key Property, NTLM and SChannel Authentication), and to Guest if this account is enabled.',
    meaning: 'A user needs no membership: the way of the logon decides whether the group is in the token.',
    danger: 'A right of such a group is a right of all accounts that can log on in this way.',
    detection: 'Event 4624 shows how an account logged on; event 4672 whether the logon had privileges.',
    remediation: 'Grant rights to groups with members that somebody maintains. Disable Guest.',
    references: [specialIdentities, mitre('T1078.001')],
  },
  ProtectAdminGroups: {
    traversable: false,
    sentence: 'prescribes the access control list of',
    rule: 'AdminSDHolder of a collected domain leads to each user, group and computer of the domain with adminsdholderprotected.',
    meaning: 'Each hour a process replaces the access control list of the end by the list of AdminSDHolder.',
    danger:
      'The edge gives no control by itself. Rights on AdminSDHolder become rights on all protected accounts within an hour.',
    detection: 'Event 5136 with nTSecurityDescriptor on AdminSDHolder; event 4780 (list of an administrator replaced).',
    remediation:
      'Keep the list of AdminSDHolder as Windows creates it. Take accounts out of protected groups, then clear adminCount.',
    references: [protectedAccounts, 'https://adsecurity.org/?p=1906'],
  },
  GPOAppliesTo: {
    sentence: 'applies its settings to',
    rule: 'Reserved for the effect of a policy on an object after links, blocked inheritance and filters. No rule derives it; OpenGraph files may state it.',
    meaning: 'The computer or user processes the settings of the policy.',
    danger: 'Control of the policy is control of the end: a policy can run programs as the system.',
    detection: 'Event 5136 with gPCFileSysPath or versionNumber on the policy, and changed files in SYSVOL.',
    remediation: 'Limit who may edit the policy, and exclude important objects by a unit of their own.',
    references: [groupPolicies, mitre('T1484.001')],
  },
  CanApplyGPO: {
    sentence: 'may apply policies to',
    rule: 'Reserved for principals that can link a policy with effect on an object. No rule derives it; OpenGraph files may state it.',
    meaning: 'The start can make a policy of its own choice take effect on the end.',
    danger: 'A policy with a scheduled task runs programs on the end.',
    detection: 'Event 5136 with gPLink on the units above the end.',
    remediation: 'Remove the right to link policies from the units above the end.',
    references: [groupPolicies, mitre('T1484.001'), mitre('T1053.005')],
  },
  PropagatesACEsTo: {
    sentence: 'passes its access control entries on to',
    rule: 'Reserved for inheritance of access control entries without a break. No rule derives it; OpenGraph files may state it.',
    meaning: 'An entry on the container that is marked for inheritance also applies to the end.',
    danger: 'A right to change the list of the container is a right on each object below.',
    detection: 'Event 4670 or 5136 with nTSecurityDescriptor on the container.',
    remediation: 'Move the end, or disable inheritance on it and grant its rights there.',
    references: [activeDirectoryProtocol, mitre('T1222.001')],
  },
  ContainsIdentity: {
    sentence: 'contains the identity',
    rule: 'Reserved for containers of identities. No rule derives it; OpenGraph files may state it.',
    meaning: 'The end is an account that lives in the container, at any depth.',
    danger: 'Rights on the container reach the account by inheritance.',
    detection: attributeChanges('nTSecurityDescriptor'),
    remediation: 'Separate accounts of different tiers into containers with different administrators.',
    references: [activeDirectoryProtocol, bestPractices],
  },
  DCFor: {
    sentence: 'is a domain controller of',
    rule: 'A collector marks the computer as a domain controller of its domain.',
    meaning: 'The computer stores the directory of the domain and issues its Kerberos tickets.',
    danger: 'An administrator of the computer can copy the database with the secrets of all accounts.',
    detection:
      'Event 4742 with a new service principal name that begins with GC or E3514235, and logons to domain controllers from hosts of lower tiers.',
    remediation:
      'Let only administrators of tier zero log on to domain controllers, and run no other services on them.',
    references: [bestPractices, mitre('T1003.003')],
  },
} satisfies KindFamily;
