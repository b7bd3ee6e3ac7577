import { Check, Column, Entity, Unique } from 'typeorm';
import { ChangeTimesEntity, Identity } from '../database/times.entity.js';
import type { ProviderConfig, ProviderKind } from './sso/providers/sso-provider.js';

/** An identity provider, by SAML 2.0 or OpenID Connect. */
@Entity({ name: 'sso_provider' })
@Unique('sso_provider_slug_key', ['slug'])
@Check('sso_provider_kind', "kind IN ('SAML', 'OIDC')")
export class SsoProviderEntity extends ChangeTimesEntity {
  @Identity('sso_provider_pkey') readonly id!: number;
  @Column('text') readonly kind!: ProviderKind;
  /** Part of the addresses that the provider calls, so it never changes. */
  @Column('text') readonly slug!: string;
  @Column('text') readonly displayName!: string;
  @Column('boolean', { default: true }) readonly enabled!: boolean;
  /** SAML: the entity id. OpenID Connect: the issuer. */
  @Column('text') readonly issuer!: string;
  /** SAML: the address of the sign-in. Null for OpenID Connect, whose discovery document has it. */
  @Column('text', { nullable: true }) readonly ssoUrl!: string | null;
  @Column('text', { nullable: true }) readonly clientId!: string | null;
  /** As sealed by SecretCipher. */
  @Column('bytea', { nullable: true }) readonly clientSecret!: Buffer | null;
  /** SAML: certificates whose keys sign, in DER and base64. */
  @Column('text', { array: true, default: [] }) readonly certificates!: string[];
  @Column('text', { array: true, default: [] }) readonly principalAttributeMappings!: string[];
  @Column('jsonb', { default: {} }) readonly config!: Partial<ProviderConfig>;
  /** Of the first form of the table, and shown by the list of SAML providers. */
  @Column('integer', { nullable: true }) readonly ssoProviderId!: number | null;
}
