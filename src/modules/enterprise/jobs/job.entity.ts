import { Check, Column, Entity, Index } from 'typeorm';
import { Identity } from '../../../database/times.entity.js';
import { CollectionScopeEntity } from '../scope/collection-scope.entity.js';
import type { JobStatus } from './job-status.js';

/**
 * One run of a collector. Neither `client_id` nor `event_id` is a foreign key: jobs outlive both, and their ids are never reused.
 * TypeORM cannot describe indexes with an order or a condition; the migration creates them (create-schema-sql.ts).
 */
@Entity({ name: 'job' })
@Index('job_finished', { synchronize: false })
@Index('job_finished_client', { synchronize: false })
@Index('job_finished_start', { synchronize: false })
@Index('job_execution_time', { synchronize: false })
@Index('job_open', { synchronize: false })
@Index('job_running_client', { synchronize: false })
@Index('job_upload', { synchronize: false })
@Index('job_occurrence', ['eventId', 'occurrence'], { unique: true })
@Check(
  'job_status_check',
  `status IN ('ready', 'running', 'ingesting', 'analyzing', 'complete', 'partially_complete', 'failed', 'canceled', 'timed_out')`,
)
@Check('job_span_check', 'end_time >= start_time')
@Check('job_ended_check', `status IN ('ready', 'running') OR (start_time IS NOT NULL AND end_time IS NOT NULL)`)
export class JobEntity extends CollectionScopeEntity {
  @Identity('job_pkey')
  readonly id!: number;

  @Column({ name: 'client_id', type: 'uuid' })
  readonly clientId!: string;

  @Column({ name: 'client_name', type: 'text' })
  readonly clientName!: string;

  @Column({ name: 'event_id', type: 'integer', nullable: true })
  readonly eventId!: number | null;

  @Column({ name: 'event_title', type: 'text', nullable: true })
  readonly eventTitle!: string | null;

  /** When its event was due; null for a job on demand. Unique for each event, so that an occurrence makes one job. */
  @Column({ name: 'occurrence', type: 'timestamptz', precision: 3, nullable: true })
  readonly occurrence!: Date | null;

  @Column({ name: 'execution_time', type: 'timestamptz', precision: 3 })
  readonly executionTime!: Date;

  @Column({ name: 'start_time', type: 'timestamptz', precision: 3, nullable: true })
  readonly startTime!: Date | null;

  @Column({ name: 'end_time', type: 'timestamptz', precision: 3, nullable: true })
  readonly endTime!: Date | null;

  @Column({ name: 'last_heartbeat_at', type: 'timestamptz', precision: 3, nullable: true })
  readonly lastHeartbeatAt!: Date | null;

  @Column({ name: 'last_ingest', type: 'timestamptz', precision: 3, nullable: true })
  readonly lastIngest!: Date | null;

  /** Null until the first batch. */
  @Column({ name: 'upload_id', type: 'integer', nullable: true })
  readonly uploadId!: number | null;

  @Column({ name: 'status', type: 'text' })
  readonly status!: JobStatus;

  @Column({ name: 'status_message', type: 'text' })
  readonly statusMessage!: string;

  @Column({ name: 'log_path', type: 'text', nullable: true })
  readonly logPath!: string | null;

  @Column({ name: 'domain_controller', type: 'text' })
  readonly domainController!: string;
}
