import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * How many finished jobs each client has: the exact count of a list of a million jobs, without counting them. Triggers of the
 * table `job` write it in the same transaction; nothing else does.
 */
@Entity({ name: 'finished_job_count' })
export class FinishedJobCountEntity {
  @PrimaryColumn({ name: 'client_id', type: 'uuid', primaryKeyConstraintName: 'finished_job_count_pkey' })
  readonly clientId!: string;

  @Column({ name: 'jobs', type: 'bigint' })
  readonly jobs!: string;
}
