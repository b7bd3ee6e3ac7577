import { Kind } from './kind-catalogue.js';

/** Kinds that name the source of a node. Shown only for a node that has no other. */
export const carrierKinds = [Kind.Base, Kind.AZBase] as const;

/** Kinds shown only for a node that has no other specific one. */
export const secondaryKinds = [Kind.ADLocalGroup, Kind.ADLocalUser] as const;

/** Edges that an access control entry may stand for, with the rights of owners as the analysis derives them. */
export const aclKinds = [
  Kind.GenericAll,
  Kind.GenericWrite,
  Kind.WriteDacl,
  Kind.WriteOwner,
  Kind.Owns,
  Kind.AllExtendedRights,
  Kind.ForceChangePassword,
  Kind.AddMember,
  Kind.AddSelf,
  Kind.AddKeyCredentialLink,
  Kind.AddAllowedToAct,
  Kind.Enroll,
  Kind.ManageCA,
  Kind.ManageCertificates,
  Kind.GetChanges,
  Kind.GetChangesAll,
  Kind.GetChangesInFilteredSet,
  Kind.ReadGMSAPassword,
  Kind.ReadLAPSPassword,
  Kind.WriteAccountRestrictions,
  Kind.WritePKIEnrollmentFlag,
  Kind.WritePKINameFlag,
  Kind.WriteSPN,
  Kind.SyncLAPSPassword,
  Kind.DCSync,
  Kind.WriteGPLink,
  Kind.OwnsLimitedRights,
  Kind.WriteOwnerLimitedRights,
  Kind.WriteAltSecurityIdentities,
  Kind.WritePublicInformation,
] as const;

/** Edges whose start has no control of its end. All other known edges give control. */
const informationalKinds = [
  Kind.CrossForestTrust,
  Kind.OwnsRaw,
  Kind.WriteOwnerRaw,
  Kind.MemberOfLocalGroup,
  Kind.LocalToComputer,
  Kind.RemoteInteractiveLogonRight,
  Kind.RemoteInteractiveLogonPrivilege,
  Kind.BackupPrivilege,
  Kind.RestorePrivilege,
  Kind.GetChanges,
  Kind.GetChangesAll,
  Kind.GetChangesInFilteredSet,
  Kind.Enroll,
  Kind.WritePKIEnrollmentFlag,
  Kind.WritePKINameFlag,
  Kind.PublishedTo,
  Kind.HostsCAService,
  Kind.RootCAFor,
  Kind.NTAuthStoreFor,
  Kind.TrustedForNTAuth,
  Kind.IssuedSignedBy,
  Kind.EnterpriseCAFor,
  Kind.DelegatedEnrollmentAgent,
  Kind.EnrollOnBehalfOf,
  Kind.OIDGroupLink,
  Kind.ExtendedByPolicy,
  Kind.CanAbuseUPNCertMapping,
  Kind.CanAbuseWeakCertBinding,
  Kind.ProtectAdminGroups,
  Kind.AZAuthenticatesTo,
  Kind.AZScopedTo,
  Kind.AZMGApplication_ReadWrite_All,
  Kind.AZMGAppRoleAssignment_ReadWrite_All,
  Kind.AZMGDirectory_ReadWrite_All,
  Kind.AZMGGroup_ReadWrite_All,
  Kind.AZMGGroupMember_ReadWrite_All,
  Kind.AZMGRoleManagement_ReadWrite_Directory,
  Kind.AZMGServicePrincipalEndpoint_ReadWrite_All,
] as const;

interface KindDefinition {
  readonly id: number;
  readonly name: string;
  readonly carrier: boolean;
  readonly traversable: boolean;
}

/** The rows of table `kind` that every installation has. */
export const kindDefinitions: readonly KindDefinition[] = Object.entries(Kind).map(([name, id]) => ({
  id,
  name,
  carrier: among(carrierKinds, id),
  traversable: isEdgeKind(id) && !among(informationalKinds, id),
}));

/** MemberOf and AdminTo are numbered with the nodes; the other edges begin at 100. */
export function isEdgeKind(id: number): boolean {
  return id === Kind.MemberOf || id === Kind.AdminTo || id >= Kind.HasSession;
}

function among(kinds: readonly number[], id: number): boolean {
  return kinds.includes(id);
}
