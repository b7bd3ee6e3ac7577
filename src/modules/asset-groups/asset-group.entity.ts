import { Column, CreateDateColumn, Entity, PrimaryGeneratedColumn, Unique, UpdateDateColumn } from 'typeorm';

/** A named set of nodes of the graph. */
@Entity({ name: 'asset_group' })
@Unique('asset_group_name_key', ['name'])
@Unique('asset_group_tag_key', ['tag'])
export class AssetGroupEntity {
  @PrimaryGeneratedColumn('identity', {
    name: 'id',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'asset_group_pkey',
  })
  readonly id!: number;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  readonly createdAt!: Date;

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  readonly updatedAt!: Date;

  @Column({ name: 'name', type: 'text' })
  readonly name!: string;

  @Column({ name: 'tag', type: 'text' })
  readonly tag!: string;

  /** Made by the product: it can't be renamed or deleted. */
  @Column({ name: 'system_group', type: 'boolean', default: false })
  readonly systemGroup!: boolean;

  /** Grows with every change of the selectors, so that a count of members tells which ones it is of. */
  @Column({ name: 'selectors_version', type: 'integer', default: 0 })
  readonly selectorsVersion!: number;
}
