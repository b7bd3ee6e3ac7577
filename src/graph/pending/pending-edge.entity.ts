import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Endpoint, Properties } from '../records.js';

/** An edge that a source stated and that waits for a node which it looks up by properties: docs/adr/0020-pending-references.md. */
@Entity({ name: 'pending_edge' })
export class PendingEdgeEntity {
  /** Made of both ends and the kind: the same statement is kept once. */
  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'pending_edge_pkey' })
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
  @Column({ name: 'seen_on', type: 'date' })
  readonly seenOn!: string;
}
