import { Check, Column, Entity, Index, JoinColumn, ManyToOne, Unique } from 'typeorm';
import { Identity, Time } from '../../database/times.entity.js';
import { AlertChannelEntity } from './alert-channel.entity.js';
import { AlertMessageEntity } from './alert-message.entity.js';

/** An alert on its way to one channel. */
@Entity({ name: 'alert_delivery' })
@Unique('alert_delivery_message_key', ['messageId', 'channelId'])
@Index('alert_delivery_channel', ['channelId'])
@Check('alert_delivery_status_check', "status IN ('waiting', 'delivered', 'failed')")
export class AlertDeliveryEntity {
  @Identity('alert_delivery_pkey') readonly id!: number;
  @Column('uuid') readonly messageId!: string;
  @ManyToOne(() => AlertMessageEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'message_id', foreignKeyConstraintName: 'alert_delivery_message_fkey' })
  readonly message?: AlertMessageEntity;
  @Column('uuid') readonly channelId!: string;
  @ManyToOne(() => AlertChannelEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'channel_id', foreignKeyConstraintName: 'alert_delivery_channel_fkey' })
  readonly channel?: AlertChannelEntity;
  @Column('text', { default: 'waiting' }) readonly status!: 'waiting' | 'delivered' | 'failed';
  @Column('smallint', { default: 0 }) readonly attempts!: number;
  /** Null once the delivery has ended. */
  @Time({ nullable: true }) readonly nextAttempt!: Date | null;
  /** The rest describes the last attempt. */
  @Time({ nullable: true }) readonly lastAttempt!: Date | null;
  @Column('integer', { nullable: true }) readonly httpStatus!: number | null;
  @Column('integer', { nullable: true }) readonly durationMs!: number | null;
  /** Why it failed; empty if it did not. */
  @Column('text', { default: '' }) readonly reason!: string;
}
