import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A list that a source gave whole and that held an edge; its edges carry `EdgeFlag.Listed`. Which they are: list-edges.ts. */
@Entity({ name: 'collected' })
export class CollectedListEntity {
  @PrimaryColumn({ name: 'node_id', type: 'bigint', primaryKeyConstraintName: 'collected_pkey' })
  readonly nodeId!: string;

  /** False: edges into the node, true: edges out of it. */
  @PrimaryColumn({ name: 'outgoing', type: 'boolean', primaryKeyConstraintName: 'collected_pkey' })
  readonly outgoing!: boolean;

  /** The kind of the edges; 0 for the list that a property makes, `acl` of those into the node and `primary-group` of those out of it. */
  @PrimaryColumn({ name: 'kind', type: 'smallint', primaryKeyConstraintName: 'collected_pkey' })
  readonly kind!: number;

  /** Day (UTC) on which a source last gave it. */
  @Column({ name: 'seen_on', type: 'date' })
  readonly seenOn!: string;
}
