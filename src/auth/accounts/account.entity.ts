import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { ChangeTimesEntity } from '../../database/change-times.entity.js';
import type { Role } from '../permissions.js';

/** An account (docs/adr/0007-authentication.md). */
@Entity({ name: 'account' })
// Over lower(name), which TypeORM can't say: the migration makes it.
@Index('account_name_key', { synchronize: false })
@Check('account_role', "role IN ('administrator', 'power_user', 'user', 'auditor', 'read_only', 'upload_only')")
export class AccountEntity extends ChangeTimesEntity {
  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'account_pkey' })
  readonly id!: string;

  @Column({ name: 'name', type: 'text' })
  readonly name!: string;

  @Column({ name: 'email', type: 'text', nullable: true })
  readonly email!: string | null;

  @Column({ name: 'role', type: 'text' })
  readonly role!: Role;

  /** argon2id, in the form of the PHC string format. */
  @Column({ name: 'password_hash', type: 'text' })
  readonly passwordHash!: string;

  @Column({ name: 'is_disabled', type: 'boolean', default: false })
  readonly isDisabled!: boolean;

  @Column({ name: 'last_login', type: 'timestamptz', precision: 3, nullable: true })
  readonly lastLogin!: Date | null;
}
