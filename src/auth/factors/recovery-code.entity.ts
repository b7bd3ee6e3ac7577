import { Entity, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { AccountEntity } from '../account.entity.js';

/** A code that is left in place of a second factor. Using it deletes it. */
@Entity({ name: 'recovery_code' })
export class RecoveryCodeEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'recovery_code_pkey' }) readonly accountId!: string;
  @ManyToOne(() => AccountEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'recovery_code_account_fkey' })
  readonly account?: AccountEntity;
  /** argon2id of the code, with the id of the account as salt, in base64url. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'recovery_code_pkey' }) readonly digest!: string;
}
