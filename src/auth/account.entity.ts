import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import { ChangeTimesEntity, Time } from '../database/times.entity.js';
import type { Role } from './permissions.js';
import type { PasswordState } from './accounts/account.js';
import { SsoProviderEntity } from './sso-provider.entity.js';

/** An account (docs/adr/0007-authentication.md). */
@Entity({ name: 'account' })
// TypeORM can't describe an index over lower(name), so the migration creates it.
@Index('account_name_key', { synchronize: false })
@Check('account_role', "role IN ('administrator', 'power_user', 'user', 'auditor', 'read_only', 'upload_only')")
@Unique('account_sso_subject_key', ['ssoProviderId', 'ssoSubject'])
@Check('account_one_way_in', 'sso_provider_id IS NULL OR password_hash IS NULL')
export class AccountEntity extends ChangeTimesEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'account_pkey' }) readonly id!: string;
  @Column('text') readonly name!: string;
  @Column('text', { nullable: true }) readonly email!: string | null;
  @Column('text') readonly role!: Role;
  @Column('text', { nullable: true }) readonly firstName!: string | null;
  @Column('text', { nullable: true }) readonly lastName!: string | null;
  /** An argon2id hash as a PHC string. Null if the account has no password, so that nobody can log in to it. */
  @Column('text', { nullable: true }) readonly passwordHash!: string | null;
  /** If true, the owner has to choose a new password before any other request. */
  @Column('boolean', { default: false }) readonly passwordExpired!: boolean;
  /** Whether a login needs a code of an app, whose secret is in `totp_factor`. */
  @Column('boolean', { default: false }) readonly totpActive!: boolean;
  /** Number of rows in `passkey`. */
  @Column('integer', { default: 0 }) readonly passkeys!: number;
  @Column('boolean', { default: false }) readonly isDisabled!: boolean;
  /** Whether the provider has disabled it by SCIM, and so may enable it again. */
  @Column('boolean', { default: false }) readonly disabledByProvider!: boolean;
  @Time({ nullable: true }) readonly lastLogin!: Date | null;
  /** Object ids of the environments that the account sees; null: all, and nodes without an environment. */
  @Column({ type: 'text', array: true, collation: 'C', nullable: true }) readonly environments!:
    readonly string[] | null;
  /** Whether an account that is limited to environments sees nodes without one. */
  @Column('boolean', { default: false }) readonly seesNodesOfNone!: boolean;
  /** The identity provider by which the owner logs in. */
  @Column('integer', { nullable: true }) readonly ssoProviderId!: number | null;
  @ManyToOne(() => SsoProviderEntity, { onDelete: 'SET NULL', nullable: true })
  @JoinColumn({ name: 'sso_provider_id', foreignKeyConstraintName: 'account_sso_provider_fkey' })
  readonly ssoProvider?: SsoProviderEntity;
  /** The stable id of the person at the provider, since the first login. */
  @Column('text', { nullable: true }) readonly ssoSubject!: string | null;

  get passwordState(): PasswordState {
    if (this.passwordHash === null) return 'absent';
    return this.passwordExpired ? 'expired' : 'valid';
  }
}
