import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { Identity } from '../../../database/times.entity.js';
import { JobEntity } from './job.entity.js';

/** A line of the log of a job. */
@Entity({ name: 'job_log' })
@Index('job_log_job', ['jobId', 'id'])
export class JobLogEntity {
  @Identity('job_log_pkey', 'bigint')
  readonly id!: string;

  @ForeignKey(() => JobEntity, { name: 'job_log_job_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'job_id', type: 'integer' })
  readonly jobId!: number;

  @Column({ name: 'at', type: 'timestamptz', precision: 3 })
  readonly at!: Date;

  @Column({ name: 'line', type: 'text' })
  readonly line!: string;
}
