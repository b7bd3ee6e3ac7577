import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Database, sqlIn } from '../../database/database.js';
import { objectToken } from '../../database/sql/json-token.js';
import type { Transaction } from '../../database/transaction.js';
import type { JsonText } from '../../http/json-text.js';
import { jsonOf } from '../../http/list/json-of.js';
import { listPage } from '../../http/list/list-page.js';
import { DeletesExpired } from '../../queue/background-work.js';
import { TaskQueue } from '../../queue/task-queue.js';
import { alertDeliveryList, type AlertDeliveryListRequest, alertDeliveryShape } from './alert-channels.fields.js';
import type { AlertFormat } from './alert-formats.js';
import type { AlertMessage, PostedAlert } from './alert-message.js';
import type { ChannelType } from './channel-types.js';

/** A delivery with what its next attempt needs. */
export interface WaitingDelivery {
  readonly id: number;
  readonly channelId: string;
  readonly attempts: number;
  readonly message: AlertMessage;
  readonly type: ChannelType;
  /** Null unless it is a webhook. */
  readonly format: AlertFormat | null;
  /** Of mail. */
  readonly addresses: readonly string[];
  readonly sealed: Buffer;
  readonly formerSecretUntil: Date | null;
  readonly enabled: boolean;
}

export interface Attempt {
  readonly at: Date;
  readonly status: 'waiting' | 'delivered' | 'failed';
  readonly httpStatus: number | null;
  readonly durationMs: number | null;
  readonly reason: string;
  /** Null unless the status is `waiting`. */
  readonly next: Date | null;
  /** Whether the receiver wants nothing any more. */
  readonly isGone: boolean;
}

const insertMessage = `
  INSERT INTO alert_message (id, key, occasion, occurred_at, contents, nameless, attachment)
  VALUES ($1, $2, $3, $4, $5::jsonb, $6::jsonb, $7::jsonb)
  ON CONFLICT (key) DO NOTHING RETURNING id`;

const insertDeliveries = `
  INSERT INTO alert_delivery (message_id, channel_id, next_attempt)
  SELECT $1, id, $3 FROM alert_channel WHERE id = ANY ($2::uuid[]) ORDER BY id FOR KEY SHARE
  RETURNING id, channel_id AS "channelId"`;

const findWaitingSql = `
  SELECT d.id, d.channel_id AS "channelId", d.attempts, c.type, c.format, c.addresses, c.sealed, c.former_secret_until AS "formerSecretUntil", c.enabled,
    m.id AS "messageId", m.occasion, m.occurred_at AS "occurredAt", m.attachment,
    CASE WHEN c.include_names THEN m.contents ELSE coalesce(m.nameless, m.contents) END AS contents
  FROM alert_delivery d JOIN alert_channel c ON c.id = d.channel_id JOIN alert_message m ON m.id = d.message_id
  WHERE d.id = $1 AND d.status = 'waiting'`;

const saveSql = `
  UPDATE alert_delivery SET status = $2, attempts = attempts + 1, last_attempt = $3, http_status = $4, duration_ms = $5, reason = $6,
    next_attempt = $7
  WHERE id = $1`;

/** A disabled channel is not asked, so it says nothing about its receiver. */
const saveChannelSql = `
  UPDATE alert_channel SET last_attempt = $3, last_status = $5,
    failing_since = CASE WHEN $2 THEN NULL ELSE coalesce(failing_since, $3) END,
    enabled = enabled AND NOT $4, disabled_reason = CASE WHEN $4 THEN 'the receiver answered 410' ELSE disabled_reason END
  WHERE id = $1`;

const retrySql = `
  UPDATE alert_delivery SET status = 'waiting', attempts = 0, next_attempt = $3 WHERE id = $1 AND channel_id = $2 RETURNING id`;

type WaitingRow = Omit<WaitingDelivery, 'message'> & Omit<AlertMessage, 'id'> & { readonly messageId: string };

/** Alerts and their deliveries. A delivery waits as a task of the queue of its channel. */
@Injectable()
export class AlertDeliveriesRepository {
  constructor(
    private readonly database: Database,
    private readonly queue: TaskQueue,
  ) {}

  /**
   * Stores an alert, and queues its delivery to each of the channels that exist.
   * @param key of the alert: the second one with it does nothing
   * @returns the ids of the deliveries
   */
  async post(
    key: string,
    { occasion, occurredAt, contents, nameless = null, attachment = null }: PostedAlert,
    channelIds: readonly string[],
    on: Transaction = this.database,
  ): Promise<number[]> {
    const sql = sqlIn(on);
    const [message] = await sql.query<{ id: string }>(insertMessage, [
      randomUUID(),
      key,
      occasion,
      occurredAt,
      JSON.stringify(contents),
      nameless && JSON.stringify(nameless),
      attachment && JSON.stringify(attachment),
    ]);
    if (!message) return [];
    const added = await sql.query<{ id: number; channelId: string }>(insertDeliveries, [
      message.id,
      channelIds,
      occurredAt,
    ]);
    for (const { id, channelId } of added) await this.enqueue(id, channelId, on);
    return added.map(({ id }) => id);
  }

  listPage(channelId: string, request: AlertDeliveryListRequest): Promise<JsonText> {
    const from = '(SELECT * FROM alert_delivery WHERE channel_id = $1) d JOIN alert_message m ON m.id = d.message_id';
    return listPage(this.database, alertDeliveryList, request, {
      from,
      item: alertDeliveryShape.token,
      values: [channelId],
    });
  }

  find(id: number): Promise<JsonText | null> {
    const sql = `SELECT ${objectToken({ data: alertDeliveryShape.token })}
      FROM alert_delivery d JOIN alert_message m ON m.id = d.message_id WHERE d.id = $1`;
    return jsonOf(this.database, sql, [id]);
  }

  /** Begins the attempts again, now. @returns false if the channel has no such delivery */
  retry(id: number, channelId: string, now: Date, note: (on: Transaction) => Promise<void>): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      if ((await tx.query(retrySql, [id, channelId, now])).length === 0) return false;
      await this.enqueue(id, channelId, tx);
      await note(tx);
      return true;
    });
  }

  async findWaiting(id: number): Promise<WaitingDelivery | null> {
    const [row] = await this.database.query<WaitingRow>(findWaitingSql, [id]);
    if (!row) return null;
    const { messageId, occasion, occurredAt, contents, attachment = null, ...delivery } = row;
    return { ...delivery, message: { id: messageId, occasion, occurredAt, contents, attachment } };
  }

  /** Stores an attempt, and queues the next one. */
  async save({ id, channelId, enabled }: WaitingDelivery, attempt: Attempt): Promise<void> {
    const { at, status, httpStatus, durationMs, reason, next, isGone } = attempt;
    await this.database.transaction(async (tx) => {
      await tx.query(saveSql, [id, status, at, httpStatus, durationMs, reason, next]);
      if (enabled) await tx.query(saveChannelSql, [channelId, status === 'delivered', at, isGone, status]);
      if (next) await this.enqueue(id, channelId, tx, next);
    });
  }

  @DeletesExpired({ name: 'alerts', days: ({ retentionAlerts }) => retentionAlerts })
  deleteExpired(occurredBefore: Date): Promise<number> {
    const sql =
      'DELETE FROM alert_message WHERE id IN (SELECT id FROM alert_message WHERE occurred_at < $1 LIMIT 1000)';
    return this.database.execute(sql, [occurredBefore]);
  }

  private enqueue(id: number, channelId: string, on: Transaction, runAt?: Date): Promise<void> {
    const options = { key: `deliver-alert:${id}`, queue: `alert-channel:${channelId}`, ...(runAt && { runAt }) };
    return this.queue.add('deliver-alert', { deliveryId: String(id) }, options, on);
  }
}
