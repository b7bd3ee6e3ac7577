import { Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** A record of a collector, so that the same record is recognized when it comes again: docs/adr/0035-edge-lists.md. */
@Entity({ name: 'collector_record' })
@Index('collector_record_owner', ['owner', 'type'], { unique: true })
@Index('collector_record_digest', ['digest'], { where: '(digest IS NOT NULL)' })
export class CollectorRecordEntity {
  @PrimaryGeneratedColumn('identity', {
    name: 'id',
    type: 'int',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'collector_record_pkey',
  })
  readonly id!: number;
  /** The node that the record describes first. */
  @Column('int') readonly owner!: number;
  /** Name of the collector for such records, and a digest of the set of whole lists that it gives: a node may have several records. */
  @Column({ type: 'text', collation: 'C' }) readonly type!: string;
  /** Digest of its bytes and all that determines their conversion; null if the graph may not hold what the record says. */
  @Column('uuid', { nullable: true }) readonly digest!: string | null;
  /** Day (UTC) on which the row was written. Later days are in `record_days`. */
  @Column('date') readonly seen!: string;
  /** Whether all of its statements have its day; false if it added edges, which have days of their own. */
  @Column('boolean') readonly renewable!: boolean;
  /** For reports: whether its node counts in its environment, the number of kinds of nodes, then pairs of a kind and its count: nodes, edges. */
  @Column('int', { array: true }) readonly counts!: readonly number[];
}
