import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The one row with the version of the committed graph. */
@Entity({ name: 'graph_state' })
@Check('graph_state_one_row', 'one')
export class GraphStateEntity {
  @PrimaryColumn('boolean', { default: true, primaryKeyConstraintName: 'graph_state_pkey' }) readonly one!: boolean;
  /** Grows by one with every transaction that changes the graph. */
  @Column('bigint') readonly version!: string;
  /** Grows by one with every transaction that frees numbers of kinds, after which a number may be given to another kind. */
  @Column('bigint', { default: 0 }) readonly kindsVersion!: string;
  /** Version from which on changes are logged; null before the first analysis of a graph. */
  @Column('bigint', { nullable: true }) readonly loggedSince!: string | null;
  /** Why the log does not begin earlier. */
  @Column('text', { default: 'analysis' }) readonly logBegunBy!: 'analysis' | 'deletion' | 'expiry' | 'retention';
}
