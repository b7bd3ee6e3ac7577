import type { KindFamily } from './kind-description.js';
import {
  activeDirectoryProtocol,
  anAceUpTheSleeve,
  microsoft,
  mitre,
  securityGroups,
  shadowCredentials,
} from './references.js';
import { attributeChanges, removeEntry } from './shared-texts.js';

const ownerRights = microsoft('windows-server/identity/ad-ds/manage/understand-special-identities-groups');

/** Rights on a whole object, and its ownership. */
export const accessEntries = {
  GenericAll: {
    sentence: 'has full control of',
    rule: 'A collector reads an access control entry with all rights.',
    meaning:
      'The start may read and write each attribute, use each extended right, and change the access control list.',
    danger:
      'It resets passwords, adds members, keys or service names, reads LAPS passwords, and edits policies, depending on the end.',
    detection:
      'Event 5136 (directory service changes) and event 4662 (operation on an object) by the start on the end.',
    remediation: removeEntry('Full control'),
    references: [anAceUpTheSleeve, activeDirectoryProtocol, mitre('T1098')],
  },
  GenericWrite: {
    sentence: 'may write most attributes of',
    rule: 'A collector reads an access control entry with the right to write all properties.',
    meaning: 'The start may change attributes and validated writes, but neither the owner nor the access control list.',
    danger:
      'It adds a key or a service name to an account, members to a group, delegation to a computer, or a file to a policy.',
    detection: attributeChanges(
      'msDS-KeyCredentialLink, servicePrincipalName, member or msDS-AllowedToActOnBehalfOfOtherIdentity',
    ),
    remediation: removeEntry('Write all properties'),
    references: [anAceUpTheSleeve, shadowCredentials, mitre('T1098')],
  },
  WriteDacl: {
    sentence: 'may change the access control list of',
    rule: 'A collector reads an access control entry with the right to modify permissions.',
    meaning: 'The start may grant each right on the end to each account, itself included.',
    danger: 'It grants itself full control, or on a domain the two rights of replication, and then uses them.',
    detection: attributeChanges('nTSecurityDescriptor'),
    remediation: removeEntry('Modify permissions'),
    references: [anAceUpTheSleeve, mitre('T1222.001')],
  },
  WriteOwner: {
    sentence: 'may become the owner of',
    rule: 'Follows from WriteOwnerRaw. If the 29th character of dsHeuristics of the domain is 1, it does not follow for computers and managed service accounts. OWNER RIGHTS may limit it (WriteOwnerLimitedRights).',
    meaning: 'The start may make itself the owner, and an owner may change the access control list.',
    danger: 'Full control is two steps away: become the owner, then grant the right.',
    detection:
      'Event 5136 with nTSecurityDescriptor, or event 4662 with access mask 0x80000 (WRITE_OWNER), on the object.',
    remediation: removeEntry('Modify owner'),
    references: [anAceUpTheSleeve, ownerRights, mitre('T1222.001')],
  },
  Owns: {
    sentence: 'owns',
    rule: 'Follows from OwnsRaw. If the 29th character of dsHeuristics of the domain is 1, owners of computers and managed service accounts have it only if they are Domain Admins, Enterprise Admins or their members. OWNER RIGHTS may limit it (OwnsLimitedRights).',
    meaning: 'The owner of an object may read and change its access control list without any entry.',
    danger: 'An account that once created an object can still grant itself full control of it.',
    detection: 'Event 4670 or 5136 with nTSecurityDescriptor by the owner of the object.',
    remediation: 'Make Domain Admins the owner. Block the implicit rights of owners by dsHeuristics (KB5008383).',
    references: [anAceUpTheSleeve, ownerRights, mitre('T1222.001')],
  },
  OwnsRaw: {
    traversable: false,
    sentence: 'is stated as the owner of',
    rule: 'A collector reads the owner in the security descriptor.',
    meaning: 'The ownership as stored, before the settings that limit owners are evaluated.',
    danger: 'The edge gives no control by itself. The rule of Owns decides whether the owner has its implicit rights.',
    detection: attributeChanges('nTSecurityDescriptor (owner)'),
    remediation: 'Set the owner to Domain Admins, for example when accounts of a service create objects.',
    references: [activeDirectoryProtocol],
  },
  WriteOwnerRaw: {
    traversable: false,
    sentence: 'is stated to have the right to change the owner of',
    rule: 'A collector reads an access control entry with the right to modify the owner.',
    meaning: 'The right as stored, before the settings that limit owners are evaluated.',
    danger:
      'The edge gives no control by itself. The rule of WriteOwner decides whether a new owner has implicit rights.',
    detection: attributeChanges('nTSecurityDescriptor (an entry with Modify owner)'),
    remediation: removeEntry('Modify owner'),
    references: [activeDirectoryProtocol],
  },
  OwnsLimitedRights: {
    sentence: 'owns, with the rights that OWNER RIGHTS leaves it,',
    rule: 'A collector reads the owner and an entry for OWNER RIGHTS (S-1-3-4) with rights that can be abused, which replaces the implicit rights of the owner.',
    meaning: 'The owner has the rights of the edge property privileges, and no implicit right to change the list.',
    danger: 'Depending on the privileges it writes attributes, adds members, or changes the list after all.',
    detection: 'Event 5136 by the owner on the object, for the attributes that privileges name.',
    remediation: 'Limit the entry for OWNER RIGHTS to reading, or change the owner.',
    references: [ownerRights, anAceUpTheSleeve],
  },
  WriteOwnerLimitedRights: {
    sentence: 'may become the owner, with the rights that OWNER RIGHTS leaves it, of',
    rule: 'A collector reads the right to modify the owner and an inherited entry for OWNER RIGHTS (S-1-3-4) with rights that can be abused.',
    meaning: 'An inherited entry stays when the owner changes, so the new owner has its rights and no others.',
    danger: 'The start first becomes the owner, and then uses the rights of the edge property privileges.',
    detection: 'Event 4662 with access mask 0x80000 (WRITE_OWNER), followed by event 5136 by the new owner.',
    remediation: 'Remove the right to modify the owner, and limit the inherited entry for OWNER RIGHTS to reading.',
    references: [ownerRights, activeDirectoryProtocol],
  },
  AllExtendedRights: {
    sentence: 'has all extended rights on',
    rule: 'A collector reads an access control entry with all extended rights.',
    meaning:
      'The start may use each control access right of the end: reset of a password, replication, reading of confidential attributes, enrollment.',
    danger:
      'It resets the password of a user, reads the LAPS password of a computer, or copies all secrets of a domain.',
    detection: 'Event 4724 (password reset) and event 4662 with the identifier of an extended right.',
    remediation: removeEntry('All extended rights'),
    references: [anAceUpTheSleeve, activeDirectoryProtocol, mitre('T1098')],
  },
  ForceChangePassword: {
    sentence: 'may reset the password of',
    rule: 'A collector reads an access control entry with User-Force-Change-Password.',
    meaning: 'The start may set a new password without the present one.',
    danger: 'It logs on as the account. The owner of the account notices, because the old password is refused.',
    detection: 'Event 4724 (attempt to reset a password of an account).',
    remediation: 'Remove the entry with Reset password; let the help desk reset only accounts below its tier.',
    references: [anAceUpTheSleeve, mitre('T1098')],
  },
  AddMember: {
    sentence: 'may add members to',
    rule: 'A collector reads an access control entry with the right to write the attribute member of a group.',
    meaning: 'The start may add each account to the group, itself included.',
    danger: 'It gains every right of the group at its next logon.',
    detection: 'Events 4728, 4732 and 4756 (member added) by accounts that do not manage the group.',
    remediation: 'Remove the entry with Write Members; name one group of managers for each important group.',
    references: [securityGroups, anAceUpTheSleeve, mitre('T1098.007')],
  },
  AddSelf: {
    sentence: 'may add itself to',
    rule: 'A collector reads an access control entry with the validated write Self-Membership on a group.',
    meaning: 'The start may add its own account to the group, and no other.',
    danger: 'It becomes a member without a request, and has the rights of the group at its next logon.',
    detection: 'Events 4728, 4732 and 4756 (member added) whose actor and member are one account.',
    remediation: 'Remove the entry with Add/remove self as member.',
    references: [securityGroups, mitre('T1098.007')],
  },
  WriteGPLink: {
    sentence: 'may link policies to',
    rule: 'A collector reads an access control entry with the right to write gPLink of a domain or an organizational unit.',
    meaning: 'The start may decide which policies apply below the end.',
    danger: 'It links a policy of its own, which runs programs on all computers and users below.',
    detection: attributeChanges('gPLink'),
    remediation: removeEntry('Write gPLink'),
    references: ['https://wald0.com/?p=179', mitre('T1484.001')],
  },
} satisfies KindFamily;
