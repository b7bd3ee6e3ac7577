import { Column, Entity, ForeignKey, Index } from 'typeorm';
import { ExtensionEntity } from '../../graph/extensions/extension.entity.js';
import { Identity, RecordTimesEntity } from '../../database/times.entity.js';
import type { MetricType } from './metric-type.js';

/** How many nodes or edges of one kind one analysis run counted in one environment of an extension; not stored if there are none. */
@Entity({ name: 'data_quality_count' })
@Index('data_quality_count_environment', ['environment', 'createdAt', 'id'])
@Index('data_quality_count_extension', ['extensionId', 'environmentKind', 'createdAt'])
@Index('data_quality_count_run', ['runId'])
export class DataQualityCountEntity extends RecordTimesEntity {
  @Identity('data_quality_count_pkey') readonly id!: number;
  @Column('uuid') readonly runId!: string;
  @ForeignKey(() => ExtensionEntity, { name: 'data_quality_count_extension_id_fkey', onDelete: 'CASCADE' })
  @Column('integer')
  readonly extensionId!: number;
  /** Object id. */
  @Column({ type: 'text', collation: 'C' }) readonly environment!: string;
  @Column('text') readonly environmentKind!: string;
  @Column('text') readonly metricType!: MetricType;
  /** Name of the kind that is counted: nodes by the kind that is shown, edges by the environment of their start. */
  @Column('text') readonly kind!: string;
  @Column('integer') readonly count!: number;
}
