import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { AnalysisRunStatus, AnalysisSummary } from './analysis-run.js';

/** Runs of the analysis. A unique index allows one waiting run, which all requests share. */
@Entity({ name: 'analysis_run' })
@Index('analysis_run_waiting', ['status'], { unique: true, where: `(status = 'waiting'::text)` })
@Index('analysis_run_running', ['status'], { where: `(status = 'running'::text)` })
@Index('analysis_run_finished_at', ['finishedAt'])
@Check('analysis_run_status_check', `status IN ('waiting', 'running', 'complete', 'failed')`)
@Check('analysis_run_finished_check', `(status IN ('complete', 'failed')) = (finished_at IS NOT NULL)`)
export class AnalysisRunEntity {
  /** Also the `run_id` of its counts. */
  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'analysis_run_pkey' })
  readonly id!: string;

  @Column({ name: 'status', type: 'text' })
  readonly status!: AnalysisRunStatus;

  @Column({ name: 'requested_at', type: 'timestamptz', precision: 3 })
  readonly requestedAt!: Date;

  @Column({ name: 'requested_by', type: 'text' })
  readonly requestedBy!: string;

  @Column({ name: 'started_at', type: 'timestamptz', precision: 3, nullable: true })
  readonly startedAt!: Date | null;

  @Column({ name: 'finished_at', type: 'timestamptz', precision: 3, nullable: true })
  readonly finishedAt!: Date | null;

  /** Number of complete stages. */
  @Column({ name: 'stage', type: 'smallint', default: 0 })
  readonly stage!: number;

  @Column({ name: 'failures', type: 'smallint', default: 0 })
  readonly failures!: number;

  /** Number of attempts, without those that ended because the process was stopped. */
  @Column({ name: 'begun', type: 'smallint', default: 0 })
  readonly begun!: number;

  /** The version of the graph when it ended: one that it analysed, or for which it failed. */
  @Column({ name: 'graph_version', type: 'bigint', nullable: true })
  readonly graphVersion!: string | null;

  @Column({ name: 'summary', type: 'jsonb', nullable: true })
  readonly summary!: AnalysisSummary | null;

  @Column({ name: 'reason', type: 'text', nullable: true })
  readonly reason!: string | null;
}
