import { Column, Entity, Index } from 'typeorm';
import { RecordTimesEntity, Identity } from '../../database/times.entity.js';

/** The state of tier zero in one environment at one run. */
@Entity({ name: 'posture_stat' })
@Index('posture_stat_run', ['runId'])
@Index('posture_stat_created_at', ['createdAt'])
export class PostureStatEntity extends RecordTimesEntity {
  @Identity('posture_stat_pkey') readonly id!: number;
  @Column('uuid') readonly runId!: string;
  /** Object id of the domain or tenant. */
  @Column({ type: 'text', collation: 'C' }) readonly domainSid!: string;
  @Column('integer') readonly assetGroupTagId!: number;
  /** Share of the accounts outside of tier zero that reach it: 0 to 1. */
  @Column('double precision') readonly exposureIndex!: number;
  @Column('integer') readonly tierZeroCount!: number;
  /** Critical findings of tier zero. */
  @Column('integer') readonly criticalRiskCount!: number;
}
