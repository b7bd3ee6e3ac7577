import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import { AccountEntity } from '../../auth/account.entity.js';
import { ChangeTimesEntity, Identity, Time } from '../../database/times.entity.js';
import type { ReportDefinition } from './report.js';

/** A report that is made again and again. */
@Entity({ name: 'report' })
@Unique('report_name_key', ['name'])
@Index('report_next_at', ['nextAt'])
export class ReportEntity extends ChangeTimesEntity {
  @Identity('report_pkey') readonly id!: number;
  @Column('text') readonly name!: string;
  /** The account that made it. Null if the account is deleted; the report is then made no more. */
  @Column('uuid', { nullable: true }) readonly accountId!: string | null;
  @ManyToOne(() => AccountEntity, { onDelete: 'SET NULL', nullable: true })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'report_account_fkey' })
  readonly account?: AccountEntity;
  @Column('jsonb') readonly definition!: ReportDefinition;
  /** DTSTART and RRULE of RFC 5545; null: it is made only by hand. */
  @Column('text', { nullable: true }) readonly rrule!: string | null;
  /** Ids of channels of mail. Deleted ones receive nothing. */
  @Column('uuid', { array: true, default: [] }) readonly recipients!: readonly string[];
  @Column('boolean', { default: true }) readonly hideNames!: boolean;
  /** Null without a schedule, and after its last time. */
  @Time({ nullable: true }) readonly nextAt!: Date | null;
}

/** A report that was made, or is being made. */
@Entity({ name: 'report_document' })
@Index('report_document_report', ['reportId'])
@Index('report_document_created_at', ['createdAt'])
@Check('report_document_status_check', "status IN ('waiting', 'ready', 'failed')")
export class ReportDocumentEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'report_document_pkey' }) readonly id!: string;
  /** Null for one that belongs to no stored report. */
  @Column('integer', { nullable: true }) readonly reportId!: number | null;
  @ManyToOne(() => ReportEntity, { onDelete: 'CASCADE', nullable: true })
  @JoinColumn({ name: 'report_id', foreignKeyConstraintName: 'report_document_report_fkey' })
  readonly report?: ReportEntity;
  @Column('uuid') readonly accountId!: string;
  @ManyToOne(() => AccountEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'report_document_account_fkey' })
  readonly account?: AccountEntity;
  @Column('text') readonly name!: string;
  @Column('jsonb') readonly definition!: ReportDefinition;
  @Time() readonly createdAt!: Date;
  @Column('text', { default: 'waiting' }) readonly status!: 'waiting' | 'ready' | 'failed';
  /** Why it failed; else empty. */
  @Column('text', { default: '' }) readonly reason!: string;
  /** JSON of what was collected; null until it is ready. */
  @Column('text', { nullable: true }) readonly data!: string | null;
}
