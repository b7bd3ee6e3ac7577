import { type AdConverter, adConverter, type AdKind } from './ad-converter.js';
import {
  authorityAces,
  authorityProperties,
  groupLinkProperty,
  ofDomain,
  stateAuthority,
  stateGroupLink,
} from './certificate-services.js';
import { computerProperties } from './computer-properties.js';
import { convertSession, hasNamedUsers, stateControl, stateSessions, stateUserRights } from './computers.js';
import { stateFormerLocalGroups, stateLocalGroups, statePolicyChanges } from './local-groups.js';
import { hasNamedMembers, stateMembers } from './members.js';
import { peers, statePrimaryGroup, stateServices, stateTicketCoercion } from './principals.js';
import { domainProperties, stateChildren, statePolicyLinks, stateSiteComputer, statusProperties } from './structure.js';
import { stateTrusts } from './trusts.js';

/** The objects by the `meta.type` of their files. */
const kinds: Readonly<Record<string, AdKind>> = {
  aiacas: { kind: 'AIACA' },
  certtemplates: { kind: 'CertTemplate' },
  computers: {
    kind: 'Computer',
    properties: computerProperties,
    hasReferences: hasNamedUsers,
    edges: [
      statePrimaryGroup,
      peers('AllowedToDelegate'),
      peers('HasSIDHistory'),
      peers('AllowedToAct'),
      peers('DumpSMSAPassword'),
      stateControl,
      stateSessions,
      stateLocalGroups,
      stateFormerLocalGroups,
      stateUserRights,
    ],
  },
  containers: { kind: 'Container', edges: [stateChildren] },
  domains: {
    kind: 'Domain',
    properties: domainProperties,
    edges: [stateChildren, statePolicyLinks, stateTrusts, statePolicyChanges],
  },
  enterprisecas: {
    kind: 'EnterpriseCA',
    properties: authorityProperties,
    aces: authorityAces,
    edges: [stateAuthority],
  },
  gpos: { kind: 'GPO', properties: statusProperties },
  groups: { kind: 'Group', hasReferences: hasNamedMembers, edges: [stateMembers, peers('HasSIDHistory')] },
  issuancepolicies: { kind: 'IssuancePolicy', properties: groupLinkProperty, edges: [stateGroupLink] },
  ntauthstores: { kind: 'NTAuthStore', edges: [ofDomain('NTAuthStoreFor')] },
  ous: { kind: 'OU', edges: [stateChildren, statePolicyLinks, statePolicyChanges] },
  rootcas: { kind: 'RootCA', edges: [ofDomain('RootCAFor')] },
  sites: { kind: 'Site', edges: [stateChildren, statePolicyLinks] },
  siteservers: { kind: 'SiteServer', edges: [stateSiteComputer] },
  sitesubnets: { kind: 'SiteSubnet' },
  users: {
    kind: 'User',
    edges: [statePrimaryGroup, peers('AllowedToDelegate'), peers('HasSIDHistory'), stateServices, stateTicketCoercion],
  },
};

/** The converter of each `meta.type` of SharpHound. Null: the type is accepted, but contains no data of the graph. */
export const sharpHoundTypes: ReadonlyMap<string, AdConverter | null> = new Map<string, AdConverter | null>([
  ...Object.entries(kinds).map(([type, kind]) => [type, adConverter(kind)] as const),
  ['deleted', null],
  ['localgroups', null],
  ['sessions', convertSession],
]);
