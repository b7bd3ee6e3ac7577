import { descriptionOf } from './descriptions/kind-descriptions.js';
import { Kind } from './kind-catalogue.js';

/** Kinds that name the source of a node. Shown only for a node that has no other. */
export const carrierKinds = [Kind.Base, Kind.AZBase] as const;

/** Kinds shown only for a node that has no other specific one. */
export const secondaryKinds = [Kind.ADLocalGroup, Kind.ADLocalUser] as const;

/** Kinds of nodes that log on: people, computers and programs. */
export const accountKinds = [Kind.User, Kind.Computer, Kind.AZUser, Kind.AZServicePrincipal] as const;

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

/** Edges whose start signs in as a service principal by a new secret, unless its application is locked against that. */
export const lockableKinds: readonly number[] = [
  Kind.AZAddSecret,
  Kind.AZAddOwner,
  Kind.AZMGAddSecret,
  Kind.AZMGAddOwner,
  Kind.AZOwns,
];

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
  traversable: descriptionOf(name)?.traversable ?? false,
}));

/** MemberOf and AdminTo are numbered with the nodes; the other edges begin at 100. */
export function isEdgeKind(id: number): boolean {
  return id === Kind.MemberOf || id === Kind.AdminTo || id >= Kind.HasSession;
}

function among(kinds: readonly number[], id: number): boolean {
  return kinds.includes(id);
}
