import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/**
 * A node that a selector of asset groups selects, as the last analysis found it. The seeds that users name are not here, because readers find
 * them by their object ids. There are no foreign keys, because nodes and selectors are removed at any time; readers join both.
 */
@Entity({ name: 'selected_node' })
@Index('selected_node_node', ['nodeId'])
export class SelectedNodeEntity {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'selected_node_pkey' }) readonly selectorId!: number;
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'selected_node_pkey' }) readonly nodeId!: number;
  /** A number of `NodeSource`. */
  @Column('smallint') readonly source!: number;
}
