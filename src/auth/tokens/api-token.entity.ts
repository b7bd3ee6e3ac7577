import { Check, Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import { ChangeTimesEntity, Time } from '../../database/times.entity.js';
import { AccountEntity } from '../account.entity.js';
import { SsoProviderEntity } from '../sso-provider.entity.js';

/** A token of an account, a collection client or an identity provider. It signs requests, or is a bearer key. */
@Entity({ name: 'api_token' })
@Index('api_token_account', ['accountId'])
@Index('api_token_client', ['clientId'], { unique: true })
@Index('api_token_sso_provider', ['ssoProviderId'])
@Unique('api_token_key_digest_key', ['keyDigest'])
@Check('api_token_owner_check', 'num_nonnulls(account_id, client_id, sso_provider_id) = 1')
@Check('api_token_key_check', 'num_nonnulls(key_encrypted, key_digest) = 1')
export class ApiTokenEntity extends ChangeTimesEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'api_token_pkey' }) readonly id!: string;
  @Column('uuid', { nullable: true }) readonly accountId!: string | null;
  @ManyToOne(() => AccountEntity, { onDelete: 'CASCADE', nullable: true })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'api_token_account_fkey' })
  readonly account?: AccountEntity;
  /**
   * The index is unique, because a client has one token. There is no foreign key, because a community edition has no clients. The code
   * that deletes a client also deletes its token.
   */
  @Column('uuid', { nullable: true }) readonly clientId!: string | null;
  /** Chosen by the account. The token of a client has the name of the client. */
  @Column('text') readonly name!: string;
  /** The provider that provisions accounts with the token. */
  @Column('integer', { nullable: true }) readonly ssoProviderId!: number | null;
  @ManyToOne(() => SsoProviderEntity, { onDelete: 'CASCADE', nullable: true })
  @JoinColumn({ name: 'sso_provider_id', foreignKeyConstraintName: 'api_token_sso_provider_fkey' })
  readonly ssoProvider?: SsoProviderEntity;
  /** The key of signatures as encrypted by TokenKeyCipher. */
  @Column('bytea', { nullable: true }) readonly keyEncrypted!: Buffer | null;
  /** The digest of a bearer key. */
  @Column('text', { nullable: true }) readonly keyDigest!: string | null;
  @Time({ nullable: true }) readonly expiresAt!: Date | null;
  @Time({ nullable: true }) readonly lastAccess!: Date | null;
}

/** An address that sent a request with a verified signature of the token. */
@Entity({ name: 'token_proof' })
@Index('token_proof_proven_at', ['provenAt'])
export class TokenProofEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'token_proof_pkey' }) readonly tokenId!: string;
  @ManyToOne(() => ApiTokenEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'token_id', foreignKeyConstraintName: 'token_proof_token_fkey' })
  readonly token?: ApiTokenEntity;
  @PrimaryColumn('text', { primaryKeyConstraintName: 'token_proof_pkey' }) readonly address!: string;
  @Time() readonly provenAt!: Date;
}
