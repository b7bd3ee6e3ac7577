/** What is configured of an identity provider. */
export interface SamlProviderDraft {
  /** Slug; part of the addresses that the provider calls. */
  readonly name: string;
  readonly displayName: string;
  readonly idpIssuerUri: string;
  readonly idpSsoUri: string;
}

export interface SamlProvider extends SamlProviderDraft {
  readonly id: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  /** Attributes of an assertion that name the user; empty takes the usual ones. */
  readonly principalAttributeMappings: readonly string[];
  readonly ssoProviderId: number | null;
}
