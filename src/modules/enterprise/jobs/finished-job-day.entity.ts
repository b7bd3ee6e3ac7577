import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * How many finished jobs started and ended on each day, so that the jobs of a range of time are counted without being read, and a page far
 * down is found by its day. Triggers of the table `job` write it in the same transaction; nothing else does.
 */
@Entity({ name: 'finished_job_day' })
export class FinishedJobDayEntity {
  /** Its first moment, in UTC. */
  @PrimaryColumn({
    name: 'day',
    type: 'timestamptz',
    precision: 3,
    primaryKeyConstraintName: 'finished_job_day_pkey',
  })
  readonly day!: Date;

  @Column({ name: 'started', type: 'bigint' })
  readonly started!: string;

  @Column({ name: 'ended', type: 'bigint' })
  readonly ended!: string;

  /** No job that ended on the day started before it; it may have been that of one that is gone. */
  @Column({ name: 'earliest_start', type: 'timestamptz', precision: 3, default: () => `'infinity'` })
  readonly earliestStart!: Date;
}
