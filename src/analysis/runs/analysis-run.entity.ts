import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Time } from '../../database/times.entity.js';
import type { AnalysisSummary } from './analysis-report.js';
import type { AnalysisRunStatus } from './analysis-run-status.js';

/** Runs of the analysis. A unique index allows one waiting run, which all requests share. */
@Entity({ name: 'analysis_run' })
@Index('analysis_run_waiting', ['status'], { unique: true, where: `(status = 'waiting'::text)` })
@Index('analysis_run_running', ['status'], { where: `(status = 'running'::text)` })
@Index('analysis_run_finished_at', ['finishedAt'])
@Check('analysis_run_status_check', `status IN ('waiting', 'running', 'complete', 'failed')`)
@Check('analysis_run_finished_check', `(status IN ('complete', 'failed')) = (finished_at IS NOT NULL)`)
export class AnalysisRunEntity {
  /** Also the `run_id` of the rows of data quality that it writes. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'analysis_run_pkey' }) readonly id!: string;
  @Column('text') readonly status!: AnalysisRunStatus;
  @Time() readonly requestedAt!: Date;
  /** Source of the first request. */
  @Column('text') readonly requestedBy!: string;
  @Time({ nullable: true }) readonly startedAt!: Date | null;
  @Time({ nullable: true }) readonly finishedAt!: Date | null;
  /** Number of complete stages. */
  @Column('smallint', { default: 0 }) readonly stage!: number;
  /** Number of failures. */
  @Column('smallint', { default: 0 }) readonly failures!: number;
  /** Number of attempts, without those that ended because the process was stopped. */
  @Column('smallint', { default: 0 }) readonly begun!: number;
  /** The version of the graph when it ended: one that it analysed, or for which it failed. */
  @Column('bigint', { nullable: true }) readonly graphVersion!: string | null;
  /** Null unless it is complete. */
  @Column('jsonb', { nullable: true }) readonly summary!: AnalysisSummary | null;
  /** Reason of the last failure. */
  @Column('text', { nullable: true }) readonly reason!: string | null;
}
