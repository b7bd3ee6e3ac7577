import { Column, Entity, Index } from 'typeorm';
import { Identity, Time } from '../../database/times.entity.js';

/** A change, or an attempt, that can't be undone or that affects access. An entry is only deleted because of its age. */
@Entity({ name: 'audit_log' })
@Index('audit_log_at', ['at'])
@Index('audit_log_poll_number', ['pollNumber'])
@Index('audit_log_query', { synchronize: false })
export class AuditEntryEntity {
  @Identity('audit_log_pkey', 'bigint') readonly id!: string;
  @Time() readonly at!: Date;
  /** Null if nobody was logged in. There is no foreign key because an entry outlives its account. */
  @Column('uuid', { nullable: true }) readonly accountId!: string | null;
  @Column('text') readonly accountName!: string;
  @Column('text') readonly action!: string;
  /** Path of the changed resource below `/api/v2`. */
  @Column('text') readonly resource!: string;
  /** `success` or `failure`. */
  @Column('text') readonly outcome!: string;
  @Column('jsonb', { default: {} }) readonly details!: Record<string, unknown>;
  /** Null if no HTTP request caused the change. */
  @Column('uuid', { nullable: true }) readonly requestId!: string | null;
  /** Null until the next poll of the log. */
  @Column('bigint', { nullable: true }) readonly pollNumber!: string | null;
}
