import type { Role } from '../../permissions.js';
import type { GroupRole } from '../group-roles/group-roles.repository.js';

export const providerKinds = ['SAML', 'OIDC'] as const;
export type ProviderKind = (typeof providerKinds)[number];

export interface AutoProvision {
  /** Whether the first login of an unknown person creates an account. */
  readonly enabled: boolean;
  /** Role of accounts without a role of the provider. */
  readonly defaultRole: Role;
  /** Whether the provider decides the role, at each login. */
  readonly roleProvision: boolean;
}

/** A claim, and the values of which a person needs one. */
export interface RequiredClaim {
  readonly claim: string;
  readonly anyOf: readonly string[];
}

/** How logins by a provider are judged. */
export interface ProviderConfig {
  readonly autoProvision: AutoProvision;
  /** SAML: whether the Response has to be signed, not only its assertion. */
  readonly requireSignedResponse: boolean;
  /** SAML: whether a login may begin at the provider. */
  readonly allowIdpInitiated: boolean;
  /** OpenID Connect: whether an email address counts without `email_verified`. */
  readonly trustEmail: boolean;
  /** Whether the provider may make an account an administrator. */
  readonly allowAdministrator: boolean;
  /** Attribute or claim with the stable id of a person; null for the one of the protocol. */
  readonly subject: string | null;
  /** Attribute or claim with the role; null for the usual one. */
  readonly roleClaim: string | null;
  readonly require: RequiredClaim | null;
  /** The first entry that names a group of an account is its role. Empty: groups decide no roles. */
  readonly groupRoles: readonly GroupRole[];
}

export const defaultProviderConfig: ProviderConfig = {
  autoProvision: { enabled: false, defaultRole: 'read_only', roleProvision: false },
  requireSignedResponse: false,
  allowIdpInitiated: false,
  trustEmail: false,
  allowAdministrator: false,
  subject: null,
  roleClaim: null,
  require: null,
  groupRoles: [],
};

export interface SsoProviderDraft {
  readonly kind: ProviderKind;
  readonly slug: string;
  readonly displayName: string;
  readonly enabled?: boolean;
  readonly issuer: string;
  readonly ssoUrl?: string;
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly certificates?: readonly string[];
  readonly principalAttributeMappings?: readonly string[];
  readonly config?: ProviderConfig;
}

export interface SsoProvider {
  readonly id: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly kind: ProviderKind;
  readonly slug: string;
  readonly displayName: string;
  readonly enabled: boolean;
  readonly issuer: string;
  readonly ssoUrl: string | null;
  readonly clientId: string | null;
  readonly hasClientSecret: boolean;
  readonly certificates: readonly string[];
  readonly principalAttributeMappings: readonly string[];
  readonly config: ProviderConfig;
  readonly ssoProviderId: number | null;
}

/** Absent properties stay unchanged. A `clientSecret` of null removes it. */
export interface SsoProviderChanges {
  readonly displayName?: string;
  readonly enabled?: boolean;
  readonly issuer?: string;
  readonly ssoUrl?: string;
  readonly clientId?: string;
  readonly clientSecret?: string | null;
  readonly certificates?: readonly string[];
  readonly principalAttributeMappings?: readonly string[];
  readonly config?: ProviderConfig;
}

/** What the login page shows of a provider. */
export type NamedProvider = Pick<SsoProvider, 'id' | 'kind' | 'slug' | 'displayName'>;
