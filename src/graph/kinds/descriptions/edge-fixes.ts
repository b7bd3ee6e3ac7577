import { firstForeignKind, kindNames } from '../kind-catalogue.js';

interface FixSortText {
  /** By default; null: only if a cost is asked for. */
  readonly cost: number | null;
  /** `{at}`: the object that is changed; `{by}`: the trustee or member. */
  readonly text: string;
}

/** What one person changes in one visit. */
export const fixSorts = {
  entry: { cost: 1, text: 'remove all rights of {by} on {at}' },
  member: { cost: 1, text: 'remove {by} from {at}' },
  role: { cost: 1, text: 'take {at} from {by}: assignment, ownership or permission' },
  policy: { cost: 3, text: 'take {at} out of local groups and user rights by policy' },
  local: { cost: 1, text: 'take the local right on {at} from {by}' },
  logon: { cost: 2, text: 'keep {at} from logging on to lower tiers, by policy' },
  session: { cost: null, text: 'end the session of {by} on {at}' },
  delegation: { cost: 1, text: 'clear the delegation of {at}' },
  history: { cost: 1, text: 'clear the SID history of {at}' },
  trustees: { cost: 1, text: 'clear who may act on behalf of others on {at}' },
  smb: { cost: 1, text: 'require SMB signing on {at}' },
  smb_domain: { cost: 3, text: 'require SMB signing in {at}, by policy' },
  ldap: { cost: 2, text: 'require LDAP signing and channel binding on the controllers of {at}' },
  webclient: { cost: 1, text: 'stop WebClient on {at}' },
  enrolment: { cost: 1, text: 'stop web enrolment on {at}' },
  template: { cost: 1, text: 'mend or withdraw template {at}' },
  authority: { cost: 2, text: 'clear the flag of authority {at}' },
  mapping: { cost: 2, text: 'map certificates strongly on the controllers of {at}' },
  inheritance: { cost: null, text: 'let {at} inherit no entries any more' },
  block: { cost: 2, text: 'let {at} block policies from above' },
  link: { cost: 2, text: 'unlink policy {by} from {at}' },
  sync: { cost: 3, text: 'exclude {at} from synchronization, and administer by another account' },
  identity: { cost: 2, text: 'detach the managed identity {by} from {at}' },
  trust: { cost: 3, text: 'filter the trust of {at} and {by}' },
  edge: { cost: 1, text: 'remove what gives {by} control of {at}' },
  disable: { cost: 1, text: 'disable {at}, which nobody uses' },
} as const satisfies Record<string, FixSortText>;

export type FixSort = keyof typeof fixSorts;

/** They are at the domain of the node whose property they change. */
export const sortsOfDomain: ReadonlySet<FixSort> = new Set(['smb_domain', 'ldap', 'mapping']);

/** The property that tells whether a fix is made. If it is absent, nobody knows. Other fixes change edges. */
export const propertiesOfSorts: { readonly [Sort in FixSort]?: string } = {
  smb: 'smbsigning',
  smb_domain: 'smbsigning',
  ldap: 'ldapsigning',
  webclient: 'webclientrunning',
  enrolment: 'hasvulnerableendpoint',
  authority: 'isuserspecifiessanenabled',
  mapping: 'strongcertificatebindingenforcementraw',
  disable: 'enabled',
  inheritance: 'isaclprotected',
  block: 'blocksinheritance',
};

/**
 * How an edge of a kind is cut. `reasons`: the rules derive it, so it takes the fixes of the facts from which it follows. `never`: nobody takes
 * it away.
 */
export type EdgeFix = FixSort | 'reasons' | 'never';

const kindsByFix: readonly (readonly [fix: EdgeFix, kinds: string])[] = [
  [
    'entry',
    `GenericAll GenericWrite WriteDacl WriteOwner Owns AllExtendedRights ForceChangePassword AddMember AddSelf WriteGPLink
    OwnsRaw WriteOwnerRaw OwnsLimitedRights WriteOwnerLimitedRights WriteAltSecurityIdentities WritePublicInformation GetChanges
    GetChangesAll GetChangesInFilteredSet DCSync SyncLAPSPassword ReadLAPSPassword ReadGMSAPassword DumpSMSAPassword
    AddKeyCredentialLink WriteSPN WriteAccountRestrictions AddAllowedToAct Enroll ManageCA ManageCertificates
    WritePKIEnrollmentFlag WritePKINameFlag DelegatedEnrollmentAgent`,
  ],
  ['member', 'MemberOf MemberOfLocalGroup AZMemberOf AZUnitMember'],
  [
    'local',
    `AdminTo CanRDP CanPSRemote ExecuteDCOM SQLAdmin CanBackup RemoteInteractiveLogonRight RemoteInteractiveLogonPrivilege
    BackupPrivilege RestorePrivilege`,
  ],
  ['logon', 'HasSession'],
  ['delegation', 'AllowedToDelegate CoerceToTGT'],
  ['history', 'HasSIDHistory'],
  ['trustees', 'AllowedToAct'],
  ['link', 'GPLink'],
  ['template', 'PublishedTo'],
  ['sync', 'SyncedToEntraUser SyncedToADUser SyncedToEntraDSUser SyncedToEntraDSGroup'],
  ['identity', 'AZManagedIdentity'],
  ['trust', 'TrustedBy CrossForestTrust SpoofSIDHistory AbuseTGTDelegation'],
  [
    'role',
    `AZOwns AZOwnsRaw AZOwner AZHasRole AZRoleEligible AZRoleApprover AZHasScopedRole AZScopedRoleEligible AZContributor
    AZUserAccessAdministrator AZVMContributor AZAvereContributor AZKeyVaultContributor AZWebsiteContributor AZVMAdminLogin
    AZGetSecrets AZGetKeys AZGetCertificates AZLogicAppContributor AZAutomationContributor AZAKSContributor AZEntraDSContributor
    AZAuthenticatesTo AZMGApplication_ReadWrite_All AZMGAppRoleAssignment_ReadWrite_All AZMGDirectory_ReadWrite_All
    AZMGGroup_ReadWrite_All AZMGGroupMember_ReadWrite_All AZMGRoleManagement_ReadWrite_Directory
    AZMGServicePrincipalEndpoint_ReadWrite_All`,
  ],
  [
    'reasons',
    `EnrollOnBehalfOf ADCSESC1 ADCSESC3 ADCSESC4 ADCSESC5 ADCSESC6a ADCSESC6b ADCSESC7 ADCSESC9a ADCSESC9b ADCSESC10a
    ADCSESC10b ADCSESC13 ADCSESC16 CoerceAndRelayNTLMToSMB CoerceAndRelayNTLMToADCS CoerceAndRelayNTLMToLDAP
    CoerceAndRelayNTLMToLDAPS CanAbuseUPNCertMapping CanAbuseWeakCertBinding AZAppAdmin AZCloudAppAdmin AZAddMembers AZGlobalAdmin
    AZPrivilegedRoleAdmin AZPrivilegedAuthAdmin AZExecuteCommand AZAddSecret AZAddOwner AZResetPassword AZGrant AZGrantSelf
    AZMGAddMember AZMGAddOwner AZMGAddSecret AZMGGrantAppRoles AZMGGrantRole AZManageEntraDS AZAddEntraDSGroupMember
    Kerberoastable`,
  ],
  [
    'never',
    `Contains AZContains ProtectAdminGroups GPOAppliesTo CanApplyGPO PropagatesACEsTo ContainsIdentity ClaimSpecialIdentity
    DCFor ServerIs SameForestTrust HasTrustKeys AZRunsAs AZNodeResourceGroup GoldenCert LocalToComputer HostsCAService RootCAFor
    NTAuthStoreFor TrustedForNTAuth IssuedSignedBy EnterpriseCAFor OIDGroupLink ExtendedByPolicy AZScopedTo`,
  ],
];

const fixByName = new Map(
  kindsByFix.flatMap(([fix, kinds]) => kinds.split(/\s+/).map((name): [string, EdgeFix] => [name, fix])),
);

/** @returns undefined for a kind of the catalogue that nobody has described */
export function fixOfKindName(name: string): EdgeFix | undefined {
  return fixByName.get(name);
}

const fixByKind = new Map(
  [...kindNames].flatMap(([kind, name]): [number, EdgeFix][] => {
    const fix = fixByName.get(name);
    return fix ? [[kind, fix]] : [];
  }),
);

/** The edges of kinds that files added are removed. */
export function fixOfKind(kind: number): EdgeFix {
  return fixByKind.get(kind) ?? (kind >= firstForeignKind ? 'edge' : 'never');
}

/** The kinds of edges that entries of access control lists stand for, as they are stored. */
export const entryKinds: readonly number[] = [...fixByKind].flatMap(([kind, fix]) => (fix === 'entry' ? [kind] : []));
