import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The one row that says when what has grown old is to be removed next; no process remembers that by itself. */
@Entity({ name: 'retention_turn' })
@Check('retention_turn_one_row', 'one')
export class RetentionTurnEntity {
  @PrimaryColumn({ name: 'one', type: 'boolean', default: true, primaryKeyConstraintName: 'retention_turn_pkey' })
  readonly one!: boolean;

  /** When a process last looked whether it is time. */
  @Column({ name: 'looked_at', type: 'timestamptz', precision: 3 })
  readonly lookedAt!: Date;

  @Column({ name: 'due_at', type: 'timestamptz', precision: 3 })
  readonly dueAt!: Date;
}
