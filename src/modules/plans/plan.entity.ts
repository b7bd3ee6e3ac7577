import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import { AccountEntity } from '../../auth/account.entity.js';
import { ChangeTimesEntity, Identity, Time } from '../../database/times.entity.js';
import type { FixSort } from '../../graph/kinds/descriptions/edge-fixes.js';
import type { Found, StepState } from './found.js';
import type { KeptPlan, KeptStep, PlanQuestion } from './kept-plan.js';

/** A plan of fixes that is kept. */
@Entity({ name: 'plan' })
@Unique('plan_name_key', ['name'])
@Index('plan_account', ['accountId'])
export class PlanEntity extends ChangeTimesEntity implements KeptPlan {
  @Identity('plan_pkey') readonly id!: number;
  @Column('text') readonly name!: string;
  /** The account that keeps it. Null if the account is deleted. */
  @Column('uuid', { nullable: true }) readonly accountId!: string | null;
  @ManyToOne(() => AccountEntity, { onDelete: 'SET NULL', nullable: true })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'plan_account_fkey' })
  readonly account?: AccountEntity;
  @Column('jsonb') readonly question!: PlanQuestion;
  @Column('integer', { nullable: true }) readonly until!: number | null;
  @Column('integer') readonly exposed!: number;
  @Column('integer') readonly remaining!: number;
  @Column('integer') readonly cost!: number;
  @Column('integer') readonly lowerBound!: number;
  @Time() readonly checkedAt!: Date;
  /** Why the steps could not be compared with the last run. Null: they were. */
  @Column('text', { nullable: true }) readonly problem!: string | null;
}

/** A fix of a plan. */
@Entity({ name: 'plan_step' })
@Check('plan_step_state_check', "state IN ('open', 'planned', 'declined')")
@Check('plan_step_found_check', "found IN ('open', 'done', 'partly', 'obsolete', 'returned', 'unknown')")
export class PlanStepEntity implements KeptStep {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'plan_step_pkey' }) readonly planId!: number;
  @ManyToOne(() => PlanEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'plan_id', foreignKeyConstraintName: 'plan_step_plan_fkey' })
  readonly plan?: PlanEntity;
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'plan_step_pkey' }) readonly place!: number;
  @Column('text') readonly key!: string;
  @Column('text') readonly sort!: FixSort;
  @Column('text') readonly atId!: string;
  @Column('text') readonly atName!: string;
  @Column('text') readonly atKind!: string;
  @Column('text', { nullable: true }) readonly byId!: string | null;
  @Column('text', { nullable: true }) readonly byName!: string | null;
  @Column('text', { nullable: true }) readonly byKind!: string | null;
  @Column('text') readonly text!: string;
  @Column('text', { nullable: true }) readonly remedy!: string | null;
  @Column('integer') readonly cost!: number;
  @Column('integer') readonly stage!: number;
  @Column('integer') readonly gain!: number;
  @Column('integer') readonly remainingAfter!: number;
  @Column('text', { nullable: true }) readonly owner!: string | null;
  @Column('text', { default: '' }) readonly note!: string;
  @Column('text', { default: 'open' }) readonly state!: StepState;
  @Time({ nullable: true }) readonly notBefore!: Date | null;
  @Column('text', { default: 'open' }) readonly found!: Found;
  @Time() readonly foundSince!: Date;
  @Column('integer') readonly facts!: number;
  @Column('integer') readonly factsLeft!: number;
  @Column('boolean', { default: false }) readonly wasDone!: boolean;
}
