import { Column, Entity, Index } from 'typeorm';
import { RecordTimesEntity, Identity } from '../../database/times.entity.js';

/** The findings of one type that one run found or resolved in one environment, by tag. */
@Entity({ name: 'finding_count' })
@Index('finding_count_run', ['runId'])
@Index('finding_count_environment', ['environment', 'finding', 'createdAt'])
@Index('finding_count_created_at', ['createdAt'])
export class FindingCountEntity extends RecordTimesEntity {
  @Identity('finding_count_pkey') readonly id!: number;
  @Column('uuid') readonly runId!: string;
  @Column({ type: 'text', collation: 'C' }) readonly environment!: string;
  @Column('integer') readonly assetGroupTagId!: number;
  @Column({ type: 'text', collation: 'C' }) readonly finding!: string;
  @Column('integer') readonly findingCount!: number;
  /** Distinct targets. */
  @Column('integer') readonly impactedAssetCount!: number;
  /** The largest of its findings, as the next two. */
  @Column('integer') readonly exposureCount!: number;
  @Column('integer') readonly impactCount!: number;
  @Column('double precision') readonly compositeRisk!: number;
  /** Findings that the run before had not. */
  @Column('integer') readonly added!: number;
  /** Findings of the run before that this run resolved. */
  @Column('integer') readonly archived!: number;
}
