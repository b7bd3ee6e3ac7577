import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Identity, Time } from '../../database/times.entity.js';
import { FindingEntity } from '../findings/finding.entity.js';
import { FindingFiguresEntity } from '../findings/finding-figures.entity.js';

/**
 * A row of a table of figures, as accounts read it that are limited to one set of environments. visible-rows.ts reads it in place of rows of
 * that table.
 */
@Entity({ name: 'sight_figure' })
@Index('sight_figure_sight', ['sight', 'relation', 'runId'])
@Index('sight_figure_run', ['runId'])
export class SightFigureEntity {
  @Identity('sight_figure_pkey') readonly id!: number;
  /** Digest of the set of environments. */
  @Column({ type: 'text', collation: 'C' }) readonly sight!: string;
  /** Name of the table; `analysis_run`: the run has figures of the set. */
  @Column({ type: 'text', collation: 'C' }) readonly relation!: string;
  @Column('uuid') readonly runId!: string;
  @Time() readonly createdAt!: Date;
  /** By the names of the columns. */
  @Column('jsonb') readonly row!: object;
}

/** The figures of a finding for one set of environments whose accounts see both ends. */
@Entity({ name: 'sight_finding' })
@Index('sight_finding_finding', ['findingId'])
export class SightFindingEntity extends FindingFiguresEntity {
  @PrimaryColumn({ type: 'text', collation: 'C', primaryKeyConstraintName: 'sight_finding_pkey' })
  readonly sight!: string;
  @ForeignKey(() => FindingEntity, { name: 'sight_finding_finding_fkey', onDelete: 'CASCADE' })
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'sight_finding_pkey' })
  readonly findingId!: number;
  @Column('uuid') readonly runId!: string;
}
