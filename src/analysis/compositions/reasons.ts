import { Kind } from '../../graph/kinds/kind-catalogue.js';
import type { Reason, Step } from '../../graph/questions/paths/composition.js';
import { Trait } from '../graph-facts.js';
import { roleRights } from '../rules/cloud-roles.js';
import { permissionRights } from '../rules/graph-permissions.js';
import { hasTrait, isRole } from './node-tests.js';

/** The reasons for edges of a kind: the edges by which the rules derive it. None for kinds that follow from properties alone. */
export function reasonsFor(kind: number): readonly Reason[] {
  return [
    ...(directoryReasons[kind] ?? []),
    ...roleRights.filter((right) => right.kind === kind).flatMap(reasonsOfRole),
    ...permissionRights.filter(({ kinds }) => kinds.includes(kind)).map(reasonOfPermission),
    ...(rightsOfRoles.includes(kind) ? [{ from: 'source', steps: [tenantOfSource] } as const] : []),
  ];
}

const groupsOfAnySort = [Kind.MemberOf, Kind.MemberOfLocalGroup];
const byLocalGroups: Step = { kinds: groupsOfAnySort, direction: 'in', repeats: true, at: 'source' };

const desktopRights: Step = {
  kinds: [Kind.RemoteInteractiveLogonRight, Kind.RemoteInteractiveLogonPrivilege],
  direction: 'in',
  next: [byLocalGroups],
  isOptional: true,
};

const localGroup = (trait: number, next: Step): Step => ({
  kinds: [Kind.LocalToComputer],
  direction: 'in',
  test: hasTrait(trait),
  next: [next],
});

const directMember: Step = { kinds: [Kind.MemberOfLocalGroup], direction: 'in', at: 'source' };

/** Optional, because a right that everybody has excludes nobody, whether the source is known to be a member or not. */
const byGroups = (next: Step): Step => ({
  isOptional: true,
  kinds: groupsOfAnySort,
  direction: 'out',
  repeats: true,
  next: [next],
});
const rightOnDomain = (right: number): Step => byGroups({ kinds: [right], direction: 'out', at: 'target' });
const rightOnOwnDomain = (right: number): Step =>
  byGroups({ kinds: [right], direction: 'out', kind: Kind.Domain, isInTargetEnvironment: true });

const authority: Step = {
  kinds: [Kind.HostsCAService],
  direction: 'out',
  kind: Kind.EnterpriseCA,
  next: [
    {
      kinds: [Kind.IssuedSignedBy, Kind.EnterpriseCAFor],
      direction: 'out',
      repeats: true,
      next: [{ kinds: [Kind.RootCAFor], direction: 'out', at: 'target' }],
    },
    {
      kinds: [Kind.TrustedForNTAuth],
      direction: 'out',
      next: [{ kinds: [Kind.NTAuthStoreFor], direction: 'out', at: 'target' }],
    },
  ],
};

const rawRight = (kind: number): Reason => ({
  from: 'source',
  steps: [{ kinds: [kind], direction: 'out', at: 'target' }],
});

const directoryReasons: Readonly<Record<number, readonly Reason[]>> = {
  [Kind.AdminTo]: [{ from: 'target', steps: [localGroup(Trait.LocalAdministrators, directMember)] }],
  [Kind.CanPSRemote]: [{ from: 'target', steps: [localGroup(Trait.RemoteManagementUsers, directMember)] }],
  [Kind.ExecuteDCOM]: [{ from: 'target', steps: [localGroup(Trait.DistributedComUsers, directMember)] }],
  [Kind.CanRDP]: [{ from: 'target', steps: [localGroup(Trait.RemoteDesktopUsers, byLocalGroups), desktopRights] }],
  [Kind.DCSync]: [{ from: 'source', steps: [rightOnDomain(Kind.GetChanges), rightOnDomain(Kind.GetChangesAll)] }],
  [Kind.SyncLAPSPassword]: [
    { from: 'source', steps: [rightOnOwnDomain(Kind.GetChanges), rightOnOwnDomain(Kind.GetChangesInFilteredSet)] },
  ],
  [Kind.Owns]: [rawRight(Kind.OwnsRaw)],
  [Kind.WriteOwner]: [rawRight(Kind.WriteOwnerRaw)],
  [Kind.GoldenCert]: [{ from: 'source', steps: [authority] }],
};

/** The tenant that contains a role or a service, and the target. */
const tenantOfSource: Step = {
  kinds: [Kind.AZContains],
  direction: 'in',
  next: [{ kinds: [Kind.AZContains], direction: 'out', at: 'target' }],
};
const sameTenant = (targetKinds: readonly number[]): Step =>
  targetKinds.includes(Kind.AZTenant)
    ? { kinds: [Kind.AZContains], direction: 'in', at: 'target', isOptional: true }
    : { ...tenantOfSource, isOptional: true };

/** Rights that start at the role, not at its holders. */
const rightsOfRoles: readonly number[] = [Kind.AZResetPassword, Kind.AZAddSecret];

/** A role is held directly, or by a group that roles may be assigned to. */
function reasonsOfRole({ roles, targets, only }: (typeof roleRights)[number]): Reason[] {
  const role: Step = {
    kinds: [Kind.AZHasRole],
    direction: 'out',
    isInTargetEnvironment: true,
    test: isRole(roles),
    next: [sameTenant([targets])],
  };
  const group: Step = {
    kinds: [Kind.AZMemberOf],
    direction: 'out',
    kind: Kind.AZGroup,
    test: hasTrait(Trait.IsRoleAssignable),
    next: [role],
  };
  const target = { targetKinds: [targets], ...(only && { targetTest: hasTrait(only.trait, only.has) }) };
  return [role, group].map((step) => ({ from: 'source', ...target, steps: [step] }));
}

function reasonOfPermission({ permissions, targets, onlyOrdinary }: (typeof permissionRights)[number]): Reason {
  const permission: Step = {
    kinds: permissions,
    direction: 'out',
    isInTargetEnvironment: true,
    next: [sameTenant(targets)],
  };
  return {
    from: 'source',
    targetKinds: targets,
    ...(onlyOrdinary && { targetTest: hasTrait(Trait.IsRoleAssignable, false) }),
    steps: [permission],
  };
}
