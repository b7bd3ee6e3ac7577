import { Column, Entity, Index, JoinColumn, ManyToOne, PrimaryColumn } from 'typeorm';
import { ApiTokenEntity } from './api-token.entity.js';

/** An address that sent a request with a verified signature of the token. */
@Entity({ name: 'token_proof' })
@Index('token_proof_proven_at', ['provenAt'])
export class TokenProofEntity {
  @PrimaryColumn({ name: 'token_id', type: 'uuid', primaryKeyConstraintName: 'token_proof_pkey' })
  readonly tokenId!: string;

  @ManyToOne(() => ApiTokenEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'token_id', foreignKeyConstraintName: 'token_proof_token_fkey' })
  readonly token?: ApiTokenEntity;

  @PrimaryColumn({ name: 'address', type: 'text', primaryKeyConstraintName: 'token_proof_pkey' })
  readonly address!: string;

  @Column({ name: 'proven_at', type: 'timestamptz', precision: 3 })
  readonly provenAt!: Date;
}
