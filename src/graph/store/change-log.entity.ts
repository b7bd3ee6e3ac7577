import { Column, Entity, Index } from 'typeorm';
import { Identity, Time } from '../../database/times.entity.js';

/**
 * Edges and nodes that a version added, changed or removed, so that the graph of an earlier version can be told from the present one
 * (docs/adr/0075-changes.md). It begins with the first analysis: `graph_state.logged_since`.
 */
@Entity({ name: 'change_log' })
@Index('change_log_version', ['version'])
export class ChangeLogEntity {
  @Identity('change_log_pkey', 'bigint') readonly id!: string;
  @Column('bigint') readonly version!: string;
  @Time() readonly loggedAt!: Date;
  /** What made the entry if no source did: `deletion` or `expiry` removed entries or nodes, after `restore` the graph is from a backup, after `rules` derived by other rules. */
  @Column('text', { nullable: true }) readonly reason!: string | null;
  /** Number of entries at the beginning of the arrays that lists gained; they lost the others. An edge is gone if no list has it. */
  @Column('int') readonly came!: number;
  /** Starts of the edges; parallel to `kinds` and `targets`. */
  @Column('int', { array: true }) readonly sources!: readonly number[];
  @Column('smallint', { array: true }) readonly kinds!: readonly number[];
  @Column('int', { array: true }) readonly targets!: readonly number[];
  /** Nodes that a source described for the first time. */
  @Column('int', { array: true, nullable: true }) readonly described!: readonly number[] | null;
  /** By id of a described node: the former values of watched properties that changed. */
  @Column('jsonb', { nullable: true })
  readonly former!: Readonly<Record<string, Readonly<Record<string, unknown>>>> | null;
  /** Removed nodes, as they were. */
  @Column('jsonb', { nullable: true }) readonly removed!: unknown;
  /** The members of tier zero, if the analysis found other ones than before. */
  @Column('int', { array: true, nullable: true }) readonly tierZero!: readonly number[] | null;
}
