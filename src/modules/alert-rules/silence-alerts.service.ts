import { Injectable } from '@nestjs/common';
import { DatabaseClock } from '../../database/sql/database-clock.js';
import { Periodic } from '../../queue/background-work.js';
import { EnvironmentsService } from '../environments/environments.service.js';
import type { CollectionSource, WatchedSource } from './alert-rule.js';
import { inBothForms, silenceAlert } from './alert-texts.js';
import { RuleAlertsService } from './rule-alerts.service.js';
import { RuleStateRepository } from './rule-state.repository.js';

/** Finds environments whose data are old, and clients that are silent. */
@Injectable()
export class SilenceAlertsService {
  constructor(
    private readonly rules: RuleAlertsService,
    private readonly state: RuleStateRepository,
    private readonly environments: EnvironmentsService,
    private readonly clock: DatabaseClock,
  ) {}

  @Periodic({ name: 'find-old-data', everySeconds: 600 })
  findOldData(): Promise<void> {
    return this.tell('data', () => this.environments.listCollected());
  }

  /** @param list all sources of that sort */
  async tell(of: WatchedSource, list: () => Promise<readonly CollectionSource[]>): Promise<void> {
    const rules = (await this.rules.listActive('silence')).filter(({ condition }) => condition.of === of);
    if (rules.length === 0) return;
    const [all, now] = [await list(), await this.clock.now()];
    for (const rule of rules) {
      const sources = all.filter(({ id }) => id === (rule.environment ?? id));
      await this.rules.make(rule, 'silence', now, async (on) => {
        const silent = await this.state.fallenSilent(rule, sources, now, on);
        const msOf = ({ seenUntil }: CollectionSource) => now.getTime() - seenUntil.getTime();
        return inBothForms(rule, (shown) => silent.map((it) => silenceAlert(shown, it, msOf(it))));
      });
    }
  }
}
