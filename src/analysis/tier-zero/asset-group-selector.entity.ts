import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import { ChangeTimesEntity, Identity, Time } from '../../database/times.entity.js';
import { AssetGroupEntity, serviceName } from './asset-group.entity.js';

/** Adds nodes to an asset group: its seeds, and what the analysis found below and above them. */
@Entity({ name: 'asset_group_selector' })
@Unique('asset_group_selector_name_key', ['assetGroupId', 'name'])
export class AssetGroupSelectorEntity extends ChangeTimesEntity {
  @Identity('asset_group_selector_pkey') readonly id!: number;
  @Column('integer') readonly assetGroupId!: number;
  @ManyToOne(() => AssetGroupEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'asset_group_id', foreignKeyConstraintName: 'asset_group_selector_group_fkey' })
  readonly assetGroup?: AssetGroupEntity;
  @Column('text') readonly name!: string;
  @Column('text', { default: '' }) readonly description!: string;
  /** 0, 1 or 2 of the API. It is stored and has no effect: members are not certified. */
  @Column('smallint', { default: 0 }) readonly autoCertify!: number;
  /** In Cypher: the nodes that they find are seeds, too. */
  @Column('text', { array: true, default: [] }) readonly queries!: readonly string[];
  /** True for a rule of the service: it has no stored seeds; the analysis finds its nodes by the rule of this name. */
  @Column('boolean', { default: false }) readonly systemSelector!: boolean;
  /** False for rules that stay on. */
  @Column('boolean', { default: true }) readonly allowDisable!: boolean;
  /** A selector with this time selects nothing. */
  @Time({ nullable: true }) readonly disabledAt!: Date | null;
  @Column('text', { nullable: true }) readonly disabledBy!: string | null;
  /** Id of an account, or {@link serviceName}. */
  @Column('text', { default: serviceName }) readonly createdBy!: string;
  @Column('text', { default: serviceName }) readonly updatedBy!: string;
}

/** One node that a selector selects. The node need not exist yet. */
@Entity({ name: 'asset_group_seed' })
@Index('asset_group_seed_object', ['objectId'])
export class AssetGroupSeedEntity {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'asset_group_seed_pkey' }) readonly selectorId!: number;
  @ManyToOne(() => AssetGroupSelectorEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'selector_id', foreignKeyConstraintName: 'asset_group_seed_selector_fkey' })
  readonly selector?: AssetGroupSelectorEntity;
  /** Object id as the node has it. */
  @PrimaryColumn('text', { collation: 'C', primaryKeyConstraintName: 'asset_group_seed_pkey' })
  readonly objectId!: string;
}
