import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Time } from '../../../database/times.entity.js';

/** The id of a request or an assertion that has opened a session, so that none opens two. */
@Entity({ name: 'sso_used_message' })
@Index('sso_used_message_expires_at', ['expiresAt'])
export class UsedMessageEntity {
  @PrimaryColumn('text', { primaryKeyConstraintName: 'sso_used_message_pkey' }) readonly id!: string;
  @Time() readonly expiresAt!: Date;
}
