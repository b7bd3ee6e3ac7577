import { Column, Entity, Index, JoinColumn, ManyToOne, Unique } from 'typeorm';
import { Identity, Time } from '../../database/times.entity.js';
import type { AlertContents } from '../alert-channels/alert-outbox.service.js';
import { AlertRuleEntity } from './alert-rule.entity.js';

/** An alert that waits for the digest of its rule, or was in one. */
@Entity({ name: 'alert_digest_row' })
@Unique('alert_digest_row_key_key', ['key'])
@Index('alert_digest_row_rule', ['ruleId'])
export class AlertDigestRowEntity {
  @Identity('alert_digest_row_pkey') readonly id!: number;
  @Column('integer') readonly ruleId!: number;
  @ManyToOne(() => AlertRuleEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'rule_id', foreignKeyConstraintName: 'alert_digest_row_rule_fkey' })
  readonly rule?: AlertRuleEntity;
  /** As the key of an alert, so that nothing is collected twice. */
  @Column('text') readonly key!: string;
  @Time() readonly occurredAt!: Date;
  @Time() readonly collectedAt!: Date;
  @Column('jsonb') readonly contents!: AlertContents;
  /** Null: the same contents. */
  @Column('jsonb', { nullable: true }) readonly nameless!: AlertContents | null;
  @Column('boolean', { default: false }) readonly isSent!: boolean;
}
