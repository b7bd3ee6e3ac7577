/** A group that every domain has and whose members no collector lists. */
export interface WellKnownGroup {
  readonly column: 'domainUsers' | 'domainComputers' | 'authenticatedUsers' | 'everyone';
  /** SQL: its object id in the domain `d`. */
  readonly objectid: string;
  readonly name: string;
}

export const wellKnownGroups: readonly WellKnownGroup[] = [
  { column: 'domainUsers', objectid: "d.objectid || '-513'", name: 'DOMAIN USERS' },
  { column: 'domainComputers', objectid: "d.objectid || '-515'", name: 'DOMAIN COMPUTERS' },
  { column: 'authenticatedUsers', objectid: "d.name || '-S-1-5-11'", name: 'AUTHENTICATED USERS' },
  { column: 'everyone', objectid: "d.name || '-S-1-1-0'", name: 'EVERYONE' },
];
