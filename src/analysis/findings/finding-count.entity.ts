import { Column, Entity, Index } from 'typeorm';
import { RecordTimesEntity, Identity } from '../../database/times.entity.js';

/** The findings of one type that one run found or resolved in one environment, by tag. */
@Entity({ name: 'finding_count' })
@Index('finding_count_run', ['runId'])
@Index('finding_count_environment', ['environment', 'finding', 'createdAt'])
@Index('finding_count_created_at', ['createdAt'])
export class FindingCountEntity extends RecordTimesEntity {
  @Identity('finding_count_pkey')
  readonly id!: number;

  @Column({ name: 'run_id', type: 'uuid' })
  readonly runId!: string;

  @Column({ name: 'environment', type: 'text', collation: 'C' })
  readonly environment!: string;

  @Column({ name: 'asset_group_tag_id', type: 'integer' })
  readonly assetGroupTagId!: number;

  @Column({ name: 'finding', type: 'text', collation: 'C' })
  readonly finding!: string;

  @Column({ name: 'finding_count', type: 'integer' })
  readonly findingCount!: number;

  /** Distinct targets. */
  @Column({ name: 'impacted_asset_count', type: 'integer' })
  readonly impactedAssetCount!: number;

  /** The largest of its findings, as the next two. */
  @Column({ name: 'exposure_count', type: 'integer' })
  readonly exposureCount!: number;

  @Column({ name: 'impact_count', type: 'integer' })
  readonly impactCount!: number;

  @Column({ name: 'composite_risk', type: 'double precision' })
  readonly compositeRisk!: number;

  /** Findings that the run before had not. */
  @Column({ name: 'added', type: 'integer' })
  readonly added!: number;

  /** Findings of the run before that this run resolved. */
  @Column({ name: 'archived', type: 'integer' })
  readonly archived!: number;
}
