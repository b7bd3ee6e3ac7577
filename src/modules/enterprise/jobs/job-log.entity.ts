import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { JobEntity } from './job.entity.js';

/** A line of the log of a job. */
@Entity({ name: 'job_log' })
@Index('job_log_job', ['jobId', 'id'])
export class JobLogEntity {
  @PrimaryGeneratedColumn('identity', {
    name: 'id',
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'job_log_pkey',
  })
  readonly id!: string;

  @ForeignKey(() => JobEntity, { name: 'job_log_job_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'job_id', type: 'integer' })
  readonly jobId!: number;

  @Column({ name: 'at', type: 'timestamptz', precision: 3 })
  readonly at!: Date;

  @Column({ name: 'line', type: 'text' })
  readonly line!: string;
}
