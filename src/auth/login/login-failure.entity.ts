import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Time } from '../../database/times.entity.js';

/** The wrong passwords of one address, or for one name, within a window of time. */
@Entity({ name: 'login_failure' })
@Index('login_failure_expires_at', ['expiresAt'])
export class LoginFailureEntity {
  /** Digest of the address or of the name: a caller may send a name of any length. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'login_failure_pkey' }) readonly key!: string;
  @Column('integer') readonly failures!: number;
  /** End of the window that began with the first failure. */
  @Time() readonly expiresAt!: Date;
}
