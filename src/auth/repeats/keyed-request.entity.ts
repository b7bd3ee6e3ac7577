import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Time } from '../../database/times.entity.js';

/** A request with an `Idempotency-Key`. */
@Entity({ name: 'keyed_request' })
@Index('keyed_request_started_at', ['startedAt'])
export class KeyedRequestEntity {
  /** Id of the account. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'keyed_request_pkey' }) readonly caller!: string;
  /** Digest of the key. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'keyed_request_pkey' }) readonly key!: string;
  /** Digest of path and body by the key, which is not stored, so that nobody can guess a password of the body by it. */
  @Column('text') readonly digest!: string;
  @Time() readonly startedAt!: Date;
  /** The ids of the rows that the request created; null while it is in progress. */
  @Column('text', { array: true, nullable: true }) readonly created!: string[] | null;
}
