import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { Time } from '../../database/times.entity.js';
import { AccountEntity } from '../account.entity.js';

/** The public half of a key pair that a device of an account keeps (WebAuthn). `account.passkeys` counts them. */
@Entity({ name: 'passkey' })
@Index('passkey_account', ['accountId'])
@Index('passkey_credential_key', ['credentialId'], { unique: true })
export class PasskeyEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'passkey_pkey' }) readonly id!: string;
  @Column('uuid') readonly accountId!: string;
  @ManyToOne(() => AccountEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'passkey_account_fkey' })
  readonly account?: AccountEntity;
  /** The id that the device has chosen, in base64url. */
  @Column('text') readonly credentialId!: string;
  /** In COSE. */
  @Column('bytea') readonly publicKey!: Buffer;
  /** Signatures so far, as the device counts them; devices that do not count say 0. */
  @Column('bigint') readonly counter!: string;
  /** The host that the device signs for. */
  @Column('text') readonly rpId!: string;
  @Column('text') readonly name!: string;
  @Time() readonly createdAt!: Date;
  @Time({ nullable: true }) readonly lastUsed!: Date | null;
}
