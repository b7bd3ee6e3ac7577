import { Kind } from '../../graph/kinds/kind-catalogue.js';
import {
  anyDepth,
  appliesTo,
  aroundAuthority,
  belowAuthority,
  edges,
  foreignHolders,
  foreignMembers,
  oneStep,
  sessionsOfMembers,
  trusts,
} from '../../graph/questions/walks/shapes.js';
import type { EntityKind } from './entity-kind.js';
import {
  adminRights,
  constrainedDelegationRights,
  contained,
  controllables,
  controllers,
  dcomRights,
  hierarchy,
  holdersOn,
  lists,
  memberships,
  policies,
  psRemoteRights,
  rdpRights,
  rightsOnComputers,
} from './shared-lists.js';

/** Active Directory, and `base` for entities of any kind. */
export const directoryKinds: readonly EntityKind[] = [
  { path: 'base', noun: 'entity', lists: lists({ controllables, controllers }) },
  {
    path: 'users',
    noun: 'user',
    kinds: [Kind.User],
    lists: lists({
      'admin-rights': adminRights,
      'constrained-delegation-rights': constrainedDelegationRights,
      controllables,
      controllers,
      'dcom-rights': dcomRights,
      memberships,
      'ps-remote-rights': psRemoteRights,
      'rdp-rights': rdpRights,
      sessions: {
        title: 'sessions',
        contents: 'computers on which the user has a session',
        walk: oneStep('in', [Kind.HasSession], { kinds: [Kind.Computer] }),
      },
      'sql-admin-rights': rightsOnComputers(Kind.SQLAdmin, 'SQL admin rights', 'SQLAdmin'),
    }),
  },
  {
    path: 'groups',
    noun: 'group',
    kinds: [Kind.Group],
    lists: lists({
      'admin-rights': adminRights,
      controllables,
      controllers,
      'dcom-rights': dcomRights,
      members: {
        title: 'members',
        contents: 'members of any kind, at any depth',
        walk: anyDepth('in', [Kind.MemberOf]),
      },
      memberships,
      'ps-remote-rights': psRemoteRights,
      'rdp-rights': rdpRights,
      sessions: {
        title: 'sessions',
        contents: 'computers with a session of a member, at any depth',
        walk: sessionsOfMembers,
      },
    }),
  },
  {
    path: 'computers',
    noun: 'computer',
    kinds: [Kind.Computer],
    lists: lists({
      'admin-rights': adminRights,
      'admin-users': holdersOn(Kind.AdminTo, 'admin users', 'AdminTo'),
      'constrained-delegation-rights': constrainedDelegationRights,
      'constrained-users': {
        title: 'constrained users',
        contents: 'entities that may delegate to it (AllowedToDelegate)',
        walk: oneStep('in', [Kind.AllowedToDelegate]),
      },
      controllables,
      controllers,
      'dcom-rights': dcomRights,
      'dcom-users': holdersOn(Kind.ExecuteDCOM, 'DCOM users', 'ExecuteDCOM'),
      'group-membership': memberships,
      'ps-remote-rights': psRemoteRights,
      'ps-remote-users': holdersOn(Kind.CanPSRemote, 'PowerShell remoting users', 'CanPSRemote'),
      'rdp-rights': rdpRights,
      'rdp-users': holdersOn(Kind.CanRDP, 'RDP users', 'CanRDP'),
      sessions: {
        title: 'sessions',
        contents: 'users with a session on the computer',
        walk: oneStep('out', [Kind.HasSession], { kinds: [Kind.User] }),
      },
      'sql-admins': holdersOn(Kind.SQLAdmin, 'SQL admins', 'SQLAdmin'),
    }),
  },
  {
    path: 'domains',
    noun: 'domain',
    kinds: [Kind.Domain],
    lists: lists({
      'adcs-escalations': {
        title: 'certificate escalations',
        contents: 'entities that can take over the domain by its certificate services (ADCSESC, GoldenCert)',
        walk: oneStep('in', edges.escalations),
      },
      computers: contained(Kind.Computer, 'computers'),
      controllers,
      'dc-syncers': {
        title: 'DC syncers',
        contents: 'entities that can replicate the secrets of the domain (DCSync)',
        walk: oneStep('in', [Kind.DCSync]),
      },
      'foreign-admins': {
        title: 'foreign admins',
        contents: 'entities of other domains with AdminTo on a computer of the domain, directly or through groups',
        walk: foreignHolders([Kind.AdminTo], Kind.Computer),
      },
      'foreign-gpo-controllers': {
        title: 'foreign GPO controllers',
        contents:
          'entities of other domains with an access right on a policy of the domain, directly or through groups',
        walk: foreignHolders(edges.access, Kind.GPO),
      },
      'foreign-groups': {
        title: 'foreign groups',
        contents: 'groups of other domains in groups of the domain, at any depth',
        walk: foreignMembers(Kind.Group),
      },
      'foreign-users': {
        title: 'foreign users',
        contents: 'users of other domains in groups of the domain, at any depth',
        walk: foreignMembers(Kind.User),
      },
      gpos: contained(Kind.GPO, 'policies'),
      groups: contained(Kind.Group, 'groups'),
      'inbound-trusts': {
        title: 'inbound trusts',
        contents: 'domains that trust accounts of the domain',
        walk: trusts('in'),
      },
      'linked-gpos': policies('linked policies'),
      ous: contained(Kind.OU, 'units'),
      'outbound-trusts': {
        title: 'outbound trusts',
        contents: 'domains whose accounts the domain trusts',
        walk: trusts('out'),
      },
      users: contained(Kind.User, 'users'),
    }),
  },
  {
    path: 'ous',
    noun: 'unit',
    kinds: [Kind.OU],
    lists: lists({
      computers: contained(Kind.Computer, 'computers'),
      gpos: policies('policies'),
      groups: contained(Kind.Group, 'groups'),
      users: contained(Kind.User, 'users'),
    }),
  },
  {
    path: 'gpos',
    noun: 'policy',
    kinds: [Kind.GPO],
    lists: lists({
      computers: { title: 'computers', contents: 'computers to which it applies', walk: appliesTo([Kind.Computer]) },
      controllers,
      ous: {
        title: 'units',
        contents: 'units and domains to which it applies',
        walk: appliesTo([Kind.OU, Kind.Domain]),
      },
      'tier-zero': {
        title: 'tier zero objects',
        contents: 'objects of tier zero to which it applies',
        walk: appliesTo(),
        isOfTierZero: true,
      },
      users: { title: 'users', contents: 'users to which it applies', walk: appliesTo([Kind.User]) },
    }),
  },
  { path: 'containers', noun: 'container', kinds: [Kind.Container], lists: lists({ controllers }) },
  {
    path: 'aiacas',
    noun: 'AIA certificate authority',
    kinds: [Kind.AIACA],
    lists: lists({ controllers, 'pki-hierarchy': hierarchy(aroundAuthority) }),
  },
  {
    path: 'rootcas',
    noun: 'root certificate authority',
    kinds: [Kind.RootCA],
    lists: lists({ controllers, 'pki-hierarchy': hierarchy(belowAuthority) }),
  },
  {
    path: 'enterprisecas',
    noun: 'enterprise certificate authority',
    kinds: [Kind.EnterpriseCA],
    lists: lists({
      controllers,
      'pki-hierarchy': hierarchy(aroundAuthority),
      'published-templates': {
        title: 'published templates',
        contents: 'certificate templates that it publishes',
        walk: oneStep('in', [Kind.PublishedTo], { kinds: [Kind.CertTemplate] }),
      },
    }),
  },
  {
    path: 'ntauthstores',
    noun: 'NTAuth store',
    kinds: [Kind.NTAuthStore],
    lists: lists({
      controllers,
      'trusted-cas': {
        title: 'trusted certificate authorities',
        contents: 'authorities whose certificates it trusts for authentication',
        walk: oneStep('in', [Kind.TrustedForNTAuth]),
      },
    }),
  },
  {
    path: 'certtemplates',
    noun: 'certificate template',
    kinds: [Kind.CertTemplate],
    lists: lists({
      controllers,
      'published-to-cas': {
        title: 'publishing certificate authorities',
        contents: 'authorities that publish it',
        walk: oneStep('out', [Kind.PublishedTo]),
      },
    }),
  },
  {
    path: 'issuancepolicies',
    noun: 'issuance policy',
    kinds: [Kind.IssuancePolicy],
    lists: lists({
      controllers,
      linkedtemplates: {
        title: 'linked templates',
        contents: 'certificate templates that it extends',
        walk: oneStep('in', [Kind.ExtendedByPolicy], { kinds: [Kind.CertTemplate] }),
      },
    }),
  },
];
