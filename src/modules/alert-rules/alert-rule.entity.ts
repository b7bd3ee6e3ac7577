import { Check, Column, Entity, JoinColumn, ManyToOne, PrimaryColumn, Unique } from 'typeorm';
import { AccountEntity } from '../../auth/account.entity.js';
import { ChangeTimesEntity, Identity, Time } from '../../database/times.entity.js';
import type { AlertCondition, AlertPace } from './alert-rule.js';
import type { Occasion } from './occasions.js';

/** A rule: on which occasion which channels receive an alert. */
@Entity({ name: 'alert_rule' })
@Unique('alert_rule_name_key', ['name'])
@Check('alert_rule_every_check', "every IN ('immediately', 'hour', 'day')")
export class AlertRuleEntity extends ChangeTimesEntity {
  @Identity('alert_rule_pkey') readonly id!: number;
  @Column('text') readonly name!: string;
  /** The account that made it. Null if the account is deleted; the rule then makes no alerts. */
  @Column('uuid', { nullable: true }) readonly accountId!: string | null;
  @ManyToOne(() => AccountEntity, { onDelete: 'SET NULL', nullable: true })
  @JoinColumn({ name: 'account_id', foreignKeyConstraintName: 'alert_rule_account_fkey' })
  readonly account?: AccountEntity;
  @Column('text') readonly occasion!: Occasion;
  @Column('jsonb', { default: {} }) readonly condition!: AlertCondition;
  /** Ids of channels. Deleted ones receive nothing. */
  @Column('uuid', { array: true }) readonly channels!: readonly string[];
  @Column('text', { default: 'immediately' }) readonly every!: AlertPace;
  /** The zone of the times of digests. */
  @Column('text', { default: 'UTC' }) readonly timeZone!: string;
  /** When it made an alert the last time. */
  @Time({ nullable: true }) readonly lastAlert!: Date | null;
  @Column('boolean', { default: true }) readonly enabled!: boolean;
  /** Object id of a domain or tenant; null: all. */
  @Column('text', { nullable: true }) readonly environment!: string | null;
  /** Id of an asset group; null if the occasion has none. */
  @Column('integer', { nullable: true }) readonly tag!: number | null;
  @Column('boolean', { default: true }) readonly includeNames!: boolean;
}

/** A member of the tag of a rule when the rule was last evaluated. */
@Entity({ name: 'alert_rule_member' })
export class AlertRuleMemberEntity {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'alert_rule_member_pkey' }) readonly ruleId!: number;
  @ManyToOne(() => AlertRuleEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'rule_id', foreignKeyConstraintName: 'alert_rule_member_rule_fkey' })
  readonly rule?: AlertRuleEntity;
  @PrimaryColumn({ type: 'text', collation: 'C', primaryKeyConstraintName: 'alert_rule_member_pkey' })
  readonly objectid!: string;
  @Column('text') readonly kind!: string;
  @Column('text') readonly name!: string;
}

/** Whether an environment was beyond the bound of a rule when the rule was last evaluated: by its exposure or by the age of its data. */
@Entity({ name: 'alert_rule_level' })
export class AlertRuleLevelEntity {
  @PrimaryColumn('integer', { primaryKeyConstraintName: 'alert_rule_level_pkey' }) readonly ruleId!: number;
  @ManyToOne(() => AlertRuleEntity, { onDelete: 'CASCADE', nullable: false })
  @JoinColumn({ name: 'rule_id', foreignKeyConstraintName: 'alert_rule_level_rule_fkey' })
  readonly rule?: AlertRuleEntity;
  /** Object id. Of a rule for clients, the id of a client. */
  @PrimaryColumn({ type: 'text', collation: 'C', primaryKeyConstraintName: 'alert_rule_level_pkey' })
  readonly environment!: string;
  @Column('boolean') readonly isBeyond!: boolean;
}
