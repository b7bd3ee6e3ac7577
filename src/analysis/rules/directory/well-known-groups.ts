/** A group of the domain `d`. */
interface DomainGroup {
  /** SQL of the object id. */
  readonly objectid: string;
  readonly name: string;
}

/** The groups that every domain has and whose members no collector lists. */
export const wellKnownGroups = {
  domainUsers: { objectid: "d.objectid || '-513'", name: 'DOMAIN USERS' },
  domainComputers: { objectid: "d.objectid || '-515'", name: 'DOMAIN COMPUTERS' },
  authenticatedUsers: { objectid: "d.name || '-S-1-5-11'", name: 'AUTHENTICATED USERS' },
  everyone: { objectid: "d.name || '-S-1-1-0'", name: 'EVERYONE' },
} satisfies Record<string, DomainGroup>;

/** The groups of sessions by how the user logged on. */
export const specialIdentities: readonly DomainGroup[] = [
  { objectid: "d.name || '-S-1-5-2'", name: 'NETWORK' },
  { objectid: "d.name || '-S-1-5-15'", name: 'THIS ORGANIZATION' },
  { objectid: "d.name || '-S-1-5-65-1'", name: 'THIS ORGANIZATION CERTIFICATE' },
  { objectid: "d.name || '-S-1-18-1'", name: 'AUTHENTICATION AUTHORITY ASSERTED IDENTITY' },
  { objectid: "d.name || '-S-1-18-4'", name: 'KEY TRUST IDENTITY' },
  { objectid: "d.name || '-S-1-18-5'", name: 'MFA KEY PROPERTY' },
  { objectid: "d.name || '-S-1-5-64-10'", name: 'NTLM AUTHENTICATION' },
  { objectid: "d.name || '-S-1-5-64-14'", name: 'SCHANNEL AUTHENTICATION' },
];

/** The last four characters of the object ids of groups that control their domain by themselves. */
export const controllingGroupSuffixes = ['-512', '-516', '-518', '-519', '-526', '-527', '-544', '-551'] as const;

/** SQL: whether a node is the group Enterprise Domain Controllers, which controls its domain, too. */
export const isDomainControllers = "objectid LIKE '%1-5-9'";

/** SQL: whether a node is Authenticated Users, of any domain. */
export const isAuthenticatedUsers = "objectid LIKE '%S-1-5-11'";

/** SQL: whether a node is Authenticated Users or Everyone, of any domain. */
export const isEverybody = `(${isAuthenticatedUsers} OR objectid LIKE '%S-1-1-0')`;
