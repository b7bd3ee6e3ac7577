import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A list of edges of one node, stored as a collector gives it: docs/adr/0035-edge-lists.md. Parallel arrays, sorted by peer and kind. */
@Entity({ name: 'edge_list' })
@Index('edge_list_resolved', ['owner'], { where: '(origin = 3)' })
export class EdgeListEntity {
  /** The node that the list belongs to: the target of its edges, or the source (list-row.ts). */
  @PrimaryColumn('int', { primaryKeyConstraintName: 'edge_list_pkey' }) readonly owner!: number;
  /** Number of the kind of its edges, or of a list of several kinds (list-row.ts). */
  @PrimaryColumn('smallint', { primaryKeyConstraintName: 'edge_list_pkey' }) readonly list!: number;
  /** {@link Origin} */
  @PrimaryColumn('smallint', { primaryKeyConstraintName: 'edge_list_pkey' }) readonly origin!: number;
  /** Node ids of the other ends. Readers ignore a peer that no longer exists. */
  @Column('int', { array: true }) readonly peers!: readonly number[];
  /** Null if the list has one kind. */
  @Column('smallint', { array: true, nullable: true }) readonly kinds!: readonly number[] | null;
  /** Bits of {@link PropertyFlag}; null if none is set. */
  @Column('smallint', { array: true, nullable: true }) readonly flags!: readonly number[] | null;
  /** Days since 2000-01-01 on which a source last stated each edge, for added lists; else null, and the day of the record counts. */
  @Column('smallint', { array: true, nullable: true }) readonly days!: readonly number[] | null;
  /** Other properties of edges, by index in `peers`; null if no edge has any. */
  @Column('jsonb', { nullable: true })
  readonly details!: Readonly<Record<string, Readonly<Record<string, unknown>>>> | null;
  /** The record that last gave or changed the list; null: the analysis, or a record that describes no object. */
  @Column('int', { nullable: true }) readonly record!: number | null;
}
