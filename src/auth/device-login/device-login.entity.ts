import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Time } from '../../database/times.entity.js';
import { AccountEntity } from '../account.entity.js';

/** A program that waits until a person lets it log in (RFC 8628). */
@Entity({ name: 'device_login' })
@Index('device_login_user_code_key', ['userCode'], { unique: true })
@Index('device_login_expires_at', ['expiresAt'])
@Check('device_login_state', "state IN ('pending', 'approved', 'denied')")
export class DeviceLoginEntity {
  /** SHA-256 of the code that the program keeps, in base64url. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'device_login_pkey' }) readonly digest!: string;
  /** Eight letters that the person types. */
  @Column('text') readonly userCode!: string;
  @Column('text') readonly state!: 'pending' | 'approved' | 'denied';
  /** Who let it log in. */
  @Column('uuid', { nullable: true }) readonly accountId!: string | null;
  @ManyToOne(() => AccountEntity, { onDelete: 'CASCADE', nullable: true })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'device_login_account_fkey' })
  readonly account?: AccountEntity;
  /** Network of the program. */
  @Column('text') readonly address!: string;
  /** Its header User-Agent. */
  @Column('text', { nullable: true }) readonly program!: string | null;
  @Time() readonly createdAt!: Date;
  @Time() readonly expiresAt!: Date;
  /** When it may ask again. */
  @Time() readonly nextPoll!: Date;
}

/** Wrong codes that an account has typed, until they expire. */
@Entity({ name: 'device_code_failure' })
export class DeviceCodeFailureEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'device_code_failure_pkey' }) readonly accountId!: string;
  @ManyToOne(() => AccountEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'device_code_failure_account_fkey' })
  readonly account?: AccountEntity;
  @Column('integer') readonly failures!: number;
  @Time() readonly expiresAt!: Date;
}
