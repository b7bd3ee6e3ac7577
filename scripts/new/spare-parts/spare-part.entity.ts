import { Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';

/** One spare part. */
@Entity({ name: 'spare_part' })
@Unique('spare_part_name_key', ['name'])
export class SparePartEntity {
  @PrimaryGeneratedColumn('identity', {
    name: 'id',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'spare_part_pkey',
  })
  readonly id!: number;

  @Column({ name: 'name', type: 'text' })
  readonly name!: string;
}
