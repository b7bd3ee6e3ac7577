import { Column, Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { AssetGroupEntity } from './asset-group.entity.js';

/**
 * The last count of a group's members, and the state that it is of. It is looked up by that state, so a count that is
 * out of date is never taken; and it is a table, so that every instance of the service takes what one has counted.
 */
@Entity({ name: 'asset_group_count' })
export class AssetGroupCountEntity {
  @PrimaryColumn({ name: 'asset_group_id', type: 'integer', primaryKeyConstraintName: 'asset_group_count_pkey' })
  readonly assetGroupId!: number;

  @ManyToOne(() => AssetGroupEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'asset_group_id', foreignKeyConstraintName: 'asset_group_count_group_fkey' })
  readonly assetGroup?: AssetGroupEntity;

  @Column({ name: 'graph_version', type: 'bigint' })
  readonly graphVersion!: string;

  @Column({ name: 'selectors_version', type: 'integer' })
  readonly selectorsVersion!: number;

  @Column({ name: 'member_count', type: 'integer' })
  readonly memberCount!: number;
}
