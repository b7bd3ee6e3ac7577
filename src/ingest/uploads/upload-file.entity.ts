import { Check, Column, Entity, ForeignKey, Index } from 'typeorm';
import { Identity } from '../../database/times.entity.js';
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
  @Identity('upload_file_pkey', 'bigint')
  readonly id!: string;

  @ForeignKey(() => UploadEntity, { name: 'upload_file_upload_id_fkey', onDelete: 'CASCADE' })
  @Column({ name: 'upload_id', type: 'integer' })
  readonly uploadId!: number;

  @Column({ name: 'name', type: 'text' })
  readonly name!: string;

  @Column({ name: 'media', type: 'text' })
  readonly media!: FileMedia;

  /** Null after the file was removed from the spool. */
  @Column({ name: 'spool_key', type: 'text', nullable: true })
  readonly spoolKey!: string | null;

  /** Bytes in the spool. */
  @Column({ name: 'size', type: 'bigint' })
  readonly size!: string;

  /** Hex digest of the bytes as sent; for files of collection clients, of the bytes in the spool. */
  @Column({ name: 'sha256', type: 'text' })
  readonly sha256!: string;

  @Column({ name: 'status', type: 'text' })
  readonly status!: UploadFileStatus;

  @Column({ name: 'reason', type: 'text', nullable: true })
  readonly reason!: string | null;

  @Column({ name: 'attempts', type: 'integer', default: 0 })
  readonly attempts!: number;

  /** Attempts that failed with an error. */
  @Column({ name: 'failures', type: 'integer', default: 0 })
  readonly failures!: number;

  /** Attempts that ended by a lost database or a stop of the process. */
  @Column({ name: 'interruptions', type: 'integer', default: 0 })
  readonly interruptions!: number;

  /** Unpacked bytes for a ZIP. */
  @Column({ name: 'bytes_done', type: 'bigint', default: 0 })
  readonly bytesDone!: string;

  /** Null until known. */
  @Column({ name: 'bytes_total', type: 'bigint', nullable: true })
  readonly bytesTotal!: string | null;

  @Column({ name: 'received_at', type: 'timestamptz', precision: 3 })
  readonly receivedAt!: Date;

  @Column({ name: 'started_at', type: 'timestamptz', precision: 3, nullable: true })
  readonly startedAt!: Date | null;

  @Column({ name: 'finished_at', type: 'timestamptz', precision: 3, nullable: true })
  readonly finishedAt!: Date | null;
}
