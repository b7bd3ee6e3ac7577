import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Which parts of the graph a version changed. Readers in memory read these again. The last hundred versions are kept. */
@Entity({ name: 'graph_change' })
export class GraphChangeEntity {
  @PrimaryColumn('bigint', { primaryKeyConstraintName: 'graph_change_pkey' }) readonly version!: string;
  /** The nodes whose lists changed; null: too many. */
  @Column('int', { array: true, nullable: true }) readonly owners!: readonly number[] | null;
  /** The nodes that were created, changed or removed; null: too many. */
  @Column('int', { array: true, nullable: true }) readonly nodes!: readonly number[] | null;
}
