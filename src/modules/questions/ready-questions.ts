import { kindNames } from '../../graph/kinds/kind-catalogue.js';
import { enabled, guest, roastable, type Weakness } from '../../analysis/weaknesses/weakness.js';
import { weaknesses } from '../../analysis/weaknesses/weaknesses.js';

/** A question that is often asked, as a call of this API. */
interface ReadyQuestion {
  readonly sentence: string;
  /** Path and query. `{object}` stands for an object id, and `{edge}` for `source,kind,target`. */
  readonly call: string;
  /** Kind of the object; absent if the call has no `{object}`. */
  readonly of?: string;
}

const reaching = '/api/v2/graphs/reachable?type=list';
const intoTierZero = '/api/v2/graphs/shortest-path?start_node={object}&end_tag=tier_zero&only_traversable=true';
/** Conditions as parameters. */
const where = (...conditions: readonly string[]) =>
  conditions.map((it) => `where=${encodeURIComponent(it).replaceAll(/%3A|%2C/g, decodeURIComponent)}`).join('&');

const escalations =
  'in:ADCSESC1,ADCSESC3,ADCSESC4,ADCSESC6a,ADCSESC6b,ADCSESC9a,ADCSESC9b,ADCSESC10a,ADCSESC10b,ADCSESC13,GoldenCert';

function questionOf({ kinds, where: conditions, isOfTierZero, question }: Weakness): Record<string, ReadyQuestion> {
  if (!question) return {};
  const parts = [
    ...kinds.map((kind) => `type=${kindNames.get(kind)}`),
    ...(isOfTierZero ? ['tier_zero=true'] : []),
    where(...conditions),
    question.rows ?? '',
  ];
  const call = `/api/v2/search?${parts.filter((it) => it !== '').join('&')}`;
  return { [question.name]: { sentence: question.sentence, call } };
}

/** The questions by topic and name, in the order of docs/ready-questions.md, which `node scripts/run.mjs ready-questions` writes. */
export const readyQuestions: Readonly<Record<string, Readonly<Record<string, ReadyQuestion>>>> = {
  Users: {
    ...questionOf(weaknesses.Kerberoasting),
    'kerberoastable-to-tier-zero': {
      sentence: 'Which of them have a way to tier zero?',
      call: `${reaching}&end_tag=tier_zero&kind=User&${where(...roastable)}&props=pwdlastset&sort_by=props.pwdlastset`,
    },
    'no-admins-to-tier-zero': {
      sentence: 'Which enabled users have no right to administer a computer themselves, but a way to tier zero?',
      call: `${reaching}&end_tag=tier_zero&kind=User&${where(enabled)}&start_where=edge:AdminTo:out:eq:0`,
    },
    'over-privileged-services': {
      sentence: 'Which enabled service accounts gain control of most objects?',
      call: `/api/v2/graphs/ranking?kind=User&${where(...roastable)}`,
    },
    ...questionOf(weaknesses.ASREPRoasting),
    ...questionOf(weaknesses.Inactive),
    ...questionOf(weaknesses.NeverLoggedOn),
    ...questionOf(weaknesses.OldServicePassword),
    ...questionOf(weaknesses.OldTierZeroPassword),
    ...questionOf(weaknesses.PasswordNotRequired),
  },
  Computers: {
    ...questionOf(weaknesses.UnconstrainedDelegation),
    delegation: {
      sentence: 'Who may act for others on which computer?',
      call: '/api/v2/graphs/edges?end_kind=Computer&relationship_kinds=in:AllowedToDelegate,AllowedToAct',
    },
    ...questionOf(weaknesses.LegacyOperatingSystem),
    ...questionOf(weaknesses.LegacyServer),
    ...questionOf(weaknesses.LegacyClient),
    ...questionOf(weaknesses.Windows10),
    ...questionOf(weaknesses.WithoutLaps),
    'laps-readers': {
      sentence:
        'Who has the right to read the LAPS password of a computer, directly or through groups, control of the computer apart?',
      call: `${reaching}&end_node={object}&relationship_kinds=in:MemberOf,ReadLAPSPassword,SyncLAPSPassword&only_traversable=false`,
      of: 'Computer',
    },
    'laps-readers-of-unit': {
      sentence: 'Who may read LAPS passwords of computers below a unit, directly or through groups?',
      call: `${reaching}&end_kind=Computer&end_where=under:{object}&relationship_kinds=in:MemberOf,ReadLAPSPassword,SyncLAPSPassword&only_traversable=false`,
      of: 'OU',
    },
    administrators: {
      sentence: 'Who administers a computer, directly or through groups?',
      call: '/api/v2/computers/{object}/admin-users',
      of: 'Computer',
    },
  },
  'Groups and domains': {
    'direct-members': {
      sentence: 'Who is a direct member of a group, such as Domain Admins?',
      call: '/api/v2/groups/{object}/members?depth=1',
      of: 'Group',
    },
    'sessions-of-members': {
      sentence: 'On which computers have members of a group, such as Domain Admins, a session?',
      call: '/api/v2/groups/{object}/sessions',
      of: 'Group',
    },
    'rights-of-group': {
      sentence: 'What may the members of a group, such as Domain Users, control by it, over any number of steps?',
      call: `${reaching}&node={object}&direction=out`,
      of: 'Group',
    },
    'foreign-users': {
      sentence: 'Which users of other domains are in groups of a domain?',
      call: '/api/v2/domains/{object}/foreign-users',
      of: 'Domain',
    },
    'foreign-groups': {
      sentence: 'Which groups of other domains are in groups of a domain?',
      call: '/api/v2/domains/{object}/foreign-groups',
      of: 'Domain',
    },
    'foreign-admins': {
      sentence: 'Who outside of a domain administers its computers?',
      call: '/api/v2/domains/{object}/foreign-admins',
      of: 'Domain',
    },
    trusts: {
      sentence: 'Which domains trust each other?',
      call: '/api/v2/graphs/edges?end_kind=Domain&relationship_kinds=in:SameForestTrust,CrossForestTrust',
    },
    'replication-rights': {
      sentence: 'Who outside of tier zero may copy all secrets of a domain (DCSync)?',
      call: '/api/v2/graphs/edges?end_kind=Domain&relationship_kinds=in:DCSync&start_tier_zero=false',
    },
    controllers: {
      sentence: 'Who controls an object, such as a domain or a tenant, in one step?',
      call: '/api/v2/graphs/edges?end_node={object}&relationship_kinds=nin:Contains,MemberOf&only_traversable=true',
      of: 'Base',
    },
    'writable-policies': {
      sentence: 'Who outside of tier zero controls which policy in one step?',
      call: '/api/v2/graphs/edges?end_kind=GPO&start_tier_zero=false&relationship_kinds=nin:Contains&only_traversable=true',
    },
  },
  'Tier zero': {
    'tier-zero-sessions': {
      sentence: 'On which computers outside of tier zero has a user of tier zero a session?',
      call: '/api/v2/graphs/edges?end_tag=tier_zero&start_kind=Computer&start_tier_zero=false&relationship_kinds=in:HasSession',
    },
    'control-of-tier-zero': {
      sentence: 'Who outside of tier zero controls a member of it in one step?',
      call: '/api/v2/graphs/edges?end_tag=tier_zero&start_tier_zero=false&relationship_kinds=nin:Contains&only_traversable=true',
    },
    'owned-to-tier-zero': {
      sentence: 'Which members of tier zero do owned objects reach?',
      call: `${reaching}&start_tag=owned&tier_zero=true`,
    },
    exposure: {
      sentence: 'How many enabled accounts reach tier zero, by kind and domain?',
      call: '/api/v2/graphs/exposure',
    },
    'exposure-without-edge': {
      sentence: 'How many accounts no longer reach tier zero if an edge is removed, such as a membership?',
      call: '/api/v2/graphs/exposure?exclude_edge={edge}',
    },
    'only-ways': {
      sentence: 'Through which memberships, rights and objects alone do most accounts reach tier zero?',
      call: '/api/v2/graphs/ranking?by=only_through',
    },
    'only-memberships': {
      sentence: 'Which users reach tier zero only by one of their memberships?',
      call: '/api/v2/graphs/ranking?by=only_through&kind=User&edge_kind=MemberOf',
    },
    'group-reach': {
      sentence: 'Which groups reach most objects?',
      call: '/api/v2/graphs/ranking?kind=Group',
    },
    'computer-reach': {
      sentence: 'Which computers expose most objects if they are lost?',
      call: '/api/v2/graphs/ranking?kind=Computer',
    },
  },
  Paths: {
    'ways-to-tier-zero': {
      sentence: 'What are the shortest ways of an object to tier zero?',
      call: intoTierZero,
      of: 'Base',
    },
    'second-shortest-ways': {
      sentence: 'What are its ways to tier zero that are at most one step longer than the shortest?',
      call: `${intoTierZero}&longer=true`,
      of: 'Base',
    },
    'ways-without-disabled': {
      sentence: 'What are its shortest ways to tier zero that lead through no disabled account?',
      call: `${intoTierZero}&exclude_where=enabled:false`,
      of: 'Base',
    },
  },
  Certificates: {
    'certificate-takeover': {
      sentence: 'Who outside of tier zero can take over a domain by a certificate?',
      call: `/api/v2/graphs/edges?end_kind=Domain&start_tier_zero=false&relationship_kinds=${escalations}`,
    },
    'templates-of-group': {
      sentence:
        'In which certificate templates may everybody of a group, such as Domain Users, enrol, directly or through groups?',
      call: `${reaching}&node={object}&direction=out&kind=CertTemplate&relationship_kinds=in:MemberOf,Enroll,AllExtendedRights,GenericAll&only_traversable=false`,
      of: 'Group',
    },
  },
  Changes: {
    'new-rights': {
      sentence: 'Which rights, memberships and sessions came since yesterday?',
      call: '/api/v2/graphs/changes?since=-P1D&type=edge&change=came',
    },
    'new-ways': {
      sentence: 'Which accounts have a way to tier zero that they had not yesterday?',
      call: '/api/v2/graphs/new-ways?since=-P1D',
    },
    'lost-rights': {
      sentence: 'Which rights, memberships and sessions went since last week?',
      call: '/api/v2/graphs/changes?since=-P7D&type=edge&change=went',
    },
  },
  Cloud: {
    'cloud-roles-of-users': {
      sentence:
        'Which users of domains have a role in the cloud, or may activate one, by the account that is synchronized with theirs?',
      call: `${reaching}&end_kind=AZRole&kind=User&relationship_kinds=in:SyncedToEntraUser,AZMemberOf,AZHasRole,AZRoleEligible&only_traversable=false`,
    },
    'cloud-roles-of-guests': {
      sentence: 'Which guests have a role in the tenant, or may activate one, directly or through groups?',
      call: `${reaching}&end_kind=AZRole&kind=AZUser&${where(guest)}&relationship_kinds=in:AZMemberOf,AZHasRole,AZRoleEligible&only_traversable=false`,
    },
    'roles-in-unknown-units': {
      sentence: 'Who has a role in an administrative unit whose members are not known?',
      call: '/api/v2/graphs/edges?relationship_kinds=in:AZScopedTo&end_where=edge:AZUnitMember:out:eq:0&end_where=memberscollected:neq:true&only_traversable=false',
    },
    'application-owners': {
      sentence: 'Which owners of applications are not in tier zero?',
      call: '/api/v2/graphs/edges?end_kind=AZApp&relationship_kinds=in:AZOwns&start_tier_zero=false',
    },
  },
};
