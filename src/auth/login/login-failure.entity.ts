import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The wrong passwords of one address, or for one name, within a window of time. */
@Entity({ name: 'login_failure' })
@Index('login_failure_expires_at', ['expiresAt'])
export class LoginFailureEntity {
  /** Digest of the address or of the name: a caller may send a name of any length. */
  @PrimaryColumn({ name: 'key', type: 'text', primaryKeyConstraintName: 'login_failure_pkey' })
  readonly key!: string;

  @Column({ name: 'failures', type: 'integer' })
  readonly failures!: number;

  /** End of the window that began with the first failure. */
  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3 })
  readonly expiresAt!: Date;
}
