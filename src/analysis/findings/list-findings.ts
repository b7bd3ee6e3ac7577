import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { isRoastable, isTrue } from '../facts/node-conditions.js';

/** A finding about single nodes. Texts are plain sentences, which end with a full stop. */
export interface ListFindingType {
  readonly title: string;
  /** The kinds of its nodes, as they are shown. */
  readonly kinds: readonly number[];
  /** SQL on a row of `node`. A missing property never fulfils it. */
  readonly condition: string;
  /** The same in words. */
  readonly rule: string;
  /** `tier zero`: only its members; `all`: all nodes of the environment. */
  readonly scope: 'all' | 'tier zero';
  readonly sentence: string;
  readonly remediation: string;
  /** Nodes that are members of a group whose object id ends so are left out. */
  readonly exceptMembersOf?: string;
}

/** An account is enabled unless it is known to be disabled. */
const enabled = `props -> 'enabled' IS DISTINCT FROM 'false'`;

/** Windows NT to 8.1, Windows Server 2000 to 2012 R2. The property is in upper case. */
const oldSystem = String.raw`^WINDOWS[^ ]* (NT|XP|VISTA|7|8|(SERVER[^ ]* )?(2000|2003|2008|2012))\M`;

const passwordProperties = ['userpassword', 'unixpassword', 'unicodepassword', 'sfupassword'];

const domainControllers = '-516';

/** By name. Tests and documents follow this order. */
export const listFindings = {
  Kerberoasting: {
    title: 'Kerberoastable user accounts',
    kinds: [Kind.User],
    condition: `${isRoastable} AND ${enabled}`,
    rule: 'An enabled user other than krbtgt and managed service accounts has a service principal name (`hasspn`).',
    scope: 'all',
    sentence: 'Each account of the domain may ask for a ticket that is encrypted with the password of this account.',
    remediation: 'Replace the account by a managed service account, or give it a random password of 25 characters.',
  },
  ASREPRoasting: {
    title: 'AS-REP roastable user accounts',
    kinds: [Kind.User],
    condition: `${isTrue('dontreqpreauth')} AND ${enabled}`,
    rule: 'An enabled user does not require Kerberos preauthentication (`dontreqpreauth`).',
    scope: 'all',
    sentence: 'Everybody on the network may ask for data that are encrypted with the password of this account.',
    remediation: 'Clear "Do not require Kerberos preauthentication", and change the password.',
  },
  UnconstrainedDelegation: {
    title: 'Unconstrained delegation outside of domain controllers',
    kinds: [Kind.User, Kind.Computer],
    condition: `${isTrue('unconstraineddelegation')} AND ${enabled} AND props -> 'isdc' IS DISTINCT FROM 'true'`,
    rule: 'An enabled account that is no domain controller may delegate to any service (`unconstraineddelegation`).',
    scope: 'all',
    sentence: 'The account keeps the tickets of all that connect to it, and domain controllers can be made to connect.',
    remediation: 'Use constrained delegation, and put privileged accounts into Protected Users.',
    exceptMembersOf: domainControllers,
  },
  LegacyOperatingSystem: {
    title: 'Computers with an old operating system',
    kinds: [Kind.Computer],
    condition: `props ->> 'operatingsystem' ~ '${oldSystem}' AND ${enabled}`,
    rule: 'An enabled computer runs Windows NT to 8.1, or Windows Server 2000 to 2012 R2 (`operatingsystem`).',
    scope: 'all',
    sentence: 'The system gets no security updates, so that known exploits give control of it.',
    remediation: 'Replace the system, or disable its account and separate it from the network.',
  },
  PasswordNotRequired: {
    title: 'User accounts that may have an empty password',
    kinds: [Kind.User],
    condition: `${isTrue('passwordnotreqd')} AND ${enabled}`,
    rule: 'An enabled user needs no password (`passwordnotreqd`).',
    scope: 'all',
    sentence: 'The policy of passwords does not apply to the account: its password may be empty.',
    remediation: 'Clear the flag PASSWD_NOTREQD, and set a password.',
  },
  PasswordNeverExpires: {
    title: 'Passwords of tier zero that never expire',
    kinds: [Kind.User],
    condition: `${isTrue('pwdneverexpires')} AND ${enabled}`,
    rule: 'The password of an enabled user of tier zero never expires (`pwdneverexpires`).',
    scope: 'tier zero',
    sentence: 'A password that was stolen or cracked once stays valid.',
    remediation: 'Clear "Password never expires", or use a managed service account.',
  },
  ReversiblePassword: {
    title: 'Passwords in reversible encryption',
    kinds: [Kind.User],
    condition: `${isTrue('encryptedtextpwdallowed')} AND ${enabled}`,
    rule: 'The password of an enabled user is stored in reversible encryption (`encryptedtextpwdallowed`).',
    scope: 'all',
    sentence: 'A copy of the directory shows the password as text.',
    remediation: 'Clear "Store password using reversible encryption", and change the password.',
  },
  PasswordInAttribute: {
    title: 'Passwords in readable attributes',
    kinds: [Kind.User],
    condition: `(${passwordProperties.map(isTrue).join(' OR ')}) AND ${enabled}`,
    rule: `An enabled user has a value in ${passwordProperties.map((it) => `\`${it}\``).join(', ')}.`,
    scope: 'all',
    sentence: 'Each account of the domain may read an attribute that holds a password or its hash.',
    remediation: 'Clear the attribute, and change the password.',
  },
  DESEncryption: {
    title: 'User accounts with DES keys only',
    kinds: [Kind.User],
    condition: `${isTrue('usedeskeyonly')} AND ${enabled}`,
    rule: 'An enabled user uses Kerberos with DES only (`usedeskeyonly`).',
    scope: 'all',
    sentence: 'The tickets of the account are encrypted with a cipher that is broken in hours.',
    remediation: 'Clear "Use only Kerberos DES encryption types", and change the password.',
  },
  SMBSigningNotRequired: {
    title: 'Computers that do not sign SMB',
    kinds: [Kind.Computer],
    condition: `props -> 'smbsigning' = 'false' AND ${enabled}`,
    rule: 'An enabled computer does not require signatures of SMB (`smbsigning` is false).',
    scope: 'all',
    sentence: 'A sign-in that is relayed to the computer is accepted.',
    remediation: 'Require signatures by the policy "Microsoft network server: Digitally sign communications (always)".',
  },
  MachineAccountQuota: {
    title: 'Domains in which users create computers',
    kinds: [Kind.Domain],
    condition: `jsonb_typeof(props -> 'machineaccountquota') = 'number' AND (props ->> 'machineaccountquota')::numeric > 0`,
    rule: 'The quota of computers that each user may create is above zero (`machineaccountquota`).',
    scope: 'all',
    sentence: 'Each account may create computers, which attacks by delegation need.',
    remediation: 'Set ms-DS-MachineAccountQuota to 0.',
  },
  SyncedTierZeroUser: {
    title: 'Synchronized users in tier zero of a tenant',
    kinds: [Kind.AZUser],
    condition: `${isTrue('onpremsyncenabled')} AND ${enabled}`,
    rule: 'An enabled user of tier zero of a tenant comes from a directory (`onpremsyncenabled`).',
    scope: 'tier zero',
    sentence: 'Control of the account in the directory is control of the tenant.',
    remediation: 'Use an account that exists in the cloud alone.',
  },
  GuestInTierZero: {
    title: 'Guests in tier zero of a tenant',
    kinds: [Kind.AZUser],
    condition: `lower(props ->> 'usertype') = 'guest' AND ${enabled}`,
    rule: 'An enabled user of tier zero of a tenant is a guest (`usertype`).',
    scope: 'tier zero',
    sentence: 'Another organization protects the account.',
    remediation: 'Use an account of the tenant.',
  },
} as const satisfies Readonly<Record<string, ListFindingType>>;
