import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** Days on which nodes were seen after their rows were written (renewed-days.ts). */
@Entity({ name: 'node_days' })
@Check('node_days_of_block', 'cardinality(days) = 512')
export class NodeDaysEntity {
  /** Ids of nodes divided by 512. */
  @PrimaryColumn('int', { primaryKeyConstraintName: 'node_days_pkey' }) readonly block!: number;
  /** By id modulo 512: days since 2000-01-01; 0: none. */
  @Column('smallint', { array: true }) readonly days!: readonly number[];
}

/** Days on which records came again after their rows were written. */
@Entity({ name: 'record_days' })
@Check('record_days_of_block', 'cardinality(days) = 512')
export class RecordDaysEntity {
  /** Ids of records divided by 512. */
  @PrimaryColumn('int', { primaryKeyConstraintName: 'record_days_pkey' }) readonly block!: number;
  /** By id modulo 512: days since 2000-01-01; 0: none. */
  @Column('smallint', { array: true }) readonly days!: readonly number[];
}
