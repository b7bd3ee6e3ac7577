import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';
import type { IngestJobStatus } from './ingest-job-status.js';
import type { IngestJobKind } from './ingest-job.js';

/** Files that are handed in together. Indexes with a condition are made by the migration. */
@Entity({ name: 'ingest_job' })
@Index('ingest_job_open', { synchronize: false })
@Check(
  'ingest_job_status_check',
  `status IN ('running', 'ingesting', 'analyzing', 'complete', 'partially_complete', 'failed', 'timed_out')`,
)
@Check('ingest_job_kind_check', `kind IN ('upload', 'collection')`)
@Check('ingest_job_finished_check', `(status IN ('running', 'ingesting', 'analyzing')) = (finished_at IS NULL)`)
@Check('ingest_job_ended_check', `(status = 'running') = (ended_at IS NULL)`)
export class IngestJobEntity {
  @PrimaryGeneratedColumn('identity', {
    name: 'id',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'ingest_job_pkey',
  })
  readonly id!: number;

  @Column({ name: 'kind', type: 'text', default: 'upload' })
  readonly kind!: IngestJobKind;

  /** No foreign key: a job outlives the account. Null where it was none. */
  @Column({ name: 'account_id', type: 'uuid', nullable: true })
  readonly accountId!: string | null;

  @Column({ name: 'account_name', type: 'text' })
  readonly accountName!: string;

  @Column({ name: 'status', type: 'text' })
  readonly status!: IngestJobStatus;

  @Column({ name: 'status_message', type: 'text', default: '' })
  readonly statusMessage!: string;

  /** Set where it ended by its silence: what there is to say of that. */
  @Column({ name: 'silence', type: 'text', nullable: true })
  readonly silence!: string | null;

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
