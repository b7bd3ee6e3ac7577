import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Time } from '../../database/times.entity.js';

/** A challenge that a device has signed. It is kept until it expires, so that nobody can use it again. */
@Entity({ name: 'used_challenge' })
@Index('used_challenge_expires_at', ['expiresAt'])
export class UsedChallengeEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'used_challenge_pkey' }) readonly challenge!: string;
  @Time() readonly expiresAt!: Date;
}
