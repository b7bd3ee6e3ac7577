import { Column, CreateDateColumn, PrimaryGeneratedColumn, UpdateDateColumn } from 'typeorm';

/** The key of a table, which PostgreSQL generates. */
export function Identity(primaryKeyConstraintName: string, type: 'int' | 'bigint' = 'int'): PropertyDecorator {
  return PrimaryGeneratedColumn('identity', { type, generatedIdentity: 'ALWAYS', primaryKeyConstraintName });
}

/** A column with a time to the millisecond. */
export function Time(options: { readonly nullable?: boolean } = {}): PropertyDecorator {
  return Column({ type: 'timestamptz', precision: 3, ...options });
}

/** Base class: `created_at` and `updated_at`, which TypeORM sets on each insert and update. */
export abstract class ChangeTimesEntity {
  @CreateDateColumn({ type: 'timestamptz', precision: 3 }) readonly createdAt!: Date;
  @UpdateDateColumn({ type: 'timestamptz', precision: 3 }) readonly updatedAt!: Date;
}

/** Base class: the three times of the API's objects, which the repositories set. */
export abstract class RecordTimesEntity {
  @Time() readonly createdAt!: Date;
  @Time() readonly updatedAt!: Date;
  @Time({ nullable: true }) readonly deletedAt!: Date | null;
}
