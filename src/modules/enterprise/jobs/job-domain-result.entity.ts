import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { Identity, RecordTimesEntity } from '../../../database/times.entity.js';
import { domainResultCounts } from './domain-result.js';
import { JobEntity } from './job.entity.js';

/** The outcome of one job for one domain or tenant. */
@Entity({ name: 'job_domain_result' })
@Index('job_domain_result_job', ['jobId', 'id'])
export class JobDomainResultEntity extends RecordTimesEntity {
  @Identity('job_domain_result_pkey') readonly id!: number;
  @ForeignKey(() => JobEntity, { name: 'job_domain_result_job_id_fkey', onDelete: 'CASCADE' })
  @Column('integer')
  readonly jobId!: number;
  @Column('text') readonly domainName!: string;
  @Column('boolean') readonly success!: boolean;
  @Column('text') readonly message!: string;
}

for (const name of domainResultCounts) Column({ name, type: 'integer' })(JobDomainResultEntity.prototype, name);
