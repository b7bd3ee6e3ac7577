import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../database/transaction.js';
import { HandlesTask } from '../../queue/background-work.js';
import { TaskQueue } from '../../queue/task-queue.js';
import { AlertOutboxService, type PostedAlert } from '../alert-channels/alert-outbox.service.js';
import { AlertDigestsRepository } from './alert-digests.repository.js';
import type { AlertRule } from './alert-rule.js';
import { AlertRulesRepository } from './alert-rules.repository.js';
import { digestOf } from './digest-contents.js';
import { digestTime } from './digest-time.js';

/** Sends alerts of rules, or collects them for rules that report by the hour or by the day. */
@Injectable()
export class AlertDigestsService {
  constructor(
    private readonly waiting: AlertDigestsRepository,
    private readonly queue: TaskQueue,
    private readonly rules: AlertRulesRepository,
    private readonly outbox: AlertOutboxService,
  ) {}

  /** Sends an alert at once or with the next digest. The second alert with the same key does nothing. */
  async tell(rule: AlertRule, key: string, alert: PostedAlert, on: Transaction): Promise<void> {
    if (rule.every === 'immediately') return this.outbox.post(key, alert, rule.channels, on);
    await this.waiting.add(rule.id, key, alert, on);
    await this.schedule(rule, on);
  }

  /** An empty digest is not sent. What a rule has collected is dropped if it has stopped. */
  @HandlesTask('send-digest')
  async send({ ruleId }: { readonly ruleId: string }): Promise<void> {
    const id = Number(ruleId);
    await this.rules.inTurn(id, async (on) => {
      const rule = await this.rules.findActive(id, on);
      const collected = await this.waiting.take(id, on);
      const last = collected.at(-1);
      if (!rule || !last) return;
      const message = { occasion: rule.occasion, occurredAt: last.occurredAt, ...digestOf(rule, collected) };
      await this.outbox.post(`rule:${id}:digest:${last.id}`, message, rule.channels, on);
      await this.schedule(rule, on);
    });
  }

  /** By the oldest alert that waits, so that later ones postpone nothing. */
  private async schedule({ id, every, timeZone }: AlertRule, on: Transaction): Promise<void> {
    const since = await this.waiting.waitingSince(id, on);
    if (!since) return;
    const runAt = every === 'immediately' ? since : digestTime(every, since, timeZone);
    await this.queue.add('send-digest', { ruleId: String(id) }, { key: `send-digest:${id}`, runAt }, on);
  }
}
