import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Time } from '../../database/times.entity.js';
import { AccountEntity } from '../account.entity.js';
import type { SessionKind } from './session-kind.js';

/** The session that a bearer token names. The token is not valid without a session that is open. */
@Entity({ name: 'session' })
@Index('session_account', ['accountId'])
@Index('session_expires_at', ['expiresAt'])
@Check('session_kind', "kind IN ('bearer', 'cookie', 'command_line')")
export class SessionEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'session_pkey' }) readonly id!: string;
  @Column('uuid') readonly accountId!: string;
  @ManyToOne(() => AccountEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'session_account_fkey' })
  readonly account?: AccountEntity;
  @Column('text') readonly kind!: SessionKind;
  /** Network of the caller at the login; null for sessions from before it was stored. */
  @Column('text', { nullable: true }) readonly address!: string | null;
  /** The header User-Agent of the login. */
  @Column('text', { nullable: true }) readonly program!: string | null;
  @Time() readonly createdAt!: Date;
  /** When its owner has proven who it is, by the login or since; null if that is not known. */
  @Time({ nullable: true }) readonly authenticatedAt!: Date | null;
  @Time() readonly expiresAt!: Date;
  /** Written at most once a minute. */
  @Column({ type: 'timestamptz', precision: 3, default: () => 'now()' }) readonly lastUsed!: Date;
  /** The last use of the newest session of the page that had ended at the login; null for programs, and if there was none. */
  @Time({ nullable: true }) readonly formerVisit!: Date | null;
  @Time({ nullable: true }) readonly endedAt!: Date | null;
}
