import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { Identity, Time } from '../../../database/times.entity.js';
import { JobEntity } from './job.entity.js';

/** A line of the log of a job. */
@Entity({ name: 'job_log' })
@Index('job_log_job', ['jobId', 'id'])
export class JobLogEntity {
  @Identity('job_log_pkey', 'bigint') readonly id!: string;
  @ForeignKey(() => JobEntity, { name: 'job_log_job_id_fkey', onDelete: 'CASCADE' })
  @Column('integer')
  readonly jobId!: number;
  @Time() readonly at!: Date;
  @Column('text') readonly line!: string;
}
