import type { TypedPrincipal } from '../directory/principals.js';
import type { DirectoryDomain } from '../plan.js';

/** The shapes of SharpHound v6 as far as the generator writes them; fields are named as in the files. */
export interface Ace {
  readonly PrincipalSID: string;
  readonly PrincipalType: string;
  readonly RightName: string;
  readonly IsInherited: boolean;
}

export interface LocalGroup {
  readonly ObjectIdentifier: string;
  readonly Name: string;
  readonly Results: readonly TypedPrincipal[];
  readonly LocalNames: readonly { readonly ObjectIdentifier: string; readonly PrincipalName: string }[];
  readonly Collected: boolean;
  readonly FailureReason: string | null;
}

/** An answer of a collection method that worked. */
export const collected = <T extends object>(content: T) => ({ ...content, Collected: true, FailureReason: null });

/** An answer of a collection method that did not work or was not tried. */
export const notCollected = <T extends object>(content: T, reason: string | null = null) => ({
  ...content,
  Collected: false,
  FailureReason: reason,
});

/** The last fields of every object. */
export const objectFrame = (
  ObjectIdentifier: string,
  Aces: readonly Ace[],
  ContainedBy: TypedPrincipal | null,
  IsACLProtected = false,
) => ({ Aces, ObjectIdentifier, IsDeleted: false, IsACLProtected, ContainedBy });

/** The first properties of every object of the domain. */
export const objectIdentity = (domain: DirectoryDomain, name: string, distinguishedname: string) => ({
  domain: domain.name,
  name: `${name}@${domain.name}`,
  distinguishedname,
  domainsid: domain.sid,
});
