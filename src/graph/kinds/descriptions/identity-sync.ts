import type { KindFamily } from './kind-description.js';
import { microsoft, mitre } from './references.js';
import { entraAudit } from './shared-texts.js';

const connect = microsoft('entra/identity/hybrid/connect/whatis-azure-ad-connect');
const rule =
  'Follows if onpremid of a cloud user is the object id of a user of a directory, and onpremsyncenabled is true. Both must be in the graph';

/** Accounts of one person in the directory and in the cloud. */
export const identitySync = {
  SyncedToEntraUser: {
    sentence: 'is synchronized to the cloud user',
    rule: `${rule}. It leads from the directory to the cloud.`,
    meaning: 'Both are accounts of one person, and the directory is the source of the cloud account.',
    danger:
      'Control of the account in the directory sets the password in the cloud, by synchronization of hashes or federation.',
    detection: `${entraAudit('Change user password', 'Update user')} Sign-ins of the cloud account after event 4724 in the directory.`,
    remediation:
      'Administer the cloud by accounts that are not synchronized, with a second factor that resists phishing.',
    references: [connect, microsoft('entra/architecture/protect-m365-from-on-premises-attacks'), mitre('T1078.004')],
    example: {
      edges: [
        ['BIRCH.LOCAL', 'Contains', 'ADA'],
        ['BIRCH.EXAMPLE', 'AZContains', 'ADA IN THE CLOUD: onpremid is ADA'],
      ],
      derived: ['ADA', 'ADA IN THE CLOUD: onpremid is ADA'],
    },
  },
  SyncedToADUser: {
    sentence: 'is synchronized from the user of a directory',
    rule: `${rule}. It leads from the cloud to the directory.`,
    meaning: 'Password changes in the cloud can be written back to the account in the directory.',
    danger: 'A reset in the cloud sets the password in the directory, if password writeback is on.',
    detection: `${entraAudit('Reset password (by admin)')} Event 4724 in the directory by the account of synchronization.`,
    remediation: 'Exclude privileged accounts of the directory from synchronization and from password writeback.',
    references: [connect, microsoft('entra/identity/authentication/concept-sspr-writeback'), mitre('T1556.007')],
    example: {
      edges: [
        ['BIRCH.EXAMPLE', 'AZContains', 'ADA IN THE CLOUD: onpremid is ADA'],
        ['BIRCH.LOCAL', 'Contains', 'ADA'],
      ],
      derived: ['ADA IN THE CLOUD: onpremid is ADA', 'ADA'],
    },
  },
} satisfies KindFamily;
