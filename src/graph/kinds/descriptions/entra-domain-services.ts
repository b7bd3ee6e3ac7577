import type { KindFamily } from './kind-description.js';
import { azureRoleBestPractices, microsoft, mitre } from './references.js';
import { entraAudit } from './shared-texts.js';

const onlyByAll = 'Only with RULES=all.';
const synchronization = microsoft('entra/identity/domain-services/synchronization');
const overview = microsoft('entra/identity/domain-services/overview');

/** Managed domains of Microsoft Entra Domain Services (AZEntraDS), which have a directory of their own. */
export const entraDomainServices = {
  AZEntraDSContributor: {
    traversable: false,
    sentence: 'has the role Domain Services Contributor on',
    rule: 'The role is assigned on the managed domain, or on what contains it. OpenGraph files state it.',
    meaning: 'The start changes the settings of the managed domain, such as its synchronization.',
    danger: 'The edge gives no control by itself. AZManageEntraDS follows with two roles of Entra ID.',
    detection: 'Azure activity log: Microsoft.AAD/domainServices/write.',
    remediation: 'Assign the role for a limited time, on the managed domain alone.',
    references: [overview, azureRoleBestPractices],
  },
  AZManageEntraDS: {
    sentence: 'manages the managed domain',
    rule: `${onlyByAll} Follows for a principal with AZContributor or AZEntraDSContributor on the managed domain or on what contains it, itself or by groups, that is also Application Administrator and Groups Administrator of the tenant.`,
    meaning: 'Microsoft requires these three rights together to change a managed domain.',
    danger: 'The start changes which accounts are synchronized, and who administers the managed domain.',
    detection: entraAudit('Add member to group', 'Add service principal'),
    remediation: 'Separate the roles: no principal needs all three permanently.',
    references: [overview, azureRoleBestPractices, mitre('T1098.003')],
    example: {
      edges: [
        ['ADA', 'AZEntraDSContributor', 'BIRCH DS'],
        ['ADA', 'AZHasRole', 'APPLICATION ADMINISTRATOR'],
        ['ADA', 'AZHasRole', 'GROUPS ADMINISTRATOR'],
      ],
      derived: ['ADA', 'BIRCH DS'],
    },
  },
  SyncedToEntraDSUser: {
    sentence: 'is synchronized to the user of a managed domain',
    rule: `${onlyByAll} Follows if aadobjectid of a user of a directory is the object id of the cloud user.`,
    meaning: 'Both are accounts of one person, and the cloud is the source of the account in the managed domain.',
    danger: 'A new password in the cloud is the password in the managed domain, as soon as it is synchronized.',
    detection: entraAudit('Reset password (by admin)', 'Change user password'),
    remediation: 'Exclude privileged accounts from synchronization by a scope of groups.',
    references: [synchronization, mitre('T1078.004')],
  },
  SyncedToEntraDSGroup: {
    traversable: false,
    sentence: 'is synchronized to the group of a managed domain',
    rule: `${onlyByAll} Follows if aadobjectid of a group of a directory is the object id of the cloud group.`,
    meaning: 'The members of the cloud group are the members of the group in the managed domain.',
    danger: 'The edge gives no control by itself. AZAddEntraDSGroupMember follows for users who change the members.',
    detection: entraAudit('Add member to group'),
    remediation: 'Synchronize only the groups that programs in the managed domain need.',
    references: [synchronization],
  },
  AZAddEntraDSGroupMember: {
    sentence: 'may change, from the cloud, the members of the group of a managed domain',
    rule: `${onlyByAll} Follows for a cloud user who is synchronized to a managed domain, and has AZOwns or AZAddMembers on a cloud group that is synchronized to the group.`,
    meaning: 'The start adds its own account in the cloud, and synchronization adds the account in the directory.',
    danger: 'The start gains the rights of the group in the managed domain, where no log shows who did it.',
    detection: entraAudit('Add member to group', 'Add owner to group'),
    remediation: 'Remove owners of synchronized groups, and grant rights in the managed domain to groups of its own.',
    references: [synchronization, mitre('T1098.007')],
    example: {
      edges: [
        ['ADA', 'SyncedToEntraDSUser', 'ADA IN THE DOMAIN'],
        ['ADA', 'AZOwns', 'OPERATORS'],
        ['OPERATORS', 'SyncedToEntraDSGroup', 'OPERATORS IN THE DOMAIN'],
      ],
      derived: ['ADA', 'OPERATORS IN THE DOMAIN'],
    },
  },
} satisfies KindFamily;
