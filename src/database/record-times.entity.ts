import { Column } from 'typeorm';

/** The times that many tables have; no table by itself. */
export abstract class RecordTimesEntity {
  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  readonly createdAt!: Date;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  readonly updatedAt!: Date;

  @Column({ name: 'deleted_at', type: 'timestamptz', precision: 3, nullable: true })
  readonly deletedAt!: Date | null;
}
