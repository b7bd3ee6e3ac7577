import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * The day (UTC) on which a source last stated an edge singly, in no list that it gave whole: only age removes those. There is a row
 * for exactly the edges with `EdgeFlag.Collected`.
 */
@Entity({ name: 'edge_seen' })
export class EdgeSeenEntity {
  @PrimaryColumn({ name: 'source', type: 'bigint', primaryKeyConstraintName: 'edge_seen_pkey' })
  readonly source!: string;

  @PrimaryColumn({ name: 'kind', type: 'smallint', primaryKeyConstraintName: 'edge_seen_pkey' })
  readonly kind!: number;

  @PrimaryColumn({ name: 'target', type: 'bigint', primaryKeyConstraintName: 'edge_seen_pkey' })
  readonly target!: string;

  @Column({ name: 'seen_on', type: 'date' })
  readonly seenOn!: string;
}
