import {
  Column,
  CreateDateColumn,
  Entity,
  Index,
  JoinColumn,
  ManyToOne,
  PrimaryColumn,
  UpdateDateColumn,
} from 'typeorm';
import { AccountEntity } from '../accounts/account.entity.js';

/** An API token, with which requests are signed in the name of an account. */
@Entity({ name: 'api_token' })
@Index('api_token_account', ['accountId'])
export class ApiTokenEntity {
  @PrimaryColumn({ name: 'id', type: 'uuid', primaryKeyConstraintName: 'api_token_pkey' })
  readonly id!: string;

  @Column({ name: 'account_id', type: 'uuid' })
  readonly accountId!: string;

  @ManyToOne(() => AccountEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'api_token_account_fkey' })
  readonly account?: AccountEntity;

  @Column({ name: 'name', type: 'text' })
  readonly name!: string;

  /** Sealed by TokenKeyCipher. */
  @Column({ name: 'key_encrypted', type: 'bytea' })
  readonly keyEncrypted!: Buffer;

  @CreateDateColumn({ name: 'created_at', type: 'timestamptz', precision: 3 })
  readonly createdAt!: Date;

  @UpdateDateColumn({ name: 'updated_at', type: 'timestamptz', precision: 3 })
  readonly updatedAt!: Date;

  @Column({ name: 'expires_at', type: 'timestamptz', precision: 3, nullable: true })
  readonly expiresAt!: Date | null;

  @Column({ name: 'last_access', type: 'timestamptz', precision: 3, nullable: true })
  readonly lastAccess!: Date | null;
}
