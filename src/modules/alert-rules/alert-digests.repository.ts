import { Injectable } from '@nestjs/common';
import { Database, sqlIn } from '../../database/database.js';
import type { Transaction } from '../../database/transaction.js';
import { DeletesExpired } from '../../queue/background-work.js';
import type { PostedAlert } from '../alert-channels/alert-outbox.service.js';
import type { CollectedAlert } from './digest-contents.js';

/** Alerts that one digest takes; the next one follows at once. */
const mostCollected = 1000;

const insertSql = `
  INSERT INTO alert_digest_row (rule_id, key, occurred_at, collected_at, contents, nameless)
  VALUES ($1, $2, $3, now(), $4::jsonb, $5::jsonb)
  ON CONFLICT (key) DO NOTHING`;

const takeSql = `
  UPDATE alert_digest_row SET is_sent = true
  WHERE id IN (SELECT id FROM alert_digest_row WHERE rule_id = $1 AND NOT is_sent ORDER BY id LIMIT ${mostCollected})
  RETURNING id, occurred_at AS "occurredAt", contents, nameless`;

/** Alerts that wait for digests. Those that were in one stay for as long as alerts, so that nothing collects them again. */
@Injectable()
export class AlertDigestsRepository {
  constructor(private readonly database: Database) {}

  /** The second alert with the same key does nothing. */
  async add(ruleId: number, key: string, alert: PostedAlert, on: Transaction): Promise<void> {
    const { occurredAt, contents, nameless } = alert;
    const values = [ruleId, key, occurredAt, JSON.stringify(contents), nameless ? JSON.stringify(nameless) : null];
    await sqlIn(on).query(insertSql, values);
  }

  /** Takes the oldest ones that wait, in their order. */
  async take(ruleId: number, on: Transaction): Promise<readonly (CollectedAlert & { readonly id: number })[]> {
    const taken = await sqlIn(on).query<CollectedAlert & { readonly id: number }>(takeSql, [ruleId]);
    return taken.toSorted((one, other) => one.id - other.id);
  }

  /** Since when the oldest one waits; null if none does. */
  async waitingSince(ruleId: number, on: Transaction): Promise<Date | null> {
    const sql = 'SELECT min(collected_at) AS at FROM alert_digest_row WHERE rule_id = $1 AND NOT is_sent';
    const [oldest] = await sqlIn(on).query<{ at: Date | null }>(sql, [ruleId]);
    return oldest?.at ?? null;
  }

  @DeletesExpired({ name: 'alerts of digests', days: ({ retentionAlerts }) => retentionAlerts })
  deleteExpired(before: Date): Promise<number> {
    const some = 'SELECT id FROM alert_digest_row WHERE collected_at < $1 LIMIT 1000';
    return this.database.execute(`DELETE FROM alert_digest_row WHERE id IN (${some})`, [before]);
  }
}
