import { aclKinds } from '../../kinds/kind-definitions.js';
import { Kind } from '../../kinds/kind-catalogue.js';
import type { Direction } from '../../memory/memory-graph.js';
import type { Walk } from './walk.js';

type Kinds = readonly number[];

/** Groups of the directory, or of the cloud. */
type Membership = typeof Kind.MemberOf | typeof Kind.AZMemberOf;

const escalations = [
  Kind.ADCSESC1,
  Kind.ADCSESC3,
  Kind.ADCSESC4,
  Kind.ADCSESC5,
  Kind.ADCSESC6a,
  Kind.ADCSESC6b,
  Kind.ADCSESC7,
  Kind.ADCSESC9a,
  Kind.ADCSESC9b,
  Kind.ADCSESC10a,
  Kind.ADCSESC10b,
  Kind.ADCSESC13,
  Kind.ADCSESC16,
  Kind.GoldenCert,
];

/** Edges of the cloud whose start controls their end. */
const cloudControl = [
  Kind.AZOwns,
  Kind.AZOwner,
  Kind.AZUserAccessAdministrator,
  Kind.AZContributor,
  Kind.AZVMContributor,
  Kind.AZAvereContributor,
  Kind.AZKeyVaultContributor,
  Kind.AZWebsiteContributor,
  Kind.AZLogicAppContributor,
  Kind.AZAutomationContributor,
  Kind.AZAKSContributor,
  Kind.AZAppAdmin,
  Kind.AZCloudAppAdmin,
  Kind.AZGlobalAdmin,
  Kind.AZPrivilegedRoleAdmin,
  Kind.AZPrivilegedAuthAdmin,
  Kind.AZAddMembers,
  Kind.AZAddOwner,
  Kind.AZAddSecret,
  Kind.AZExecuteCommand,
  Kind.AZManageEntraDS,
  Kind.AZResetPassword,
  Kind.AZGrant,
  Kind.AZGrantSelf,
  Kind.AZMGAddMember,
  Kind.AZMGAddOwner,
  Kind.AZMGAddSecret,
  Kind.AZMGGrantAppRoles,
  Kind.AZMGGrantRole,
];

/** Edges of the cloud whose start runs code on their end. */
const cloudExecution = [
  Kind.AZVMAdminLogin,
  Kind.AZVMContributor,
  Kind.AZAvereContributor,
  Kind.AZWebsiteContributor,
  Kind.AZContributor,
  Kind.AZExecuteCommand,
];

/** Application roles by which the holder can take more rights. */
const abusableAppRoles = [
  Kind.AZMGApplication_ReadWrite_All,
  Kind.AZMGAppRoleAssignment_ReadWrite_All,
  Kind.AZMGDirectory_ReadWrite_All,
  Kind.AZMGGroup_ReadWrite_All,
  Kind.AZMGGroupMember_ReadWrite_All,
  Kind.AZMGRoleManagement_ReadWrite_Directory,
  Kind.AZMGServicePrincipalEndpoint_ReadWrite_All,
];

export const edges = { access: aclKinds, escalations, cloudControl, cloudExecution, abusableAppRoles } as const;

/** Over one edge. */
export function oneStep(direction: Direction, kinds: Kinds, results: Walk['results'] = {}): Walk {
  return { steps: [{ from: 0, to: 1, direction, kinds }], ends: [1], results };
}

/** Over edges to any depth, without the start. */
export function anyDepth(direction: Direction, kinds: Kinds, resultKinds?: Kinds): Walk {
  const results = { areOthers: true, ...(resultKinds && { kinds: resultKinds }) };
  return { steps: [{ from: 0, to: 0, direction, kinds }], ends: [0], results };
}

/**
 * The rights of a principal, its own or by its groups: over memberships to any depth, then over one edge. Without kinds of results, it is
 * not among them itself.
 */
export function rights(kinds: Kinds, resultKinds?: Kinds, membership: Membership = Kind.MemberOf): Walk {
  return {
    steps: [
      { from: 0, to: 0, direction: 'out', kinds: [membership] },
      { from: 0, to: 1, direction: 'out', kinds },
    ],
    ends: [1],
    results: resultKinds ? { kinds: resultKinds } : { areOthers: true },
  };
}

/** The other principals with a right on an object, their own or by a group: back over one edge, then back over memberships to any depth. */
export function holders(
  kinds: Kinds,
  { membership = Kind.MemberOf, ...more }: { readonly membership?: Membership } & Partial<Walk> = {},
): Walk {
  return {
    steps: [
      { from: 0, to: 1, direction: 'in', kinds },
      { from: 1, to: 1, direction: 'in', kinds: [membership] },
    ],
    ends: [1],
    results: { areOthers: true },
    ...more,
  };
}

/**
 * The same list without steps through groups: direct members, or rights that no group gives.
 * @returns null if the walk does not lead through groups
 */
export function directWalk(walk: Walk): Walk | null {
  const others = walk.steps.filter((step) => !isThroughGroups(step));
  if (others.length === walk.steps.length || walk === sessionsOfMembers) return null;
  // A walk over memberships alone: one of them.
  if (others.length === 0) return { ...walk, steps: walk.steps.map((step) => ({ ...step, to: 1 })), ends: [1] };
  return { ...walk, steps: others };
}

function isThroughGroups({ from, to, kinds }: Walk['steps'][number]): boolean {
  return from === to && kinds.every((kind) => kind === Kind.MemberOf || kind === Kind.AZMemberOf);
}

/** Computers with sessions of the members of a group. */
export const sessionsOfMembers: Walk = {
  steps: [
    { from: 0, to: 0, direction: 'in', kinds: [Kind.MemberOf] },
    { from: 0, to: 1, direction: 'in', kinds: [Kind.HasSession] },
  ],
  ends: [1],
  results: { kinds: [Kind.Computer] },
};

/** Domains whose accounts a domain trusts (`out`), or that trust its accounts. TrustedBy, of former collectors, has the other direction. */
export function trusts(direction: Direction): Walk {
  return {
    steps: [
      { from: 0, to: 1, direction, kinds: [Kind.SameForestTrust, Kind.CrossForestTrust] },
      { from: 0, to: 1, direction: direction === 'out' ? 'in' : 'out', kinds: [Kind.TrustedBy] },
    ],
    ends: [1],
    results: { kinds: [Kind.Domain] },
  };
}

const issuedBelow = [Kind.EnterpriseCAFor, Kind.HostsCAService, Kind.IssuedSignedBy];
const trustedAbove = [
  Kind.EnterpriseCAFor,
  Kind.TrustedForNTAuth,
  Kind.IssuedSignedBy,
  Kind.RootCAFor,
  Kind.NTAuthStoreFor,
];

/** The authorities below a root, and the computers that host them. */
export const belowAuthority = anyDepth('in', issuedBelow);

/** The nodes below an authority, and those that trust it. */
export const aroundAuthority: Walk = {
  steps: [
    { from: 0, to: 1, direction: 'in', kinds: issuedBelow },
    { from: 1, to: 1, direction: 'in', kinds: issuedBelow },
    { from: 0, to: 2, direction: 'out', kinds: trustedAbove },
    { from: 2, to: 2, direction: 'out', kinds: trustedAbove },
  ],
  ends: [1, 2],
  results: { areOthers: true },
};

/** Objects to which a policy applies: in state 1 by a link that units below can block, in state 2 by an enforced one, in state 3 over a site. */
export function appliesTo(kinds?: Kinds): Walk {
  return {
    steps: [
      { from: 0, to: 1, direction: 'out', kinds: [Kind.GPLink], onlyIf: 'isNotEnforced' },
      { from: 0, to: 2, direction: 'out', kinds: [Kind.GPLink], onlyIf: 'isEnforced' },
      { from: 1, to: 1, direction: 'out', kinds: [Kind.Contains], onlyIf: 'targetInherits' },
      { from: 2, to: 2, direction: 'out', kinds: [Kind.Contains] },
      { from: 1, to: 3, direction: 'out', kinds: [Kind.ServerIs], onlyIf: 'targetTakesSite' },
      { from: 2, to: 3, direction: 'out', kinds: [Kind.ServerIs] },
    ],
    ends: [1, 2, 3],
    results: kinds ? { kinds } : {},
  };
}

/** Policies that apply to a domain or unit: in state 1 a unit on the way blocks those that are not enforced. */
export const appliedPolicies: Walk = {
  steps: [
    { from: 0, to: 0, direction: 'in', kinds: [Kind.Contains], onlyIf: 'targetInherits' },
    { from: 0, to: 1, direction: 'in', kinds: [Kind.Contains], onlyIf: 'targetBlocksInheritance' },
    { from: 1, to: 1, direction: 'in', kinds: [Kind.Contains] },
    { from: 0, to: 2, direction: 'in', kinds: [Kind.GPLink] },
    { from: 1, to: 2, direction: 'in', kinds: [Kind.GPLink], onlyIf: 'isEnforced' },
  ],
  ends: [2],
  results: { kinds: [Kind.GPO] },
};

/** Members from other domains, at any depth, of the groups of a domain. */
export function foreignMembers(kind: number): Walk {
  return {
    startsAtAll: Kind.Group,
    steps: [{ from: 0, to: 0, direction: 'in', kinds: [Kind.MemberOf] }],
    ends: [0],
    results: { kinds: [kind], areForeign: true },
  };
}

/** As {@link holders}, for objects of a kind in a domain, of other domains. */
export function foreignHolders(kinds: Kinds, objects: number): Walk {
  return holders(kinds, { startsAtAll: objects, results: { areForeign: true } });
}
