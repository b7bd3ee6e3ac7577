/**
 * Properties that make a node a changed one. They decide who may log in, how, and what follows from it; days, logons and texts for people
 * change without a meaning for that.
 */
export const watchedProperties = [
  // Accounts.
  'enabled',
  'name',
  'admincount',
  'hasspn',
  'serviceprincipalnames',
  'dontreqpreauth',
  'passwordnotreqd',
  'pwdneverexpires',
  'sensitive',
  'unconstraineddelegation',
  'trustedtoauth',
  'allowedtodelegate',
  'sidhistory',
  'haslaps',
  'isdc',
  'operatingsystem',
  'smbsigning',
  'webclientrunning',
  // Domains, their units and policies.
  'functionallevel',
  'machineaccountquota',
  'blocksinheritance',
  'isaclprotected',
  'ignoresinheritedaces',
  'adminsdholderprotected',
  'gpcpath',
  // Certificates.
  'enrolleesuppliessubject',
  'requiresmanagerapproval',
  'authenticationenabled',
  'nosecurityextension',
  'authorizedsignatures',
  'effectiveekus',
  'isuserspecifiessanenabled',
  // The cloud.
  'usertype',
  'onpremsyncenabled',
  'isassignabletorole',
  'securityenabled',
] as const;
