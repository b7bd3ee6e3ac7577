import { Kind, kindNames } from '../../graph/kinds/kind-catalogue.js';
import type { Reason, Step } from '../../graph/questions/paths/reason.js';
import { Trait } from '../facts/graph-facts.js';
import { roleRights } from '../rules/cloud/cloud-roles.js';
import { permissionRights } from '../rules/cloud/graph-permissions.js';
import { passwordResets } from '../rules/cloud/password-resets.js';
import { rolesOverApps } from '../rules/cloud/rights-over-apps.js';
import { enrollOnBehalf, reasonsOfAgents } from './agent-reasons.js';
import { chainTo, heldByPrincipal, into, out } from './certificate-steps.js';
import { escalationReasons } from './escalation-reasons.js';
import { managedDomainReasons } from './managed-domain-reasons.js';
import { hasTrait, isAnyRole } from './node-tests.js';
import { relayReasons } from './relay-reasons.js';
import { waysToRole } from './role-steps.js';
import { unitReasons } from './unit-reasons.js';

/** The reasons for edges of a kind: the edges by which the rules derive it. None for kinds that follow from properties alone. */
export function reasonsFor(kind: number, withCitrix: boolean): readonly Reason[] {
  return [
    ...(directoryReasons[kind] ?? []),
    ...(kind === Kind.CanRDP ? remoteDesktop(withCitrix) : []),
    ...roleRights.filter((right) => right.kind === kind).flatMap(reasonsOfRole),
    ...permissionRights.filter(({ kinds }) => kinds.includes(kind)).map(reasonOfPermission),
    ...(rightsOfRoles.includes(kind)
      ? [{ from: 'source', sourceTest: isAnyRole, steps: [tenantOfSource] } as const]
      : []),
    ...(unitReasons[kind] ?? []),
  ];
}

/** All reasons by the kind of the derived edges. */
export function allReasons(withCitrix: boolean): Record<number, readonly Reason[]> {
  const all = [...kindNames.keys()].map((kind) => [kind, reasonsFor(kind, withCitrix)] as const);
  return Object.fromEntries(all.filter(([, reasons]) => reasons.length > 0));
}

const localGroup = (trait: number): Step =>
  into([Kind.LocalToComputer], { test: hasTrait(trait), next: [into([Kind.MemberOfLocalGroup], { at: 'source' })] });

const desktopGroup = (trait: number): Step => ({
  ...heldByPrincipal([Kind.LocalToComputer]),
  test: hasTrait(trait),
});

/** User rights are needed only if they were collected, and the group of Citrix only if there is one. */
function remoteDesktop(withCitrix: boolean): Reason[] {
  const logonRights = [Kind.RemoteInteractiveLogonRight, Kind.RemoteInteractiveLogonPrivilege];
  const citrix: Step = { ...desktopGroup(Trait.DirectAccessUsers), isOptional: true };
  const groups = [desktopGroup(Trait.RemoteDesktopUsers), ...(withCitrix ? [citrix] : [])];
  return [true, false].map((hasRights) => ({
    from: 'target',
    targetTest: hasTrait(Trait.HasUserRights, hasRights),
    steps: [...groups, ...(hasRights ? [heldByPrincipal(logonRights)] : [])],
  }));
}

const goldenCertificate: Reason = {
  from: 'source',
  steps: [
    out([Kind.HostsCAService], { shownAs: [Kind.EnterpriseCA], as: 'authority', next: [chainTo({ at: 'target' })] }),
  ],
};

const rawRight = (kind: number): Reason => ({
  from: 'source',
  steps: [out([kind], { at: 'target' })],
});

const directoryReasons: Readonly<Record<number, readonly Reason[]>> = {
  [Kind.AdminTo]: [{ from: 'target', steps: [localGroup(Trait.LocalAdministrators)] }],
  [Kind.CanPSRemote]: [{ from: 'target', steps: [localGroup(Trait.RemoteManagementUsers)] }],
  [Kind.ExecuteDCOM]: [{ from: 'target', steps: [localGroup(Trait.DistributedComUsers)] }],
  [Kind.DCSync]: [
    { from: 'target', steps: [heldByPrincipal([Kind.GetChanges]), heldByPrincipal([Kind.GetChangesAll])] },
  ],
  [Kind.SyncLAPSPassword]: [
    {
      from: 'environment',
      steps: [heldByPrincipal([Kind.GetChanges]), heldByPrincipal([Kind.GetChangesInFilteredSet])],
    },
  ],
  [Kind.Owns]: [rawRight(Kind.OwnsRaw)],
  [Kind.WriteOwner]: [rawRight(Kind.WriteOwnerRaw)],
  [Kind.AZOwns]: [rawRight(Kind.AZOwnsRaw)],
  [Kind.HasTrustKeys]: [
    {
      from: 'source',
      steps: [out([Kind.SameForestTrust, Kind.CrossForestTrust], { inEnvironmentOf: 'target' })],
    },
  ],
  [Kind.GoldenCert]: [goldenCertificate],
  [Kind.ADCSESC3]: reasonsOfAgents(),
  [Kind.EnrollOnBehalfOf]: [enrollOnBehalf],
  ...escalationReasons,
  ...managedDomainReasons,
  ...relayReasons,
};

/** The tenant that contains a role or a service, and the target. */
const tenantOfSource: Step = into([Kind.AZContains], { next: [out([Kind.AZContains], { at: 'target' })] });
const sameTenant = (targetKinds: readonly number[]): Step =>
  targetKinds.includes(Kind.AZTenant)
    ? into([Kind.AZContains], { at: 'target', isOptional: true })
    : { ...tenantOfSource, isOptional: true };

/** Rights that start at the role, not at its holders. */
const rightsOfRoles: readonly number[] = [...rolesOverApps.kinds, ...passwordResets.kinds];

function reasonsOfRole({ roles, targets, only }: (typeof roleRights)[number]): Reason[] {
  const target = { targetKinds: [targets], ...(only && { targetTest: hasTrait(only.trait, only.has) }) };
  return waysToRole(roles, [sameTenant([targets])]).map((step) => ({ from: 'source', ...target, steps: [step] }));
}

function reasonOfPermission({ permissions, targets, onlyOrdinary }: (typeof permissionRights)[number]): Reason {
  const permission: Step = out(permissions, { inEnvironmentOf: 'target', next: [sameTenant(targets)] });
  return {
    from: 'source',
    targetKinds: targets,
    ...(onlyOrdinary && { targetTest: hasTrait(Trait.IsRoleAssignable, false) }),
    steps: [permission],
  };
}
