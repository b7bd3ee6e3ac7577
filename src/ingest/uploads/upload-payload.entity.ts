import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { Identity } from '../../database/times.entity.js';
import type { Changes } from '../../graph/records.js';
import type { FileReport, IngestFault } from '../ingest-report.js';
import { UploadFileEntity } from './upload-file.entity.js';

/** The result of one payload: a file, or an entry of a ZIP ({@link FileReport}). */
@Entity({ name: 'upload_payload' })
@Index('upload_payload_file', ['fileId'])
@Check('upload_payload_status_check', `status IN ('complete', 'incomplete', 'failed')`)
export class UploadPayloadEntity {
  @Identity('upload_payload_pkey', 'bigint') readonly id!: string;
  @ForeignKey(() => UploadFileEntity, { name: 'upload_payload_file_id_fkey', onDelete: 'CASCADE' })
  @Column('bigint')
  readonly fileId!: string;
  /** The path in the ZIP; null for the file itself. */
  @Column('text', { nullable: true }) readonly path!: string | null;
  @Column('text') readonly status!: FileReport['status'];
  @Column('text', { nullable: true }) readonly format!: FileReport['format'];
  @Column('text', { nullable: true }) readonly type!: string | null;
  @Column('integer') readonly records!: number;
  @Column('jsonb') readonly nodes!: Record<string, number>;
  @Column('jsonb') readonly edges!: Record<string, number>;
  @Column('jsonb') readonly ignored!: Record<string, number>;
  /** Number of described nodes, by domain or tenant and by kind. */
  @Column('jsonb', { default: {} }) readonly environments!: FileReport['environments'];
  @Column('jsonb', { nullable: true }) readonly changes!: Changes | null;
  @Column('integer') readonly faultCount!: number;
  /** The first 1000 faults. */
  @Column('jsonb') readonly faults!: Omit<IngestFault, 'path'>[];
}
