import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../database/transaction.js';
import type { ActiveRule, AlertRule } from './alert-rule.js';
import { AlertDigestsService } from './alert-digests.service.js';
import { AlertRulesRepository } from './alert-rules.repository.js';
import { type AlertText, type Happening, happening, inBothForms } from './alert-texts.js';
import type { AlertCause } from './occasions.js';

/** Least time between two alerts of a rule for failed logins. */
const loginPauseMs = 3_600_000;

/** The rules in use, and their alerts. */
@Injectable()
export class RuleAlertsService {
  constructor(
    private readonly rules: AlertRulesRepository,
    private readonly digests: AlertDigestsService,
  ) {}

  listActive(cause: AlertCause): Promise<readonly ActiveRule[]> {
    return this.rules.listActive(cause);
  }

  /** Makes an alert of each rule of a cause. @param write with names, or without */
  async makeEach(
    cause: AlertCause,
    key: string,
    occurredAt: Date,
    write: (hasNames: boolean) => AlertText,
  ): Promise<void> {
    for (const rule of await this.listActive(cause))
      await this.make(rule, key, occurredAt, async () =>
        inBothForms(rule, (shown) => [happening(shown, write(shown.includeNames))]),
      );
  }

  /**
   * Makes alerts of a rule in one transaction. Evaluating the same again makes nothing, because the keys are those of the first time.
   * The rule may have changed since it was listed: it is read again there.
   * @param find in that transaction
   */
  make(
    rule: AlertRule,
    cause: string,
    occurredAt: Date,
    find: (on: Transaction) => Promise<readonly Happening[]>,
  ): Promise<void> {
    return this.rules.inTurn(rule.id, async (on) => {
      const current = await this.rules.findActive(rule.id, on);
      const found = current ? await find(on) : [];
      // An alert that is evaluated again must not count as one that was made since.
      const notSince = rule.occasion === 'login.failures' ? new Date(occurredAt.getTime() - loginPauseMs) : null;
      if (!current || found.length === 0 || !(await this.rules.noteAlert(rule.id, occurredAt, notSince, on))) return;
      for (const { key: part, ...contents } of found) {
        const message = { occasion: rule.occasion, occurredAt, ...contents };
        const key = `rule:${rule.id}:${cause}:${part}`;
        await this.digests.tell(current, key, message, on);
      }
    });
  }
}
