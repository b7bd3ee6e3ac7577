import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Time } from '../../../database/times.entity.js';
import { AccountEntity } from '../../account.entity.js';
import { SsoProviderEntity } from '../../sso-provider.entity.js';

/** What an identity provider has told of an account by SCIM, beside the columns of the account. */
@Entity({ name: 'scim_user' })
@Index('scim_user_external_id', ['ssoProviderId', 'externalId'])
export class ScimUserEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'scim_user_pkey' }) readonly accountId!: string;
  @ManyToOne(() => AccountEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'scim_user_account_fkey' })
  readonly account?: AccountEntity;
  /** An account may belong to another provider by now, for which nothing of this row counts. */
  @Column('integer') readonly ssoProviderId!: number;
  @ManyToOne(() => SsoProviderEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'sso_provider_id', foreignKeyConstraintName: 'scim_user_sso_provider_fkey' })
  readonly ssoProvider?: SsoProviderEntity;
  /** The id of the person at the provider. */
  @Column('text', { nullable: true }) readonly externalId!: string | null;
  /** When the provider has deleted the account, which disables it and hides it from the provider. */
  @Time({ nullable: true }) readonly deletedAt!: Date | null;
}
