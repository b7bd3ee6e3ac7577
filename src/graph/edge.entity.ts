import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A directed edge. No id of its own and no foreign keys: docs/adr/0005-graph-storage.md. */
@Entity({ name: 'edge' })
@Index('edge_reverse', ['target', 'kind', 'source'], { unique: true })
@Index('edge_derived', ['kind'], { where: '((flags & 2) <> 0)' })
export class EdgeEntity {
  @PrimaryColumn({ name: 'source', type: 'bigint', primaryKeyConstraintName: 'edge_pkey' })
  readonly source!: string;

  @PrimaryColumn({ name: 'kind', type: 'smallint', primaryKeyConstraintName: 'edge_pkey' })
  readonly kind!: number;

  @PrimaryColumn({ name: 'target', type: 'bigint', primaryKeyConstraintName: 'edge_pkey' })
  readonly target!: string;

  /** Bits of {@link EdgeFlag}. */
  @Column({ name: 'flags', type: 'smallint' })
  readonly flags!: number;
}
