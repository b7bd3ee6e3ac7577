import { Column } from 'typeorm';
import { RecordTimesEntity } from '../../database/times.entity.js';

/** The counts of one analysis run in one environment. It has no table of its own. */
export abstract class EnvironmentCountsEntity extends RecordTimesEntity {
  /** Shared by all rows of one run. */
  @Column({ name: 'run_id', type: 'uuid' })
  readonly runId!: string;

  @Column({ name: 'users', type: 'integer' })
  readonly users!: number;

  @Column({ name: 'groups', type: 'integer' })
  readonly groups!: number;

  /** Edges that start at a node of the environment. */
  @Column({ name: 'relationships', type: 'integer' })
  readonly relationships!: number;
}
