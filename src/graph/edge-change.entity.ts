import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a version did to the edges that rights are read from (MemberOf, AdminTo). */
@Entity({ name: 'edge_change' })
export class EdgeChangeEntity {
  @PrimaryColumn({ name: 'version', type: 'bigint', primaryKeyConstraintName: 'edge_change_pkey' })
  readonly version!: string;

  @PrimaryColumn({ name: 'source', type: 'bigint', primaryKeyConstraintName: 'edge_change_pkey' })
  readonly source!: string;

  @PrimaryColumn({ name: 'kind', type: 'smallint', primaryKeyConstraintName: 'edge_change_pkey' })
  readonly kind!: number;

  @PrimaryColumn({ name: 'target', type: 'bigint', primaryKeyConstraintName: 'edge_change_pkey' })
  readonly target!: string;

  /** 1 = added, -1 = removed. */
  @Column({ name: 'op', type: 'smallint' })
  readonly op!: number;
}
