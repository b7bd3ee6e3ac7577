/** Users may not switch these rules off: name and text. */
const fixed = [
  ['Domains', 'All domains.'],
  ['Administrator', 'Users whose object id ends in -500: the built-in administrator of a domain.'],
  ['Domain Admins', 'Groups whose object id ends in -512: they administer all computers of the domain.'],
  ['Domain Controllers', 'Groups whose object id ends in -516: their members hold all secrets.'],
  ['Schema Admins', 'Groups whose object id ends in -518: they set the default rights on new objects.'],
  ['Enterprise Admins', 'Groups whose object id ends in -519: they administer all domains of the forest.'],
  ['Key Admins', 'Groups whose object id ends in -526: they add credentials to accounts of the domain.'],
  ['Enterprise Key Admins', 'Groups whose object id ends in -527: they add credentials to accounts of the forest.'],
  ['Administrators', 'Groups whose object id ends in S-1-5-32-544: they administer domain controllers.'],
  ['Backup Operators', 'Groups whose object id ends in S-1-5-32-551: they read all files of domain controllers.'],
  ['Enterprise Domain Controllers', 'Groups whose object id ends in -1-5-9: the domain controllers of the forest.'],
  ['AdminSDHolder', 'The container whose permissions the domain stamps on privileged accounts.'],
  ['Tenants', 'All tenants of Entra ID.'],
  ['Global Administrator', 'The role of Entra ID with all rights.'],
  ['Privileged Role Administrator', 'The role of Entra ID that assigns all roles.'],
  [
    'Privileged Authentication Administrator',
    'The role of Entra ID that resets the credentials of all users, administrators included.',
  ],
  ['Partner Tier2 Support', 'The role of Entra ID for partners that resets the passwords of all users.'],
] as const;

const switchable = [
  [
    'Account Operators',
    'Groups whose object id ends in -548: they control all accounts that AdminSDHolder does not protect.',
  ],
  ['Server Operators', 'Groups whose object id ends in -549: they operate domain controllers.'],
  ['Print Operators', 'Groups whose object id ends in -550: they load drivers on domain controllers.'],
  ['Distributed COM Users', 'Groups whose object id ends in -562: they start components on domain controllers.'],
  [
    'Performance Log Users',
    'Groups whose object id ends in -559: they may run commands on domain controllers by data collectors.',
  ],
  ['Cryptographic Operators', 'Groups whose object id ends in -569: they set up cryptography on domain controllers.'],
  [
    'Incoming Forest Trust Builders',
    'Groups whose object id ends in -557: they create trusts by which other forests get tickets.',
  ],
  ['Cert Publishers', 'Groups whose object id ends in -517: they write certificate authorities.'],
  ['DNS Admins', 'Groups with the name DNSADMINS: they redirect the names of domain controllers.'],
  ['Exchange Trusted Subsystem', 'Groups with the name EXCHANGE TRUSTED SUBSYSTEM: they write users of the domain.'],
  [
    'Exchange Windows Permissions',
    'Groups with the name EXCHANGE WINDOWS PERMISSIONS: they may change permissions of users and groups.',
  ],
  ['KRBTGT', 'Users whose object id ends in -502: their keys sign all tickets of the domain.'],
  [
    'Computers of enterprise CAs',
    'Computers that host an enterprise certificate authority: they hold its private key.',
  ],
  ['Read-only domain controllers by group', 'Computers that are members of a group whose object id ends in -521.'],
  ['Read-only domain controllers', 'Computers with isreadonlydc: they may hold secrets of the domain.'],
  [
    'Seamless single sign-on',
    'Computers with the account name AZUREADSSOACC$: their key signs in to Entra ID as any user.',
  ],
  ['Enterprise CAs', 'All enterprise certificate authorities.'],
  ['Root CAs', 'All root certificate authorities.'],
  ['AIA CAs', 'All certificate authorities that are published for chains.'],
  ['NTAuth stores', 'All stores of the authorities whose certificates authenticate in the domain.'],
  ['Certificate templates', 'All certificate templates.'],
  ['Application Administrator', 'The role of Entra ID that adds credentials to all applications.'],
  ['Intune Administrator', 'The role of Entra ID that runs commands on managed devices.'],
  ['Security Administrator', 'The role of Entra ID that sets conditional access and runs live response.'],
  ['Knowledge Administrator', 'The role of Entra ID that changes the members of groups without assignable roles.'],
] as const;

/**
 * Rows of the first migration, which alone reads them: the rules that select the seeds of tier zero, with name, text and switch, in the order of
 * their ids. A new rule is a row of a new migration, and has a condition in src/analysis/tier-zero/rule-conditions.ts.
 */
export const tierZeroRules = [
  ...fixed.map(([name, text]) => [name, text, 'fixed'] as const),
  ...switchable.map(([name, text]) => [name, text, 'switchable'] as const),
];
