import { Kind } from '../../graph/kinds/kind-catalogue.js';
import { collectedDomains, derive, type DerivationRule } from './derivation-rule.js';

/** The groups that every domain has and that no collector lists the members of. */
export const wellKnownGroups = [
  { suffix: 'domain users', objectid: "d.objectid || '-513'", name: 'DOMAIN USERS' },
  { suffix: 'domain computers', objectid: "d.objectid || '-515'", name: 'DOMAIN COMPUTERS' },
  { suffix: 'authenticated users', objectid: "d.name || '-S-1-5-11'", name: 'AUTHENTICATED USERS' },
  { suffix: 'everyone', objectid: "d.name || '-S-1-1-0'", name: 'EVERYONE' },
] as const;

const [domainUsers, domainComputers, authenticatedUsers, everyone] = wellKnownGroups;

function within(inner: { readonly objectid: string }, outer: { readonly objectid: string }): string {
  return `${derive} WITH ${collectedDomains(Kind.Domain)}
    SELECT i.id, ${Kind.MemberOf}, o.id FROM domain d
      JOIN node i ON i.objectid = ${inner.objectid} JOIN node o ON o.objectid = ${outer.objectid}`;
}

/** The memberships that Windows gives at logon: what is granted to Everyone reaches each user by them. */
export const wellKnownMemberships: DerivationRule = {
  name: 'well-known memberships',
  statements: [
    within(domainUsers, authenticatedUsers),
    within(domainComputers, authenticatedUsers),
    within(authenticatedUsers, everyone),
  ],
};
