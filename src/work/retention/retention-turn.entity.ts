import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** A single row with the time of the next retention run, which all processes share. */
@Entity({ name: 'retention_turn' })
@Check('retention_turn_one_row', 'one')
export class RetentionTurnEntity {
  @PrimaryColumn({ name: 'one', type: 'boolean', default: true, primaryKeyConstraintName: 'retention_turn_pkey' })
  readonly one!: boolean;

  /** The last check of any process. */
  @Column({ name: 'looked_at', type: 'timestamptz', precision: 3 })
  readonly lookedAt!: Date;

  @Column({ name: 'due_at', type: 'timestamptz', precision: 3 })
  readonly dueAt!: Date;
}
