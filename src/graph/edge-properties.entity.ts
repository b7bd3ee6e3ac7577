import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The properties of those edges that carry any beyond what `edge.flags` holds. */
@Entity({ name: 'edge_props' })
export class EdgePropertiesEntity {
  @PrimaryColumn({ name: 'source', type: 'bigint', primaryKeyConstraintName: 'edge_props_pkey' })
  readonly source!: string;

  @PrimaryColumn({ name: 'kind', type: 'smallint', primaryKeyConstraintName: 'edge_props_pkey' })
  readonly kind!: number;

  @PrimaryColumn({ name: 'target', type: 'bigint', primaryKeyConstraintName: 'edge_props_pkey' })
  readonly target!: string;

  @Column({ name: 'props', type: 'jsonb' })
  readonly props!: Record<string, unknown>;
}
