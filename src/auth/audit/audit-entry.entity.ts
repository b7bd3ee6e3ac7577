import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** Who did, or tried to do, what can't be undone or decides who may do so. Only age removes it. */
@Entity({ name: 'audit_log' })
@Index('audit_log_at', ['at'])
export class AuditEntryEntity {
  @PrimaryGeneratedColumn('identity', {
    name: 'id',
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'audit_log_pkey',
  })
  readonly id!: string;

  @Column({ name: 'at', type: 'timestamptz', precision: 3 })
  readonly at!: Date;

  /** No foreign key: an entry outlives the account. Null where nobody was logged in. */
  @Column({ name: 'account_id', type: 'uuid', nullable: true })
  readonly accountId!: string | null;

  @Column({ name: 'account_name', type: 'text' })
  readonly accountName!: string;

  @Column({ name: 'action', type: 'text' })
  readonly action!: string;

  /** Path below `/api/v2` of what it was done to. */
  @Column({ name: 'resource', type: 'text' })
  readonly resource!: string;

  /** `success` or `failure`. */
  @Column({ name: 'outcome', type: 'text' })
  readonly outcome!: string;

  @Column({ name: 'details', type: 'jsonb', default: {} })
  readonly details!: Record<string, unknown>;

  /** Null where it was not done over HTTP. */
  @Column({ name: 'request_id', type: 'uuid', nullable: true })
  readonly requestId!: string | null;
}
