import { Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { ChangeTimesEntity } from '../../database/times.entity.js';

/** A named set of nodes of the graph. */
@Entity({ name: 'asset_group' })
@Unique('asset_group_name_key', ['name'])
@Unique('asset_group_tag_key', ['tag'])
export class AssetGroupEntity extends ChangeTimesEntity {
  @PrimaryGeneratedColumn('identity', {
    name: 'id',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'asset_group_pkey',
  })
  readonly id!: number;

  @Column({ name: 'name', type: 'text' })
  readonly name!: string;

  @Column({ name: 'tag', type: 'text' })
  readonly tag!: string;

  /** True for a group that the service created. It can't be renamed or deleted. */
  @Column({ name: 'system_group', type: 'boolean', default: false })
  readonly systemGroup!: boolean;

  /** Increases with every change of the selectors. A cached count of members is valid for one version only. */
  @Column({ name: 'selectors_version', type: 'integer', default: 0 })
  readonly selectorsVersion!: number;
}
