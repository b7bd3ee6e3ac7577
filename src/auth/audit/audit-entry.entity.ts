import { Column, Entity, Index } from 'typeorm';
import { Identity } from '../../database/times.entity.js';

/** A change, or an attempt, that can't be undone or that affects access. An entry is only deleted because of its age. */
@Entity({ name: 'audit_log' })
@Index('audit_log_at', ['at'])
export class AuditEntryEntity {
  @Identity('audit_log_pkey', 'bigint')
  readonly id!: string;

  @Column({ name: 'at', type: 'timestamptz', precision: 3 })
  readonly at!: Date;

  /** Null if nobody was logged in. There is no foreign key because an entry outlives its account. */
  @Column({ name: 'account_id', type: 'uuid', nullable: true })
  readonly accountId!: string | null;

  @Column({ name: 'account_name', type: 'text' })
  readonly accountName!: string;

  @Column({ name: 'action', type: 'text' })
  readonly action!: string;

  /** Path of the changed resource below `/api/v2`. */
  @Column({ name: 'resource', type: 'text' })
  readonly resource!: string;

  /** `success` or `failure`. */
  @Column({ name: 'outcome', type: 'text' })
  readonly outcome!: string;

  @Column({ name: 'details', type: 'jsonb', default: {} })
  readonly details!: Record<string, unknown>;

  /** Null if no HTTP request caused the change. */
  @Column({ name: 'request_id', type: 'uuid', nullable: true })
  readonly requestId!: string | null;
}
