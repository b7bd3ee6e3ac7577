import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn } from 'typeorm';
import { Time } from '../../database/times.entity.js';
import { AccountEntity } from '../account.entity.js';

/** The secret by which an app and the service make the same codes (RFC 6238). `account.totp_active` says whether it counts. */
@Entity({ name: 'totp_factor' })
export class TotpFactorEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'totp_factor_pkey' }) readonly accountId!: string;
  @OneToOne(() => AccountEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'totp_factor_account_fkey' })
  readonly account?: AccountEntity;
  /** As encrypted by SecretCipher. */
  @Column('bytea') readonly secretSealed!: Buffer;
  /** Step of 30 seconds of the last accepted code. No code of it or of an earlier step is accepted. */
  @Column('bigint', { default: '0' }) readonly lastStep!: string;
  /** Codes that were wrong, or are being verified, until `window_end`. */
  @Column('integer', { default: 0 }) readonly wrongCodes!: number;
  @Time({ nullable: true }) readonly windowEnd!: Date | null;
  /** When wrong codes blocked the factor. Null once the owner was told. */
  @Time({ nullable: true }) readonly blockedAt!: Date | null;
}
