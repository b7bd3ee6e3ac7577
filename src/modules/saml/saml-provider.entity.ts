import { Column, Entity, Unique } from 'typeorm';
import { ChangeTimesEntity, Identity } from '../../database/times.entity.js';

/** A SAML 2.0 identity provider. */
@Entity({ name: 'saml_provider' })
@Unique('saml_provider_name_key', ['name'])
export class SamlProviderEntity extends ChangeTimesEntity {
  @Identity('saml_provider_pkey') readonly id!: number;
  @Column('text') readonly name!: string;
  @Column('text') readonly displayName!: string;
  @Column('text') readonly idpIssuerUri!: string;
  @Column('text') readonly idpSsoUri!: string;
  @Column('text', { array: true, default: [] }) readonly principalAttributeMappings!: string[];
  @Column('integer', { nullable: true }) readonly ssoProviderId!: number | null;
}
