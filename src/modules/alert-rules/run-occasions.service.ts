import { Injectable } from '@nestjs/common';
import { FindingTypeLookup } from '../../analysis/findings/finding-type-lookup.js';
import type { EndedRun } from '../../analysis/runs/ended-run.js';
import { InvalidInputError } from '../../base/errors.js';
import type { Transaction } from '../../database/transaction.js';
import { mostRows } from '../alert-channels/alert-outbox.service.js';
import { ChangesService } from '../graphs/changes.service.js';
import type { AlertRule } from './alert-rule.js';
import {
  exposureAlert,
  failedAnalysisAlert,
  findingAlert,
  type Happening,
  memberAlerts,
  wayAlert,
} from './alert-texts.js';
import { RuleStateRepository } from './rule-state.repository.js';

/** New ways that an alert for one environment looks at. */
const mostWays = 1000;

/** Finds what rules ask of a run of the analysis. */
@Injectable()
export class RunOccasionsService {
  constructor(
    private readonly state: RuleStateRepository,
    private readonly changes: ChangesService,
    private readonly findingTypes: FindingTypeLookup,
  ) {}

  endedRun(id: string): Promise<EndedRun | undefined> {
    return this.state.endedRun(id);
  }

  /** All but new ways. @param on the transaction that makes the alerts */
  async find(rule: AlertRule, run: EndedRun, on: Transaction): Promise<readonly Happening[]> {
    switch (rule.occasion) {
      case 'tier_zero.changed': {
        const changed = await this.state.changeMembers(rule, on);
        return changed ? memberAlerts(rule, changed) : [];
      }
      case 'exposure.above':
      case 'exposure.below':
        return (await this.state.crossings(rule, run.id, on)).map((it) => exposureAlert(rule, it));
      case 'finding.new':
      case 'finding.returned':
        return this.findings(rule, run, on);
      case 'analysis.failed':
        return [failedAnalysisAlert(rule, run.reason)];
      case 'way.new':
      case 'upload.failed':
      case 'plan.step_done':
      case 'plan.step_returned':
        break;
    }
    return [];
  }

  private async findings(rule: AlertRule, run: EndedRun, on: Transaction): Promise<readonly Happening[]> {
    const { count, findings } = await this.state.findings(rule, run.id, mostRows, on);
    if (count === 0) return [];
    const types = await this.findingTypes.all();
    return [findingAlert(rule, findings, count, (name) => types.get(name))];
  }

  /** Asks the graph in memory, so it takes no transaction. @throws if that graph is older than the run */
  async newWays(rule: AlertRule, run: EndedRun): Promise<readonly Happening[]> {
    if (!run.previous) return [];
    const period = { since: run.previous.getTime(), until: run.finishedAt.getTime() };
    const most = rule.environment === null ? mostRows : mostWays;
    const ways = await this.changes.newWays({ period, reach: 'held' }, 0, most).catch(nullIfNotLogged);
    if (!ways) return [];
    if (ways.version < run.version) throw new Error('the graph in memory is older than the run');
    const { environment, condition } = rule;
    const asked = ways.answer.data.filter((it) => environment === null || it.environment_id === environment);
    const count = environment === null ? ways.answer.count : asked.length;
    return count >= (condition.least_accounts ?? 1) ? [wayAlert(rule, asked, count)] : [];
  }
}

/** The log begins with the first run, and RETENTION_CHANGES ends it. */
function nullIfNotLogged(error: unknown): null {
  if (error instanceof InvalidInputError && error.faults.some(({ code }) => code === 'graph.changes_unknown'))
    return null;
  throw error;
}
