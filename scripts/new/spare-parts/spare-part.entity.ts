import { Column, Entity, Unique } from 'typeorm';
import { Identity } from '../../../src/database/times.entity.js';

/** One spare part. */
@Entity({ name: 'spare_part' })
@Unique('spare_part_name_key', ['name'])
export class SparePartEntity {
  @Identity('spare_part_pkey') readonly id!: number;
  @Column('text') readonly name!: string;
}
