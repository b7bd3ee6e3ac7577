import { Column } from 'typeorm';
import type { Severity } from './severity.js';

/** The figures of a finding. */
export abstract class FindingFiguresEntity {
  @Column('integer') readonly exposureCount!: number;
  /** 0 to 1. */
  @Column('double precision') readonly exposureShare!: number;
  @Column('integer') readonly impactCount!: number;
  /** 0 to 1. */
  @Column('double precision') readonly impactShare!: number;
  /** Accounts that lose their last way into tier zero if the source loses all rights on the target; null for list findings. */
  @Column('integer', { nullable: true }) readonly freed!: number | null;
  /** Accounts that have such a way, and keep another one; null for list findings. */
  @Column('integer', { nullable: true }) readonly shared!: number | null;
  /** 0 to 100. */
  @Column('double precision') readonly risk!: number;
  @Column('text') readonly severity!: Severity;
}
