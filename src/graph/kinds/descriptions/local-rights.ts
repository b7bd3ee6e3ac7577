import type { KindExample, KindFamily } from './kind-description.js';
import { microsoft, mitre } from './references.js';

const userRights = microsoft(
  'previous-versions/windows/it-pro/windows-10/security/threat-protection/security-policy-settings/user-rights-assignment',
);

function groupExample(group: string): KindExample {
  return {
    edges: [
      ['ADA', 'MemberOfLocalGroup', `${group}@PC1`],
      [`${group}@PC1`, 'LocalToComputer', 'PC1'],
    ],
    derived: ['ADA', 'PC1'],
  };
}

/** Sessions and rights on one computer. */
export const localRights = {
  AdminTo: {
    sentence: 'is an administrator of',
    rule: 'Follows for each user, group and computer in the local group Administrators (S-1-5-32-544) of a computer, at the first level.',
    meaning: 'The start may read and change everything on the computer.',
    danger: 'It reads the secrets of each account that is logged on, and acts as these accounts elsewhere.',
    detection: 'Events 4624 (type 3) and 4672 on the computer, access to LSASS, and new services (event 7045).',
    remediation: 'Remove the member from the local group. Use LAPS and separate accounts for each tier.',
    references: [
      mitre('T1021.002'),
      mitre('T1003.001'),
      microsoft('security/privileged-access-workstations/privileged-access-access-model'),
    ],
    example: groupExample('ADMINISTRATORS'),
  },
  HasSession: {
    sentence: 'has a session of',
    rule: 'A collector finds the user logged on to the computer.',
    meaning: 'The secrets of the user are in the memory of the computer while the session lasts.',
    danger: 'An administrator of the computer takes a ticket or the hash, or acts with the token of the user.',
    detection: 'Access to LSASS (Sysmon event 10), and logons of the user from hosts that the user does not use.',
    remediation: 'Keep administrators off lower tiers by policies of logon. Use Credential Guard and Protected Users.',
    references: [
      mitre('T1003.001'),
      mitre('T1134.001'),
      microsoft('windows/security/identity-protection/credential-guard/'),
    ],
  },
  CanRDP: {
    sentence: 'may log on by remote desktop to',
    rule: 'Follows for members of Remote Desktop Users (S-1-5-32-555). If user rights were collected, they also need RemoteInteractiveLogonRight; if CITRIX_RDP is true and the computer has the group Direct Access Users, they need its membership, too.',
    meaning: 'The start may open an interactive session without being an administrator.',
    danger: 'It runs programs there, reads what users can read, and looks for a way to become administrator.',
    detection: 'Events 4624 (type 10) and 1149 (terminal services) on the computer.',
    remediation: 'Remove the member from Remote Desktop Users, or the right from the group.',
    references: [mitre('T1021.001'), userRights],
    example: groupExample('REMOTE DESKTOP USERS'),
  },
  CanPSRemote: {
    sentence: 'may run PowerShell remotely on',
    rule: 'Follows for each user, group and computer in Remote Management Users (S-1-5-32-580) of a computer, at the first level.',
    meaning: 'The start may open sessions by WinRM without being an administrator.',
    danger: 'It runs commands as itself, and reads files and secrets of services.',
    detection:
      'Event 91 (WinRM) and events 4103 and 4104 (PowerShell) on the computer; processes below wsmprovhost.exe.',
    remediation: 'Remove the member. Use constrained endpoints (Just Enough Administration) for tasks.',
    references: [mitre('T1021.006'), microsoft('powershell/scripting/security/remoting/jea/overview')],
    example: groupExample('REMOTE MANAGEMENT USERS'),
  },
  ExecuteDCOM: {
    sentence: 'may call DCOM objects on',
    rule: 'Follows for each user, group and computer in Distributed COM Users (S-1-5-32-562) of a computer, at the first level.',
    meaning: 'The start may create objects of the component model over the network.',
    danger: 'Some objects run commands (MMC20.Application, ShellWindows), if their own permissions admit the caller.',
    detection: 'Event 10016 (DCOM), and child processes of mmc.exe or of svchost.exe -k DcomLaunch.',
    remediation: 'Remove the member. Deny remote activation, and block RPC from workstations by the firewall.',
    references: [mitre('T1021.003')],
    example: groupExample('DISTRIBUTED COM USERS'),
  },
  SQLAdmin: {
    sentence: 'administers the database server on',
    rule: 'A collector finds the service names of SQL Server (MSSQLSvc) on the account and resolves their host.',
    meaning: 'The account runs SQL Server there, and is usually an administrator of the database.',
    danger: 'It runs commands by xp_cmdshell as the account of the service, and reads all data.',
    detection: 'Messages 15457 (xp_cmdshell enabled) in the log of SQL Server; child processes of sqlservr.exe.',
    remediation: 'Run the service as a group managed account without other rights. Keep xp_cmdshell disabled.',
    references: [mitre('T1505.001'), microsoft('sql/relational-databases/security/securing-sql-server')],
  },
  RemoteInteractiveLogonRight: {
    traversable: false,
    sentence: 'has the right to log on by remote desktop services on',
    rule: 'A collector reads the user rights of the computer (SeRemoteInteractiveLogonRight).',
    meaning: 'Windows admits a session by remote desktop only for holders of this right.',
    danger: 'The edge gives no control by itself. CanRDP follows together with membership in Remote Desktop Users.',
    detection: 'Event 4717 (system security access granted) with SeRemoteInteractiveLogonRight.',
    remediation: 'Take the account out of "Allow log on through Remote Desktop Services".',
    references: [userRights, mitre('T1021.001')],
  },
  RemoteInteractiveLogonPrivilege: {
    traversable: false,
    sentence: 'has the privilege to log on by remote desktop services on',
    rule: 'A file of an older collector names RemoteInteractiveLogonRight in this way.',
    meaning: 'It counts for CanRDP in the same way as RemoteInteractiveLogonRight.',
    danger: 'The edge gives no control by itself; the membership in Remote Desktop Users has to be added.',
    detection: 'Event 4717 on the computer, if its user rights change.',
    remediation: 'Collect with a current collector, and restrict the right by policy.',
    references: [userRights],
  },
  BackupPrivilege: {
    traversable: false,
    sentence: 'may back up files of',
    rule: 'A collector reads the user rights of the computer (SeBackupPrivilege).',
    meaning: 'The start may read each file and registry key, whatever their access control lists say.',
    danger:
      'The edge gives no control by itself. With a logon on the computer it copies the registry hives and, on a domain controller, ntds.dit.',
    detection: 'Event 4674 with SeBackupPrivilege, and copies of the hives SAM, SECURITY and SYSTEM.',
    remediation: 'Grant "Back up files and directories" only to the account of the backup program.',
    references: [userRights, mitre('T1003.002'), mitre('T1003.003')],
  },
  RestorePrivilege: {
    traversable: false,
    sentence: 'may restore files of',
    rule: 'A collector reads the user rights of the computer (SeRestorePrivilege).',
    meaning: 'The start may write each file and registry key, whatever their access control lists say.',
    danger: 'The edge gives no control by itself. With a logon on the computer it replaces programs of the system.',
    detection: 'Event 4674 with SeRestorePrivilege, and changed programs or services below System32.',
    remediation: 'Grant "Restore files and directories" only to the account of the backup program.',
    references: [userRights, mitre('T1574')],
  },
  CanBackup: {
    sentence: 'may copy and replace the files of',
    rule: 'Reserved for accounts that can log on and have BackupPrivilege or RestorePrivilege. No rule derives it; OpenGraph files may state it.',
    meaning: 'The start may read and write everything on the computer by the interfaces for backups.',
    danger: 'It copies the registry hives or ntds.dit, and logs on with the secrets in them.',
    detection: 'Remote access to the registry (event 5145 with winreg) by accounts that run no backups.',
    remediation: 'Empty the group Backup Operators, and give the backup program an account of its own.',
    references: [mitre('T1003.002'), mitre('T1003.003'), userRights],
  },
} satisfies KindFamily;
