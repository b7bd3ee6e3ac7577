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
  @Column({ name: 'owner', type: 'int' })
  readonly owner!: number;

  /** What the collector calls it, and which whole lists it gives: a node may have a record of each. */
  @Column({ name: 'type', type: 'text', collation: 'C' })
  readonly type!: string;

  /** Of its bytes and all that gives them a meaning; null if the graph may not hold what the record says. */
  @Column({ name: 'digest', type: 'uuid', nullable: true })
  readonly digest!: string | null;

  /** Day (UTC) on which a collector last gave it. */
  @Column({ name: 'seen', type: 'date' })
  readonly seen!: string;

  /** Whether `seen` is the day of all that it says; false if it also added edges, which have days of their own. */
  @Column({ name: 'renewable', type: 'boolean' })
  readonly renewable!: boolean;

  /** For reports: pairs of a kind of described nodes or of edges and their number. Kinds of edges are negative. */
  @Column({ name: 'counts', type: 'int', array: true })
  readonly counts!: readonly number[];
}
