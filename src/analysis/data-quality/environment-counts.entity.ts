import { Column } from 'typeorm';
import { RecordTimesEntity } from '../../database/times.entity.js';

/** The counts of one analysis run in one environment. It has no table of its own. */
export abstract class EnvironmentCountsEntity extends RecordTimesEntity {
  /** Shared by all rows of one run. */
  @Column('uuid') readonly runId!: string;
  @Column('integer') readonly users!: number;
  @Column('integer') readonly groups!: number;
  /** Edges that start at a node of the environment. */
  @Column('integer') readonly relationships!: number;
}
