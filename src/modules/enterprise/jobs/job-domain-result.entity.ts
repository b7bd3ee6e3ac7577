import { Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn } from 'typeorm';
import { RecordTimesEntity } from '../../../database/record-times.entity.js';
import { JobEntity } from './job.entity.js';

/** What one domain gave to one job. */
@Entity({ name: 'job_domain_result' })
@Index('job_domain_result_job', ['jobId'])
export class JobDomainResultEntity extends RecordTimesEntity {
  @PrimaryGeneratedColumn('identity', {
    name: 'id',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'job_domain_result_pkey',
  })
  readonly id!: number;

  @ForeignKey(() => JobEntity, { name: 'job_domain_result_job_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'job_id', type: 'integer' })
  readonly jobId!: number;

  @Column({ name: 'domain_name', type: 'text' })
  readonly domainName!: string;

  @Column({ name: 'success', type: 'boolean' })
  readonly success!: boolean;

  @Column({ name: 'message', type: 'text' })
  readonly message!: string;

  @Column({ name: 'user_count', type: 'integer' })
  readonly userCount!: number;

  @Column({ name: 'group_count', type: 'integer' })
  readonly groupCount!: number;

  @Column({ name: 'computer_count', type: 'integer' })
  readonly computerCount!: number;

  @Column({ name: 'gpo_count', type: 'integer' })
  readonly gpoCount!: number;

  @Column({ name: 'ou_count', type: 'integer' })
  readonly ouCount!: number;

  @Column({ name: 'container_count', type: 'integer' })
  readonly containerCount!: number;

  @Column({ name: 'aiaca_count', type: 'integer' })
  readonly aiacaCount!: number;

  @Column({ name: 'rootca_count', type: 'integer' })
  readonly rootcaCount!: number;

  @Column({ name: 'enterpriseca_count', type: 'integer' })
  readonly enterprisecaCount!: number;

  @Column({ name: 'ntauthstore_count', type: 'integer' })
  readonly ntauthstoreCount!: number;

  @Column({ name: 'certtemplate_count', type: 'integer' })
  readonly certtemplateCount!: number;

  @Column({ name: 'deleted_count', type: 'integer' })
  readonly deletedCount!: number;
}
