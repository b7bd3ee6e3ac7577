import { Check, Column, Entity, Index } from 'typeorm';
import { Identity } from '../../database/times.entity.js';
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
  @Identity('upload_pkey')
  readonly id!: number;

  @Column({ name: 'kind', type: 'text', default: 'upload' })
  readonly kind!: UploadKind;

  /** No foreign key, because an upload outlives its account. Null for a client. */
  @Column({ name: 'account_id', type: 'uuid', nullable: true })
  readonly accountId!: string | null;

  @Column({ name: 'account_name', type: 'text' })
  readonly accountName!: string;

  @Column({ name: 'status', type: 'text' })
  readonly status!: UploadStatus;

  @Column({ name: 'status_message', type: 'text', default: '' })
  readonly statusMessage!: string;

  /** Set if the upload ended by UPLOAD_TIMEOUT. */
  @Column({ name: 'timeout_reason', type: 'text', nullable: true })
  readonly timeoutReason!: string | null;

  @Column({ name: 'started_at', type: 'timestamptz', precision: 3 })
  readonly startedAt!: Date;

  @Column({ name: 'last_activity_at', type: 'timestamptz', precision: 3 })
  readonly lastActivityAt!: Date;

  @Column({ name: 'ended_at', type: 'timestamptz', precision: 3, nullable: true })
  readonly endedAt!: Date | null;

  @Column({ name: 'finished_at', type: 'timestamptz', precision: 3, nullable: true })
  readonly finishedAt!: Date | null;

  @Column({ name: 'analysis_run_id', type: 'uuid', nullable: true })
  readonly analysisRunId!: string | null;
}
