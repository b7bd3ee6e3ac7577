import { Check, Column, Entity, Index, Unique } from 'typeorm';
import { Identity, Time } from '../../database/times.entity.js';
import { FindingFiguresEntity } from './finding-figures.entity.js';

/**
 * A weakness that an analysis found: now, or at `last_seen`. It keeps names and kinds of that time, because nodes are removed at any time.
 */
@Entity({ name: 'finding' })
@Unique('finding_key', ['finding', 'source', 'target'])
@Index('finding_poll_number', ['pollNumber'])
@Index('finding_environment', ['environment', 'finding'])
@Check('finding_acceptance_check', `(accepted_until IS NULL) = (accepted_by IS NULL)`)
export class FindingEntity extends FindingFiguresEntity {
  @Identity('finding_pkey') readonly id!: number;
  /** Name of its type. */
  @Column({ type: 'text', collation: 'C' }) readonly finding!: string;
  /** Object id; empty for list findings, as kind and name of the source. */
  @Column({ type: 'text', collation: 'C' }) readonly source!: string;
  @Column('text') readonly sourceKind!: string;
  @Column('text') readonly sourceName!: string;
  /** Object id. */
  @Column({ type: 'text', collation: 'C' }) readonly target!: string;
  @Column('text') readonly targetKind!: string;
  @Column('text') readonly targetName!: string;
  /** Object id of the domain or tenant of the target; empty if it has none. */
  @Column({ type: 'text', collation: 'C' }) readonly environment!: string;
  /** 1: the target belongs to tier zero; 0: it does not. */
  @Column('integer') readonly assetGroupTagId!: number;
  /** The run that found it first since it was last resolved. */
  @Column('uuid') readonly firstRunId!: string;
  @Time() readonly firstSeen!: Date;
  /** The last run that found it, or that resolved it. */
  @Column('uuid') readonly runId!: string;
  @Time() readonly lastSeen!: Date;
  /** Time of the first run that did not find it any more. */
  @Time({ nullable: true }) readonly resolvedAt!: Date | null;
  /** Whether it had been resolved before that first run. */
  @Column('boolean', { default: false }) readonly returned!: boolean;
  /** Its risk is accepted until then. */
  @Time({ nullable: true }) readonly acceptedUntil!: Date | null;
  /** Name of an account. */
  @Column('text', { nullable: true }) readonly acceptedBy!: string | null;
  @Column('text', { default: '' }) readonly acceptReason!: string;
  /** Null from a change of status or severity until the next poll. */
  @Column('bigint', { nullable: true }) readonly pollNumber!: string | null;
}
