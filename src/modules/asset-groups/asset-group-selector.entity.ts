import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { ChangeTimesEntity } from '../../database/times.entity.js';
import { AssetGroupEntity, serviceName } from './asset-group.entity.js';

/** Adds nodes to an asset group: those of its seeds, or those that the analysis found. */
@Entity({ name: 'asset_group_selector' })
@Unique('asset_group_selector_name_key', ['assetGroupId', 'name'])
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

  @Column({ name: 'description', type: 'text', default: '' })
  readonly description!: string;

  /** 0, 1 or 2 of the API. It is stored and has no effect: members are not certified. */
  @Column({ name: 'auto_certify', type: 'smallint', default: 0 })
  readonly autoCertify!: number;

  /** True for the selector that the service created. It has no seeds; it selects the nodes that the analysis counts to tier zero. */
  @Column({ name: 'system_selector', type: 'boolean', default: false })
  readonly systemSelector!: boolean;

  /** A selector with this time selects nothing. */
  @Column({ name: 'disabled_at', type: 'timestamptz', precision: 3, nullable: true })
  readonly disabledAt!: Date | null;

  @Column({ name: 'disabled_by', type: 'text', nullable: true })
  readonly disabledBy!: string | null;

  /** Id of an account, or {@link serviceName}. */
  @Column({ name: 'created_by', type: 'text', default: serviceName })
  readonly createdBy!: string;

  @Column({ name: 'updated_by', type: 'text', default: serviceName })
  readonly updatedBy!: string;
}

/** One node that a selector selects. The node need not exist yet. */
@Entity({ name: 'asset_group_seed' })
@Index('asset_group_seed_object', ['objectId'])
export class AssetGroupSeedEntity {
  @PrimaryColumn({ name: 'selector_id', type: 'integer', primaryKeyConstraintName: 'asset_group_seed_pkey' })
  readonly selectorId!: number;

  @ManyToOne(() => AssetGroupSelectorEntity, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'selector_id', foreignKeyConstraintName: 'asset_group_seed_selector_fkey' })
  readonly selector?: AssetGroupSelectorEntity;

  /** Object id as the node has it. */
  @PrimaryColumn({
    name: 'object_id',
    type: 'text',
    collation: 'C',
    primaryKeyConstraintName: 'asset_group_seed_pkey',
  })
  readonly objectId!: string;
}
