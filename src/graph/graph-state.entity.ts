import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The one row that says which graph is committed. Its lock puts versions into the order of commits. */
@Entity({ name: 'graph_state' })
@Check('graph_state_one_row', 'one')
export class GraphStateEntity {
  @PrimaryColumn({ name: 'one', type: 'boolean', default: true, primaryKeyConstraintName: 'graph_state_pkey' })
  readonly one!: boolean;

  /** Grows by one with every transaction that changes the graph. */
  @Column({ name: 'version', type: 'bigint' })
  readonly version!: string;

  /** Changes of all versions above this one are in `edge_change` and `node_change`. */
  @Column({ name: 'oldest_delta', type: 'bigint' })
  readonly oldestDelta!: string;

  /** How many nodes are computers: decides between two ways to read a page of admin rights. */
  @Column({ name: 'computers', type: 'bigint' })
  readonly computers!: string;

  @Column({ name: 'edges', type: 'bigint' })
  readonly edges!: string;
}
