import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { ChangeTimesEntity } from '../../database/times.entity.js';
import { AssetGroupEntity } from './asset-group.entity.js';

/** Adds one node to an asset group by its object id. The node need not exist yet. */
@Entity({ name: 'asset_group_selector' })
@Unique('asset_group_selector_name_key', ['assetGroupId', 'name'])
@Index('asset_group_selector_selector', ['selector'])
export class AssetGroupSelectorEntity extends ChangeTimesEntity {
  @PrimaryGeneratedColumn('identity', {
    name: 'id',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'asset_group_selector_pkey',
  })
  readonly id!: number;

  @Column({ name: 'asset_group_id', type: 'integer' })
  readonly assetGroupId!: number;

  @ManyToOne(() => AssetGroupEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'asset_group_id', foreignKeyConstraintName: 'asset_group_selector_group_fkey' })
  readonly assetGroup?: AssetGroupEntity;

  @Column({ name: 'name', type: 'text' })
  readonly name!: string;

  /** Object id in upper case, as in the graph. */
  @Column({ name: 'selector', type: 'text', collation: 'C' })
  readonly selector!: string;

  /** True for a selector that the service created. */
  @Column({ name: 'system_selector', type: 'boolean', default: false })
  readonly systemSelector!: boolean;
}
