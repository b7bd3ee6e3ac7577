import { Check, Entity, PrimaryColumn } from 'typeorm';
import { Time } from '../../database/times.entity.js';

/** The single row that WriteProbe updates. */
@Entity({ name: 'write_probe' })
@Check('write_probe_one_row', 'one')
export class WriteProbeEntity {
  @PrimaryColumn('boolean', { default: true, primaryKeyConstraintName: 'write_probe_pkey' }) readonly one!: boolean;
  @Time() readonly writtenAt!: Date;
}
