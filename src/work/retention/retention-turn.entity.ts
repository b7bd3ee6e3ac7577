import { Check, Entity, PrimaryColumn } from 'typeorm';
import { Time } from '../../database/times.entity.js';

/** A single row with the time of the next retention run, which all processes share. */
@Entity({ name: 'retention_turn' })
@Check('retention_turn_one_row', 'one')
export class RetentionTurnEntity {
  @PrimaryColumn('boolean', { default: true, primaryKeyConstraintName: 'retention_turn_pkey' }) readonly one!: boolean;
  /** The last check of any process. */
  @Time() readonly lookedAt!: Date;
  @Time() readonly dueAt!: Date;
}
