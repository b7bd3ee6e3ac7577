import { Column, CreateDateColumn, Entity } from 'typeorm';
import { Identity } from '../../../database/times.entity.js';

/** A key pair of this service for SAML. The oldest signs. During a rotation there is a second, which the metadata announces. */
@Entity({ name: 'sso_key' })
export class SsoKeyEntity {
  @Identity('sso_key_pkey') readonly id!: number;
  /** In PEM. */
  @Column('text') readonly certificate!: string;
  /** In PEM, as sealed by SecretCipher. */
  @Column('bytea') readonly privateKey!: Buffer;
  @CreateDateColumn({ type: 'timestamptz', precision: 3 }) readonly createdAt!: Date;
}
