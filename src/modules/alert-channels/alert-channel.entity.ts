import { Check, Column, Entity, PrimaryColumn, Unique } from 'typeorm';
import { ChangeTimesEntity, Time } from '../../database/times.entity.js';
import type { AlertFormat } from './alert-formats.js';
import type { ChannelType } from './channel-types.js';

/** A receiver of alerts. */
@Entity({ name: 'alert_channel' })
@Unique('alert_channel_name_key', ['name'])
@Check('alert_channel_type_check', "type IN ('webhook', 'email', 'syslog')")
@Check('alert_channel_format_check', "format IN ('cloudevents', 'slack', 'teams')")
export class AlertChannelEntity extends ChangeTimesEntity {
  @PrimaryColumn('uuid', { primaryKeyConstraintName: 'alert_channel_pkey' }) readonly id!: string;
  @Column('text') readonly name!: string;
  @Column('text', { default: 'webhook' }) readonly type!: ChannelType;
  /** Null unless it is a webhook. */
  @Column('text', { nullable: true }) readonly format!: AlertFormat | null;
  /** Of mail. */
  @Column('text', { array: true, default: [] }) readonly addresses!: readonly string[];
  /** Whether it gets the names of objects if the rule has them. */
  @Column('boolean', { default: true }) readonly includeNames!: boolean;
  /** Scheme and host of the URL, the rest of which is a secret; empty for mail. */
  @Column('text') readonly origin!: string;
  /** Names of the additional headers. */
  @Column('text', { array: true }) readonly headers!: readonly string[];
  /** {@link ChannelSecrets} as JSON, sealed with the id of the channel. */
  @Column('bytea') readonly sealed!: Buffer;
  /** Until then the former secret signs, too. */
  @Time({ nullable: true }) readonly formerSecretUntil!: Date | null;
  @Column('boolean', { default: true }) readonly enabled!: boolean;
  /** Why the service has disabled it; empty if an account has. */
  @Column('text', { default: '' }) readonly disabledReason!: string;
  /** Since when no delivery has succeeded; null if the last one did. */
  @Time({ nullable: true }) readonly failingSince!: Date | null;
  /** Of any delivery. */
  @Time({ nullable: true }) readonly lastAttempt!: Date | null;
  /** The status of a delivery. */
  @Column('text', { nullable: true }) readonly lastStatus!: string | null;
}
