import { Entity, PrimaryColumn } from 'typeorm';

/** A node that the analysis counts to tier zero. There is no foreign key, because nodes are removed at any time; readers join them. */
@Entity({ name: 'tier_zero_member' })
export class TierZeroMemberEntity {
  @PrimaryColumn({ name: 'node_id', type: 'int', primaryKeyConstraintName: 'tier_zero_member_pkey' })
  readonly nodeId!: number;
}
