import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Endpoint, Properties } from '../records.js';

/** An edge of which an end is not in the graph yet, or has an object id that differs in case: docs/adr/0020-open-edges.md. */
@Entity({ name: 'open_edge' })
export class OpenEdgeEntity {
  /** Computed from both ends and the kind: the same statement is stored once. */
  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'open_edge_pkey' })
  readonly id!: string;

  @Column({ name: 'source', type: 'jsonb' })
  readonly source!: Endpoint;

  @Column({ name: 'kind', type: 'text', collation: 'C' })
  readonly kind!: string;

  @Column({ name: 'target', type: 'jsonb' })
  readonly target!: Endpoint;

  @Column({ name: 'properties', type: 'jsonb' })
  readonly properties!: Properties;

  /** Day (UTC) on which a source last stated it. */
  @Column({ name: 'seen', type: 'date' })
  readonly seen!: string;
}
