import { Entity, PrimaryColumn } from 'typeorm';

/** A node that analysis counts to tier zero by itself. Node without a foreign key: a node may go at any time, readers join it. */
@Entity({ name: 'tier_zero_member' })
export class TierZeroMemberEntity {
  @PrimaryColumn({ name: 'node_id', type: 'int', primaryKeyConstraintName: 'tier_zero_member_pkey' })
  readonly nodeId!: number;
}
