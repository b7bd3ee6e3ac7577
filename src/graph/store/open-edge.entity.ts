import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Endpoint, Properties } from '../records.js';

/** An edge with an end that is not in the graph yet, or whose object id differs in case: docs/adr/0020-open-edges.md. */
@Entity({ name: 'open_edge' })
export class OpenEdgeEntity {
  /** Computed from both ends and the kind: the same statement is stored once. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'open_edge_pkey' }) readonly id!: string;
  @Column('jsonb') readonly source!: Endpoint;
  @Column({ type: 'text', collation: 'C' }) readonly kind!: string;
  @Column('jsonb') readonly target!: Endpoint;
  @Column('jsonb') readonly properties!: Properties;
  /** Day (UTC) on which a source last stated it. */
  @Column('date') readonly seen!: string;
}
