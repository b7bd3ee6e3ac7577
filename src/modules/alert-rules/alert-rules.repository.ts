import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type EntityManager, Repository } from 'typeorm';
import type { AuditNote } from '../../auth/audit/audit-entry.js';
import { changeOneRow } from '../../auth/audit/change-one-row.repository.js';
import { ConflictError } from '../../base/errors.js';
import { Database, sqlIn } from '../../database/database.js';
import { unlessTaken } from '../../database/driver-errors.js';
import { objectToken } from '../../database/sql/json-token.js';
import type { Transaction } from '../../database/transaction.js';
import type { JsonText } from '../../http/json-text.js';
import { jsonOf } from '../../http/list/json-of.js';
import { listPage } from '../../http/list/list-page.js';
import type { ActiveRule, AlertRule } from './alert-rule.js';
import { AlertRuleEntity } from './alert-rule.entity.js';
import { alertRuleList, type AlertRuleListRequest, alertRuleShape, stopped } from './alert-rules.fields.js';
import { type AlertCause, occasionsOf } from './occasions.js';

const from = 'alert_rule r LEFT JOIN account a ON a.id = r.account_id';

/** Rules that make alerts. */
const selectActive = `
  SELECT r.id, r.name, r.occasion, r.condition, r.channels, r.environment, r.tag, r.include_names AS "includeNames", r.every,
    r.time_zone AS "timeZone", jsonb_build_object('id', a.id, 'name', a.name) AS owner
  FROM ${from} WHERE r.enabled AND (${stopped}) IS NULL`;

export type AlertRuleDraft = Omit<AlertRule, 'id'> & Pick<AlertRuleEntity, 'accountId' | 'enabled'>;
export type AlertRuleChanges = Partial<Omit<AlertRuleDraft, 'accountId' | 'occasion'>>;

/** Runs in the transaction of a change of a rule. */
type WithRule = (rule: AlertRule, on: Transaction) => Promise<void>;

@Injectable()
export class AlertRulesRepository {
  constructor(
    @InjectRepository(AlertRuleEntity) private readonly rules: Repository<AlertRuleEntity>,
    private readonly database: Database,
  ) {}

  listPage(request: AlertRuleListRequest): Promise<JsonText> {
    return listPage(this.database, alertRuleList, request, { from, item: alertRuleShape.token });
  }

  find(id: number): Promise<JsonText | null> {
    return jsonOf(this.database, `SELECT ${objectToken({ data: alertRuleShape.token })} FROM ${from} WHERE r.id = $1`, [
      id,
    ]);
  }

  findRow(id: number): Promise<AlertRule | null> {
    return this.rules.findOneBy({ id });
  }

  /** @throws ConflictError if the name is taken */
  insert(draft: AlertRuleDraft, begin: WithRule, note: AuditNote): Promise<number> {
    const inserted = this.rules.manager.transaction(async (manager) => {
      const rule = await manager.save(AlertRuleEntity, writable(draft));
      await begin(rule, manager);
      await note(manager, { id: rule.id });
      return rule.id;
    });
    return unlessTaken(inserted, () => nameTaken(draft.name));
  }

  /** @returns false if there is no such rule @throws ConflictError if the name is taken */
  update(id: number, changes: AlertRuleChanges, begin: WithRule, note: AuditNote): Promise<boolean> {
    const updated = changeOneRow(this.rules.manager, note, async (manager) => {
      const result = await manager.update(AlertRuleEntity, { id }, writable(changes));
      if (result.affected === 1) await begin(await lockedRule(manager, id), manager);
      return result;
    });
    return unlessTaken(updated, () => nameTaken(changes.name ?? ''));
  }

  /** @returns false if there is no such rule */
  delete(id: number, note: AuditNote): Promise<boolean> {
    return changeOneRow(this.rules.manager, note, (manager) => manager.delete(AlertRuleEntity, { id }));
  }

  /** The rules that make alerts for what has ended. */
  listActive(cause: AlertCause): Promise<ActiveRule[]> {
    return this.database.query<ActiveRule>(`${selectActive} AND r.occasion = ANY ($1) ORDER BY r.id`, [
      occasionsOf(cause),
    ]);
  }

  /** @returns undefined if the rule makes no alerts */
  async findActive(id: number, on: Transaction): Promise<AlertRule | undefined> {
    const [rule] = await sqlIn(on).query<AlertRule>(`${selectActive} AND r.id = $1`, [id]);
    return rule;
  }

  /** Notes that a rule makes an alert. @returns false if it made one since, which leaves its time as it is */
  async noteAlert(id: number, at: Date, notSince: Date | null, on: Transaction): Promise<boolean> {
    const sql = `UPDATE alert_rule SET last_alert = $2 WHERE id = $1 AND ($3::timestamptz IS NULL OR last_alert IS NULL
      OR last_alert < $3) RETURNING id`;
    return (await sqlIn(on).query(sql, [id, at, notSince])).length > 0;
  }

  /** Evaluations of one rule follow one another. Does nothing if the rule is gone. */
  inTurn(id: number, work: (on: Transaction) => Promise<void>): Promise<void> {
    return this.database.transaction(async (tx) => {
      const rows = await tx.query('SELECT FROM alert_rule WHERE id = $1 AND enabled FOR NO KEY UPDATE', [id]);
      if (rows.length > 0) await work(tx);
    });
  }
}

function lockedRule(manager: EntityManager, id: number): Promise<AlertRuleEntity> {
  return manager.findOneByOrFail(AlertRuleEntity, { id });
}

/** TypeORM wants lists that it could change. */
function writable<T extends AlertRuleChanges>(draft: T) {
  const { channels, ...rest } = draft;
  return { ...rest, ...(channels && { channels: [...channels] }) };
}

function nameTaken(name: string): ConflictError {
  return ConflictError.at('resource.name_taken', 'body.name', `the name ${name} is taken`);
}
