import { Column, Entity, Unique } from 'typeorm';
import { Identity } from '../../database/times.entity.js';

/** The icon with which the nodes of one kind are drawn. */
@Entity({ name: 'custom_node' })
@Unique('custom_node_kind_name_key', ['kindName'])
export class CustomNodeEntity {
  @Identity('custom_node_pkey') readonly id!: number;
  /** The collation C compares bytes: kinds differ by case. */
  @Column({ type: 'text', collation: 'C' }) readonly kindName!: string;
  @Column('text') readonly iconType!: string;
  @Column('text') readonly iconName!: string;
  @Column('text') readonly iconColor!: string;
}
