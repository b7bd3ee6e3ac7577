import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { enabled, guest, roastable, type Weakness } from './weakness.js';

const noController = ['isdc:neq:true', 'memberof:neq:-516'] as const;

/** The beginnings of names that systems out of support have. Names are in upper case. */
const oldServers = [
  'WINDOWS NT',
  'WINDOWS 2000',
  ...['SERVER', 'SERVER®'].flatMap((name) => ['2003', '2008', '2012'].map((year) => `WINDOWS ${name} ${year}`)),
];
const oldClients = ['XP', 'VISTA', '7', '8'].map((name) => `WINDOWS ${name}`);
const systemOf = (names: readonly string[]) => `operatingsystem:starts:${names.join()}`;

const passwordAge = 'props=pwdlastset&sort_by=props.pwdlastset';
const passwords = 'props=pwdlastset';
const systems = 'props=operatingsystem&sort_by=props.operatingsystem';
const passwordAttributes = ['userpassword', 'unixpassword', 'unicodepassword', 'sfupassword'];

/** By name. Documents follow this order. */
export const weaknesses = {
  Kerberoasting: {
    kinds: [Kind.User],
    where: roastable,
    finding: {
      title: 'Kerberoastable user accounts',
      rule: 'An enabled user other than krbtgt and managed service accounts has a service principal name (`hasspn`).',
      danger: 'Each account of the domain may ask for a ticket that is encrypted with the password of this account.',
      remedy: 'Replace the account by a managed service account, or give it a random password of 25 characters.',
    },
    question: {
      name: 'kerberoastable',
      sentence: 'Which enabled users have a service principal name, so that anybody may crack their password offline?',
      rows: 'props=pwdlastset,serviceprincipalnames&sort_by=props.pwdlastset',
    },
    query: {
      name: 'Users: roastable service accounts',
      description:
        'Enabled users with a service principal name. Anyone in the domain can request a ticket and crack it offline.',
      rest: `RETURN n.name AS name, n.serviceprincipalnames AS services, n.pwdlastset AS password_set, n:Tag_Tier_Zero AS tier_zero
ORDER BY tier_zero DESC, password_set`,
    },
  },
  ASREPRoasting: {
    kinds: [Kind.User],
    where: [enabled, 'dontreqpreauth:true'],
    finding: {
      title: 'AS-REP roastable user accounts',
      rule: 'An enabled user does not require Kerberos preauthentication (`dontreqpreauth`).',
      danger: 'Everybody on the network may ask for data that are encrypted with the password of this account.',
      remedy: 'Clear "Do not require Kerberos preauthentication", and change the password.',
    },
    question: {
      name: 'as-rep-roastable',
      sentence: 'Which enabled users need no preauthentication, so that strangers may crack their password offline?',
      rows: passwords,
    },
    query: {
      name: 'Users: no preauthentication',
      description: 'Enabled users whose logon answer can be requested without a password, and cracked offline.',
    },
  },
  UnconstrainedDelegation: {
    kinds: [Kind.User, Kind.Computer],
    where: [enabled, 'unconstraineddelegation:true', ...noController],
    finding: {
      title: 'Unconstrained delegation outside of domain controllers',
      rule: 'An enabled account that is no domain controller may delegate to any service (`unconstraineddelegation`).',
      danger: 'The account keeps the tickets of all that connect to it, and domain controllers can be made to connect.',
      remedy: 'Use constrained delegation, and put privileged accounts into Protected Users.',
    },
    question: {
      name: 'unconstrained-delegation',
      sentence: 'Which enabled accounts that are no domain controllers keep the tickets of their visitors?',
      rows: 'props=operatingsystem',
    },
    query: {
      name: 'Computers: unconstrained delegation',
      description: 'Computers and users that keep tickets of everyone who connects, and are no domain controllers.',
    },
  },
  LegacyOperatingSystem: {
    kinds: [Kind.Computer],
    where: [enabled, systemOf([...oldServers, ...oldClients])],
    finding: {
      title: 'Computers with an old operating system',
      rule: 'An enabled computer runs Windows NT to 8.1, or Windows Server 2000 to 2012 R2 (`operatingsystem`).',
      danger: 'The system gets no security updates, so that known exploits give control of it.',
      remedy: 'Replace the system, or disable its account and separate it from the network.',
    },
    question: {
      name: 'out-of-support',
      sentence: 'Which enabled computers run a Windows that is out of support: up to 8.1, or a server before 2016?',
      rows: systems,
    },
    query: {
      name: 'Computers: end of support',
      description: 'Enabled computers with a system that receives no updates.',
      rest: `RETURN n.name AS name, n.operatingsystem AS system
ORDER BY system, name`,
    },
  },
  LegacyServer: {
    kinds: [Kind.Computer],
    where: [enabled, systemOf(oldServers)],
    question: {
      name: 'servers-out-of-support',
      sentence: 'Which enabled servers run a Windows Server before 2016, which is out of support?',
      rows: systems,
    },
  },
  LegacyClient: {
    kinds: [Kind.Computer],
    where: [enabled, systemOf(oldClients)],
    question: {
      name: 'clients-out-of-support',
      sentence: 'Which enabled computers run Windows XP, Vista, 7 or 8?',
      rows: systems,
    },
  },
  Windows10: {
    kinds: [Kind.Computer],
    where: [enabled, systemOf(['WINDOWS 10'])],
    question: {
      name: 'windows-10',
      sentence: 'Which enabled computers run Windows 10, which gets no updates without a contract?',
    },
  },
  PasswordNotRequired: {
    kinds: [Kind.User],
    where: [enabled, 'passwordnotreqd:true'],
    finding: {
      title: 'User accounts that may have an empty password',
      rule: 'An enabled user needs no password (`passwordnotreqd`).',
      danger: 'The policy of passwords does not apply to the account: its password may be empty.',
      remedy: 'Clear the flag PASSWD_NOTREQD, and set a password.',
    },
    question: {
      name: 'password-not-required',
      sentence: 'Which enabled users may have an empty password?',
      rows: passwords,
    },
    query: {
      name: 'Users: password not required',
      description: 'Enabled users that may have an empty password.',
    },
  },
  PasswordNeverExpires: {
    kinds: [Kind.User],
    where: [enabled, 'pwdneverexpires:true'],
    isOfTierZero: true,
    finding: {
      title: 'Passwords of tier zero that never expire',
      rule: 'The password of an enabled user of tier zero never expires (`pwdneverexpires`).',
      danger: 'A password that was stolen or cracked once stays valid.',
      remedy: 'Clear "Password never expires", or use a managed service account.',
    },
  },
  ReversiblePassword: {
    kinds: [Kind.User],
    where: [enabled, 'encryptedtextpwdallowed:true'],
    finding: {
      title: 'Passwords in reversible encryption',
      rule: 'The password of an enabled user is stored in reversible encryption (`encryptedtextpwdallowed`).',
      danger: 'A copy of the directory shows the password as text.',
      remedy: 'Clear "Store password using reversible encryption", and change the password.',
    },
  },
  PasswordInAttribute: {
    kinds: [Kind.User],
    where: [enabled, `${passwordAttributes.join()}:true`],
    finding: {
      title: 'Passwords in readable attributes',
      rule: `An enabled user has a value in ${passwordAttributes.map((it) => `\`${it}\``).join(', ')}.`,
      danger: 'Each account of the domain may read an attribute that holds a password or its hash.',
      remedy: 'Clear the attribute, and change the password.',
    },
  },
  DESEncryption: {
    kinds: [Kind.User],
    where: [enabled, 'usedeskeyonly:true'],
    finding: {
      title: 'User accounts with DES keys only',
      rule: 'An enabled user uses Kerberos with DES only (`usedeskeyonly`).',
      danger: 'The tickets of the account are encrypted with a cipher that is broken in hours.',
      remedy: 'Clear "Use only Kerberos DES encryption types", and change the password.',
    },
  },
  SMBSigningNotRequired: {
    kinds: [Kind.Computer],
    where: [enabled, 'smbsigning:false'],
    finding: {
      title: 'Computers that do not sign SMB',
      rule: 'An enabled computer does not require signatures of SMB (`smbsigning` is false).',
      danger: 'A sign-in that is relayed to the computer is accepted.',
      remedy: 'Require signatures by the policy "Microsoft network server: Digitally sign communications (always)".',
    },
  },
  MachineAccountQuota: {
    kinds: [Kind.Domain],
    where: ['machineaccountquota:gt:0'],
    finding: {
      title: 'Domains in which users create computers',
      rule: 'The quota of computers that each user may create is above zero (`machineaccountquota`).',
      danger: 'Each account may create computers, which attacks by delegation need.',
      remedy: 'Set ms-DS-MachineAccountQuota to 0.',
    },
  },
  SyncedTierZeroUser: {
    kinds: [Kind.AZUser],
    where: [enabled, 'onpremsyncenabled:true'],
    isOfTierZero: true,
    finding: {
      title: 'Synchronized users in tier zero of a tenant',
      rule: 'An enabled user of tier zero of a tenant comes from a directory (`onpremsyncenabled`).',
      danger: 'Control of the account in the directory is control of the tenant.',
      remedy: 'Use an account that exists in the cloud alone.',
    },
  },
  GuestInTierZero: {
    kinds: [Kind.AZUser],
    where: [enabled, guest],
    isOfTierZero: true,
    finding: {
      title: 'Guests in tier zero of a tenant',
      rule: 'An enabled user of tier zero of a tenant is a guest (`usertype`).',
      danger: 'Another organization protects the account.',
      remedy: 'Use an account of the tenant.',
    },
  },
  Inactive: {
    kinds: [Kind.User],
    where: [enabled, 'lastlogontimestamp:lt:-P90D'],
    question: {
      name: 'inactive',
      sentence: 'Which enabled users did not log on for 90 days?',
      rows: 'props=lastlogontimestamp&sort_by=props.lastlogontimestamp',
    },
  },
  NeverLoggedOn: {
    kinds: [Kind.User],
    where: [enabled, 'lastlogontimestamp:never', 'lastlogon:never'],
    question: {
      name: 'never-logged-on',
      sentence: 'Which enabled users never logged on?',
      rows: 'props=whencreated&sort_by=props.whencreated',
    },
  },
  OldServicePassword: {
    kinds: [Kind.User],
    where: [...roastable, 'pwdlastset:lt:-P365D'],
    question: {
      name: 'old-service-passwords',
      sentence: 'Which enabled service accounts have a password that is older than a year?',
      rows: passwordAge,
    },
  },
  OldTierZeroPassword: {
    kinds: [Kind.User],
    where: [enabled, 'pwdlastset:lt:-P180D'],
    isOfTierZero: true,
    question: {
      name: 'old-tier-zero-passwords',
      sentence: 'Which enabled users of tier zero have a password that is older than half a year?',
      rows: passwordAge,
    },
    query: {
      name: 'Users: old passwords in privileged groups',
      description: 'Enabled members of tier zero whose password is older than half a year.',
      rest: `RETURN n.name AS name, n.pwdlastset AS password_set
ORDER BY password_set`,
    },
  },
  WithoutLaps: {
    kinds: [Kind.Computer],
    where: [enabled, 'haslaps:false', ...noController],
    question: {
      name: 'without-laps',
      sentence: 'Which enabled computers that are no domain controllers have no password managed by LAPS?',
      rows: 'props=operatingsystem',
    },
    query: {
      name: 'Computers: local administrators without password solution',
      description: 'Enabled computers without LAPS that somebody administers.',
      rest: `OPTIONAL MATCH (a)-[:AdminTo]->(n)
WITH n, count(a) AS administrators
WHERE administrators > 0
RETURN n.name AS name, administrators
ORDER BY administrators DESC
LIMIT 200`,
    },
  },
} as const satisfies Readonly<Record<string, Weakness>>;
