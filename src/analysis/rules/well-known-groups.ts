/** The groups that every domain has and whose members no collector lists. `objectid`: SQL of the object id in the domain `d`. */
export const wellKnownGroups = {
  domainUsers: { objectid: "d.objectid || '-513'", name: 'DOMAIN USERS' },
  domainComputers: { objectid: "d.objectid || '-515'", name: 'DOMAIN COMPUTERS' },
  authenticatedUsers: { objectid: "d.name || '-S-1-5-11'", name: 'AUTHENTICATED USERS' },
  everyone: { objectid: "d.name || '-S-1-1-0'", name: 'EVERYONE' },
} as const;
