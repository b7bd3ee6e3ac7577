import { Column, CreateDateColumn, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

/** The key of a table, which PostgreSQL generates. */
export function Identity(primaryKeyConstraintName: string, type: 'int' | 'bigint' = 'int'): PropertyDecorator {
  return PrimaryGeneratedColumn('identity', {
    name: 'id',
    type,
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName,
  });
}

/** Base class: `created_at` and `updated_at`, which TypeORM sets on each insert and update. */
export abstract class ChangeTimesEntity {
  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  readonly createdAt!: Date;

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  readonly updatedAt!: Date;
}

/** Base class: the three times of the API's objects, which the repositories set. */
export abstract class RecordTimesEntity {
  @Column({ name: 'created_at', type: 'timestamptz', precision: 3 })
  readonly createdAt!: Date;

  @Column({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  readonly updatedAt!: Date;

  @Column({ name: 'deleted_at', type: 'timestamptz', precision: 3, nullable: true })
  readonly deletedAt!: Date | null;
}
