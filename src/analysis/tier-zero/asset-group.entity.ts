import { Check, Column, Entity, Unique } from 'typeorm';
import { ChangeTimesEntity, Identity } from '../../database/times.entity.js';
import { TagType } from './tag-type.js';

/** `created_by` and `updated_by` for changes by the service itself. */
export const serviceName = 'SYSTEM';

/** A named set of nodes of the graph: an asset group, which is also a tag (docs/adr/0040-tags.md). */
@Entity({ name: 'asset_group' })
@Unique('asset_group_name_key', ['name'])
@Unique('asset_group_tag_key', ['tag'])
@Check('asset_group_position_check', '(type = 1) = (position IS NOT NULL)')
export class AssetGroupEntity extends ChangeTimesEntity {
  @Identity('asset_group_pkey') readonly id!: number;
  @Column('text') readonly name!: string;
  /** The name for programs. */
  @Column('text') readonly tag!: string;
  @Column('text', { default: '' }) readonly description!: string;
  /** A number of {@link TagType}. */
  @Column('smallint', { default: TagType.Label }) readonly type!: number;
  /** The rank of a tier, from 1 without gaps. A node belongs to the first tier that selects it. */
  @Column('integer', { nullable: true }) readonly position!: number | null;
  /** Name of an icon. */
  @Column('text', { nullable: true }) readonly glyph!: string | null;
  /** True for a group that the service created. It can't be renamed or deleted. */
  @Column('boolean', { default: false }) readonly systemGroup!: boolean;
  /**
   * Increases with every change of the selectors, and for all tiers with every change of one. A cached count of members is valid for one
   * version only.
   */
  @Column('integer', { default: 0 }) readonly selectorsVersion!: number;
  /** Id of an account, or {@link serviceName}. */
  @Column('text', { default: serviceName }) readonly createdBy!: string;
  @Column('text', { default: serviceName }) readonly updatedBy!: string;
}
