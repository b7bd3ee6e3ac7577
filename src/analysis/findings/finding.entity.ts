import { Check, Column, Entity, Index, Unique } from 'typeorm';
import { Identity } from '../../database/times.entity.js';
import type { Severity } from './severity.js';

/**
 * A weakness that an analysis found: now, or at `last_seen`. Names and kinds are those of that time, because nodes are removed at any time.
 */
@Entity({ name: 'finding' })
@Unique('finding_key', ['finding', 'source', 'target'])
@Index('finding_environment', ['environment', 'finding'])
@Check('finding_acceptance_check', `(accepted_until IS NULL) = (accepted_by IS NULL)`)
export class FindingEntity {
  @Identity('finding_pkey')
  readonly id!: number;

  /** Name of its type. */
  @Column({ name: 'finding', type: 'text', collation: 'C' })
  readonly finding!: string;

  /** Object id; empty for list findings, as kind and name of the source. */
  @Column({ name: 'source', type: 'text', collation: 'C' })
  readonly source!: string;

  @Column({ name: 'source_kind', type: 'text' })
  readonly sourceKind!: string;

  @Column({ name: 'source_name', type: 'text' })
  readonly sourceName!: string;

  /** Object id. */
  @Column({ name: 'target', type: 'text', collation: 'C' })
  readonly target!: string;

  @Column({ name: 'target_kind', type: 'text' })
  readonly targetKind!: string;

  @Column({ name: 'target_name', type: 'text' })
  readonly targetName!: string;

  /** Object id of the domain or tenant of the target; empty if it has none. */
  @Column({ name: 'environment', type: 'text', collation: 'C' })
  readonly environment!: string;

  /** 1: the target belongs to tier zero; 0: it does not. */
  @Column({ name: 'asset_group_tag_id', type: 'integer' })
  readonly assetGroupTagId!: number;

  @Column({ name: 'exposure_count', type: 'integer' })
  readonly exposureCount!: number;

  /** 0 to 1. */
  @Column({ name: 'exposure_share', type: 'double precision' })
  readonly exposureShare!: number;

  @Column({ name: 'impact_count', type: 'integer' })
  readonly impactCount!: number;

  /** 0 to 1. */
  @Column({ name: 'impact_share', type: 'double precision' })
  readonly impactShare!: number;

  /** 0 to 100. */
  @Column({ name: 'risk', type: 'double precision' })
  readonly risk!: number;

  @Column({ name: 'severity', type: 'text' })
  readonly severity!: Severity;

  /** The run that found it first since it was last resolved. */
  @Column({ name: 'first_run_id', type: 'uuid' })
  readonly firstRunId!: string;

  @Column({ name: 'first_seen', type: 'timestamptz', precision: 3 })
  readonly firstSeen!: Date;

  /** The last run that found it, or that resolved it. */
  @Column({ name: 'run_id', type: 'uuid' })
  readonly runId!: string;

  @Column({ name: 'last_seen', type: 'timestamptz', precision: 3 })
  readonly lastSeen!: Date;

  /** Time of the first run that did not find it any more. */
  @Column({ name: 'resolved_at', type: 'timestamptz', precision: 3, nullable: true })
  readonly resolvedAt!: Date | null;

  /** Its risk is accepted until then. */
  @Column({ name: 'accepted_until', type: 'timestamptz', precision: 3, nullable: true })
  readonly acceptedUntil!: Date | null;

  /** Name of an account. */
  @Column({ name: 'accepted_by', type: 'text', nullable: true })
  readonly acceptedBy!: string | null;

  @Column({ name: 'accept_reason', type: 'text', default: '' })
  readonly acceptReason!: string;
}
