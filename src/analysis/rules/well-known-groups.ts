/** The groups that every domain has and whose members no collector lists. `objectid`: SQL of the object id in the domain `d`. */
export const wellKnownGroups = {
  domainUsers: { objectid: "d.objectid || '-513'", name: 'DOMAIN USERS' },
  domainComputers: { objectid: "d.objectid || '-515'", name: 'DOMAIN COMPUTERS' },
  authenticatedUsers: { objectid: "d.name || '-S-1-5-11'", name: 'AUTHENTICATED USERS' },
  everyone: { objectid: "d.name || '-S-1-1-0'", name: 'EVERYONE' },
} as const;

/** The last four characters of the object ids of groups that control their domain by themselves. */
export const controllingGroupSuffixes = ['-512', '-516', '-518', '-519', '-526', '-527', '-544', '-551'] as const;

/** SQL: whether a node is the group Enterprise Domain Controllers, which controls its domain, too. */
export const isDomainControllers = "objectid LIKE '%1-5-9'";

/** SQL: whether a node is Authenticated Users or Everyone, of any domain. */
export const isEverybody = "(objectid LIKE '%S-1-5-11' OR objectid LIKE '%S-1-1-0')";
