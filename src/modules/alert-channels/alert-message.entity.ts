import { Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import { Time } from '../../database/times.entity.js';
import type { AlertAttachment, AlertContents } from './alert-message.js';

/** An alert, whatever the channels that it goes to. */
@Entity({ name: 'alert_message' })
@Unique('alert_message_key_key', ['key'])
@Index('alert_message_occurred_at', ['occurredAt'])
export class AlertMessageEntity {
  /** The id of the CloudEvent. */
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'alert_message_pkey' }) readonly id!: string;
  /** Names the rule and what it was evaluated for, so that nothing makes the same alert twice. */
  @Column('text') readonly key!: string;
  @Column('text') readonly occasion!: string;
  @Time() readonly occurredAt!: Date;
  @Column('jsonb') readonly contents!: AlertContents;
  /** For channels without names; null: the same contents. */
  @Column('jsonb', { nullable: true }) readonly nameless!: AlertContents | null;
  @Column('jsonb', { nullable: true }) readonly attachment!: AlertAttachment | null;
}
