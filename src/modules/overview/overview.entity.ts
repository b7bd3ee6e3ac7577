import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Time } from '../../database/times.entity.js';
import type { PlanState, StoredPlan } from './overview.js';

/** What was computed of the graph after a run of the analysis. The row outlives the run. */
@Entity({ name: 'overview' })
@Check('overview_plan_state_check', "plan_state IN ('pending', 'made', 'too_large', 'failed')")
export class OverviewEntity {
  /** Id of the run. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'overview_pkey' }) readonly runId!: string;
  /** End of the run. */
  @Time() readonly finishedAt!: Date;
  /** Version of the graph that was asked. */
  @Column('bigint') readonly graphVersion!: string;
  /** Whether removals, a restored backup or new rules explain differences to the run before. */
  @Column('boolean') readonly isBreak!: boolean;
  /** Roles in administrative units whose members are not known, on ways into tier zero. */
  @Column('integer') readonly unknownReach!: number;
  @Column('text', { default: 'pending' }) readonly planState!: PlanState;
  /** Times that the plan failed. */
  @Column('integer', { default: 0 }) readonly failures!: number;
  /** Of the newest overview alone. */
  @Column('jsonb', { nullable: true }) readonly plan!: StoredPlan | null;
}

/** How many accounts reach a tier, in one environment or in all. */
@Entity({ name: 'overview_exposure' })
export class OverviewExposureEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'overview_exposure_pkey' }) readonly runId!: string;
  @ManyToOne(() => OverviewEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'run_id', foreignKeyConstraintName: 'overview_exposure_run_fkey' })
  readonly run?: OverviewEntity;
  /** Id of the asset group of the tier. */
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'overview_exposure_pkey' }) readonly zone!: number;
  /** Object id of a domain or tenant; empty: all accounts. */
  @PrimaryColumn({ type: 'text', collation: 'C', primaryKeyConstraintName: 'overview_exposure_pkey' })
  readonly environment!: string;
  /** Of the tier or of the environment, at that time. */
  @Column('text') readonly name!: string;
  @Column('integer') readonly accounts!: number;
  @Column('integer') readonly reaching!: number;
}
