import { Check, Column, Entity, Index } from 'typeorm';
import { Identity, Time } from '../../database/times.entity.js';
import type { UploadKind, UploadStatus } from './upload.js';

/** The migration creates the partial indexes. */
@Entity({ name: 'upload' })
@Index('upload_open', { synchronize: false })
@Check(
  'upload_status_check',
  `status IN ('running', 'ingesting', 'analyzing', 'complete', 'partially_complete', 'failed', 'timed_out')`,
)
@Check('upload_kind_check', `kind IN ('upload', 'collection')`)
@Check('upload_finished_check', `(status IN ('running', 'ingesting', 'analyzing')) = (finished_at IS NULL)`)
@Check('upload_ended_check', `(status = 'running') = (ended_at IS NULL)`)
export class UploadEntity {
  @Identity('upload_pkey') readonly id!: number;
  @Column('text', { default: 'upload' }) readonly kind!: UploadKind;
  /** No foreign key, because an upload outlives its account. Null for a client. */
  @Column('uuid', { nullable: true }) readonly accountId!: string | null;
  @Column('text') readonly accountName!: string;
  @Column('text') readonly status!: UploadStatus;
  @Column('text', { default: '' }) readonly statusMessage!: string;
  /** Set if the upload ended by UPLOAD_TIMEOUT. */
  @Column('text', { nullable: true }) readonly timeoutReason!: string | null;
  @Time() readonly startedAt!: Date;
  @Time() readonly lastActivityAt!: Date;
  @Time({ nullable: true }) readonly endedAt!: Date | null;
  @Time({ nullable: true }) readonly finishedAt!: Date | null;
  @Column('uuid', { nullable: true }) readonly analysisRunId!: string | null;
}
