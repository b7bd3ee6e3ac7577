import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { ChangeTimesEntity } from '../../../database/times.entity.js';
import { AccountEntity } from '../../account.entity.js';
import { SsoProviderEntity } from '../../sso-provider.entity.js';

/** A group of an identity provider, which may decide the role of its members. */
@Entity({ name: 'scim_group' })
// TypeORM can't describe an index over lower(display_name), so the migration creates it.
@Index('scim_group_name_key', { synchronize: false })
export class ScimGroupEntity extends ChangeTimesEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'scim_group_pkey' }) readonly id!: string;
  @Column('integer') readonly ssoProviderId!: number;
  @ManyToOne(() => SsoProviderEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'sso_provider_id', foreignKeyConstraintName: 'scim_group_sso_provider_fkey' })
  readonly ssoProvider?: SsoProviderEntity;
  @Column('text') readonly displayName!: string;
  @Column('text', { nullable: true }) readonly externalId!: string | null;
}

@Entity({ name: 'scim_group_member' })
@Index('scim_group_member_account', ['accountId'])
export class ScimGroupMemberEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'scim_group_member_pkey' }) readonly groupId!: string;
  @ManyToOne(() => ScimGroupEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'group_id', foreignKeyConstraintName: 'scim_group_member_group_fkey' })
  readonly group?: ScimGroupEntity;
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'scim_group_member_pkey' }) readonly accountId!: string;
  @ManyToOne(() => AccountEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'scim_group_member_account_fkey' })
  readonly account?: AccountEntity;
}
