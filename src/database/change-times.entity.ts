import { CreateDateColumn, UpdateDateColumn } from 'typeorm';

/** When a row was made and last written, which TypeORM keeps; no table by itself. */
export abstract class ChangeTimesEntity {
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  readonly createdAt!: Date;

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  readonly updatedAt!: Date;
}
