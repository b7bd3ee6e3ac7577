import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What records gave of a node: lists as a whole, whose edges carry `EdgeFlag.Listed`; and how to tell such a record when it comes again. */
@Entity({ name: 'collected' })
@Index('collected_digest', ['digest'], { where: 'digest IS NOT NULL' })
export class CollectedEntity {
  @PrimaryColumn({ name: 'node_id', type: 'bigint', primaryKeyConstraintName: 'collected_pkey' })
  readonly nodeId!: string;

  /** The lists, as a {@link ListSetEntity}. A list may be in several rows of a node; that of the latest day counts. */
  @PrimaryColumn({ name: 'lists', type: 'int', primaryKeyConstraintName: 'collected_pkey' })
  readonly lists!: number;

  /** Day (UTC) on which a source last gave them. */
  @Column({ name: 'seen_on', type: 'date' })
  readonly seenOn!: string;

  /** Whether all edges of the record are in lists that it gives, so that its day is the day of all that it says. */
  @Column({ name: 'is_renewable', type: 'boolean', default: false })
  readonly isRenewable!: boolean;

  /**
   * Whether the record says properties of the node that count; where it only says which edges it has, or mentions a node that is described,
   * it is no matter what becomes of them.
   */
  @Column({ name: 'is_described', type: 'boolean', default: true })
  readonly isDescribed!: boolean;

  /** Of the record; null where it may say something that the graph does not hold (known-records.ts). */
  @Column({ name: 'digest', type: 'uuid', nullable: true })
  readonly digest!: string | null;
}
