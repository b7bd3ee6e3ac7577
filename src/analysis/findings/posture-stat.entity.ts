import { Column, Entity, Index } from 'typeorm';
import { RecordTimesEntity, Identity } from '../../database/times.entity.js';

/** The state of tier zero in one environment at one run. */
@Entity({ name: 'posture_stat' })
@Index('posture_stat_run', ['runId'])
@Index('posture_stat_created_at', ['createdAt'])
export class PostureStatEntity extends RecordTimesEntity {
  @Identity('posture_stat_pkey')
  readonly id!: number;

  @Column({ name: 'run_id', type: 'uuid' })
  readonly runId!: string;

  /** Object id of the domain or tenant. */
  @Column({ name: 'domain_sid', type: 'text', collation: 'C' })
  readonly domainSid!: string;

  @Column({ name: 'asset_group_tag_id', type: 'integer' })
  readonly assetGroupTagId!: number;

  /** Share of the accounts outside of tier zero that reach it: 0 to 1. */
  @Column({ name: 'exposure_index', type: 'double precision' })
  readonly exposureIndex!: number;

  @Column({ name: 'tier_zero_count', type: 'integer' })
  readonly tierZeroCount!: number;

  /** Critical findings of tier zero. */
  @Column({ name: 'critical_risk_count', type: 'integer' })
  readonly criticalRiskCount!: number;
}
