import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { AccountEntity } from '../account.entity.js';
import type { SessionKind } from './session-kind.js';

/** The session that a bearer token names. The token is not valid without a session that is open. */
@Entity({ name: 'session' })
@Index('session_account', ['accountId'])
@Index('session_expires_at', ['expiresAt'])
@Check('session_kind', "kind IN ('bearer', 'cookie')")
export class SessionEntity {
  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'session_pkey' })
  readonly id!: string;

  @Column({ name: 'account_id', type: 'uuid' })
  readonly accountId!: string;

  @ManyToOne(() => AccountEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'session_account_fkey' })
  readonly account?: AccountEntity;

  @Column({ name: 'kind', type: 'text' })
  readonly kind!: SessionKind;

  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  readonly createdAt!: Date;

  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3 })
  readonly expiresAt!: Date;

  @Column({ name: 'ended_at', type: 'timestamptz', precision: 3, nullable: true })
  readonly endedAt!: Date | null;
}
