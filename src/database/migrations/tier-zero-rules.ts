/** Whether users may switch the rule off. */
type Switch = 'fixed' | 'switchable';

/**
 * The rules that select the seeds of tier zero: name, text and switch. They are the first selectors of the tag, in this order, and all of them
 * are on in a new installation. src/analysis/tier-zero/rule-conditions.ts has the condition of each.
 */
export const tierZeroRules = [
  ['Domains', 'All domains.', 'fixed'],
  ['Administrator', 'Users whose object id ends in -500: the built-in administrator of a domain.', 'fixed'],
  ['Domain Admins', 'Groups whose object id ends in -512: they administer all computers of the domain.', 'fixed'],
  ['Domain Controllers', 'Groups whose object id ends in -516: their members hold all secrets.', 'fixed'],
  ['Schema Admins', 'Groups whose object id ends in -518: they set the default rights on new objects.', 'fixed'],
  ['Enterprise Admins', 'Groups whose object id ends in -519: they administer all domains of the forest.', 'fixed'],
  ['Key Admins', 'Groups whose object id ends in -526: they add credentials to accounts of the domain.', 'fixed'],
  [
    'Enterprise Key Admins',
    'Groups whose object id ends in -527: they add credentials to accounts of the forest.',
    'fixed',
  ],
  ['Administrators', 'Groups whose object id ends in S-1-5-32-544: they administer domain controllers.', 'fixed'],
  [
    'Backup Operators',
    'Groups whose object id ends in S-1-5-32-551: they read all files of domain controllers.',
    'fixed',
  ],
  [
    'Enterprise Domain Controllers',
    'Groups whose object id ends in -1-5-9: the domain controllers of the forest.',
    'fixed',
  ],
  ['AdminSDHolder', 'The container whose permissions the domain stamps on privileged accounts.', 'fixed'],
  ['Tenants', 'All tenants of Entra ID.', 'fixed'],
  ['Global Administrator', 'The role of Entra ID with all rights.', 'fixed'],
  ['Privileged Role Administrator', 'The role of Entra ID that assigns all roles.', 'fixed'],
  [
    'Privileged Authentication Administrator',
    'The role of Entra ID that resets the credentials of all users, administrators included.',
    'fixed',
  ],
  ['Partner Tier2 Support', 'The role of Entra ID for partners that resets the passwords of all users.', 'fixed'],
  [
    'Account Operators',
    'Groups whose object id ends in -548: they control all accounts that AdminSDHolder does not protect.',
    'switchable',
  ],
  ['Server Operators', 'Groups whose object id ends in -549: they operate domain controllers.', 'switchable'],
  ['Print Operators', 'Groups whose object id ends in -550: they load drivers on domain controllers.', 'switchable'],
  [
    'Distributed COM Users',
    'Groups whose object id ends in -562: they start components on domain controllers.',
    'switchable',
  ],
  [
    'Performance Log Users',
    'Groups whose object id ends in -559: they may run commands on domain controllers by data collectors.',
    'switchable',
  ],
  [
    'Cryptographic Operators',
    'Groups whose object id ends in -569: they set up cryptography on domain controllers.',
    'switchable',
  ],
  [
    'Incoming Forest Trust Builders',
    'Groups whose object id ends in -557: they create trusts by which other forests get tickets.',
    'switchable',
  ],
  ['Cert Publishers', 'Groups whose object id ends in -517: they write certificate authorities.', 'switchable'],
  ['DNS Admins', 'Groups with the name DNSADMINS: they redirect the names of domain controllers.', 'switchable'],
  [
    'Exchange Trusted Subsystem',
    'Groups with the name EXCHANGE TRUSTED SUBSYSTEM: they write users of the domain.',
    'switchable',
  ],
  [
    'Exchange Windows Permissions',
    'Groups with the name EXCHANGE WINDOWS PERMISSIONS: they may change permissions of users and groups.',
    'switchable',
  ],
  ['KRBTGT', 'Users whose object id ends in -502: their keys sign all tickets of the domain.', 'switchable'],
  [
    'Computers of enterprise CAs',
    'Computers that host an enterprise certificate authority: they hold its private key.',
    'switchable',
  ],
  [
    'Read-only domain controllers by group',
    'Computers that are members of a group whose object id ends in -521.',
    'switchable',
  ],
  ['Read-only domain controllers', 'Computers with isreadonlydc: they may hold secrets of the domain.', 'switchable'],
  [
    'Seamless single sign-on',
    'Computers with the account name AZUREADSSOACC$: their key signs in to Entra ID as any user.',
    'switchable',
  ],
  ['Enterprise CAs', 'All enterprise certificate authorities.', 'switchable'],
  ['Root CAs', 'All root certificate authorities.', 'switchable'],
  ['AIA CAs', 'All certificate authorities that are published for chains.', 'switchable'],
  ['NTAuth stores', 'All stores of the authorities whose certificates authenticate in the domain.', 'switchable'],
  ['Certificate templates', 'All certificate templates.', 'switchable'],
  ['Application Administrator', 'The role of Entra ID that adds credentials to all applications.', 'switchable'],
  ['Intune Administrator', 'The role of Entra ID that runs commands on managed devices.', 'switchable'],
  ['Security Administrator', 'The role of Entra ID that sets conditional access and runs live response.', 'switchable'],
  [
    'Knowledge Administrator',
    'The role of Entra ID that changes the members of groups without assignable roles.',
    'switchable',
  ],
] as const satisfies readonly (readonly [name: string, text: string, Switch])[];

export type TierZeroRuleName = (typeof tierZeroRules)[number][0];
