import { Column, Entity, Unique } from 'typeorm';
import { ChangeTimesEntity, Identity } from '../../database/times.entity.js';

/** A SAML 2.0 identity provider. */
@Entity({ name: 'saml_provider' })
@Unique('saml_provider_name_key', ['name'])
export class SamlProviderEntity extends ChangeTimesEntity {
  @Identity('saml_provider_pkey')
  readonly id!: number;

  @Column({ name: 'name', type: 'text' })
  readonly name!: string;

  @Column({ name: 'display_name', type: 'text' })
  readonly displayName!: string;

  @Column({ name: 'idp_issuer_uri', type: 'text' })
  readonly idpIssuerUri!: string;

  @Column({ name: 'idp_sso_uri', type: 'text' })
  readonly idpSsoUri!: string;

  @Column({ name: 'principal_attribute_mappings', type: 'text', array: true, default: [] })
  readonly principalAttributeMappings!: string[];

  @Column({ name: 'sso_provider_id', type: 'integer', nullable: true })
  readonly ssoProviderId!: number | null;
}
