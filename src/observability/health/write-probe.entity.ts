import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The single row that WriteProbe updates. */
@Entity({ name: 'write_probe' })
@Check('write_probe_one_row', 'one')
export class WriteProbeEntity {
  @PrimaryColumn({ name: 'one', type: 'boolean', default: true, primaryKeyConstraintName: 'write_probe_pkey' })
  readonly one!: boolean;

  @Column({ name: 'written_at', type: 'timestamptz', precision: 3 })
  readonly writtenAt!: Date;
}
