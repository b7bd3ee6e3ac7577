import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { Identity, Time } from '../../database/times.entity.js';
import { UploadEntity } from './upload.entity.js';
import type { FileMedia, UploadFileStatus } from './upload.js';

/** A condition of SQL: the file is queued or being read. */
export const unread = "status IN ('queued', 'reading')";

/** One file of an upload. The migration creates the partial indexes. */
@Entity({ name: 'upload_file' })
@Index('upload_file_upload', ['uploadId', 'sha256'])
@Index('upload_file_open', { synchronize: false })
@Index('upload_file_spool_key', { synchronize: false })
@Check('upload_file_status_check', `status IN ('queued', 'reading', 'complete', 'incomplete', 'failed')`)
@Check('upload_file_finished_check', `(${unread}) = (finished_at IS NULL)`)
@Check('upload_file_spooled_check', `(${unread}) = (spool_key IS NOT NULL)`)
export class UploadFileEntity {
  @Identity('upload_file_pkey', 'bigint') readonly id!: string;
  @ForeignKey(() => UploadEntity, { name: 'upload_file_upload_id_fkey', onDelete: 'CASCADE' })
  @Column('integer')
  readonly uploadId!: number;
  @Column('text') readonly name!: string;
  @Column('text') readonly media!: FileMedia;
  /** Null after the file was removed from the spool. */
  @Column('text', { nullable: true }) readonly spoolKey!: string | null;
  /** Bytes in the spool. */
  @Column('bigint') readonly size!: string;
  /** Hex digest of the bytes as sent; for files of collection clients, of the bytes in the spool. */
  @Column('text') readonly sha256!: string;
  @Column('text') readonly status!: UploadFileStatus;
  @Column('text', { nullable: true }) readonly reason!: string | null;
  @Column('integer', { default: 0 }) readonly attempts!: number;
  /** Attempts that failed with an error. */
  @Column('integer', { default: 0 }) readonly failures!: number;
  /** Attempts that ended by a lost database or a stop of the process. */
  @Column('integer', { default: 0 }) readonly interruptions!: number;
  /** Unpacked bytes for a ZIP. */
  @Column('bigint', { default: 0 }) readonly bytesDone!: string;
  /** Null until known. */
  @Column('bigint', { nullable: true }) readonly bytesTotal!: string | null;
  @Time() readonly receivedAt!: Date;
  @Time({ nullable: true }) readonly startedAt!: Date | null;
  @Time({ nullable: true }) readonly finishedAt!: Date | null;
}
