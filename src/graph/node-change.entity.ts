import { Entity, PrimaryColumn } from 'typeorm';

/** A node that a version created, renamed or gave another kind. */
@Entity({ name: 'node_change' })
export class NodeChangeEntity {
  @PrimaryColumn({ name: 'version', type: 'bigint', primaryKeyConstraintName: 'node_change_pkey' })
  readonly version!: string;

  @PrimaryColumn({ name: 'node_id', type: 'bigint', primaryKeyConstraintName: 'node_change_pkey' })
  readonly nodeId!: string;
}
