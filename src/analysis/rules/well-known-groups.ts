import { Kind } from '../../graph/kinds/kind-catalogue.js';
import type { WellKnownGroups } from '../graph-facts.js';
import type { EmitEdge } from './rule.js';

/** The memberships that Windows adds at logon: a right of Everyone reaches each user by them. Other rules follow them. */
export function deriveMemberships(domains: readonly WellKnownGroups[], emit: EmitEdge): void {
  for (const { domainUsers, domainComputers, authenticatedUsers, everyone } of domains) {
    if (authenticatedUsers === null) continue;
    if (domainUsers !== null) emit(domainUsers, Kind.MemberOf, authenticatedUsers);
    if (domainComputers !== null) emit(domainComputers, Kind.MemberOf, authenticatedUsers);
    if (everyone !== null) emit(authenticatedUsers, Kind.MemberOf, everyone);
  }
}
