import { Check, Column, Entity, Index } from 'typeorm';
import { Identity, Time } from '../../../database/times.entity.js';
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
  @Identity('job_pkey') readonly id!: number;
  @Column('uuid') readonly clientId!: string;
  @Column('text') readonly clientName!: string;
  @Column('integer', { nullable: true }) readonly eventId!: number | null;
  @Column('text', { nullable: true }) readonly eventTitle!: string | null;
  /** When its event was due; null for a job on demand. Unique for each event, so that an occurrence makes one job. */
  @Time({ nullable: true }) readonly occurrence!: Date | null;
  @Time() readonly executionTime!: Date;
  @Time({ nullable: true }) readonly startTime!: Date | null;
  @Time({ nullable: true }) readonly endTime!: Date | null;
  @Time({ nullable: true }) readonly lastHeartbeatAt!: Date | null;
  @Time({ nullable: true }) readonly lastIngest!: Date | null;
  /** Null until the first batch. */
  @Column('integer', { nullable: true }) readonly uploadId!: number | null;
  @Column('text') readonly status!: JobStatus;
  @Column('text') readonly statusMessage!: string;
  @Column('text', { nullable: true }) readonly logPath!: string | null;
  @Column('text') readonly domainController!: string;
}
