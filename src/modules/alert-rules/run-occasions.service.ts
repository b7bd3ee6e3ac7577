import { Injectable } from '@nestjs/common';
import { FindingTypeLookup } from '../../analysis/findings/finding-type-lookup.js';
import type { EndedRun } from '../../analysis/runs/ended-run.js';
import { Capabilities } from '../../base/catalogue/capabilities.js';
import { InvalidInputError } from '../../base/errors.js';
import { runAsAccount } from '../../base/scope/run-as-account.js';
import type { Transaction } from '../../database/transaction.js';
import { ChangesService } from '../graphs/changes.service.js';
import type { ActiveRule, AlertRule } from './alert-rule.js';
import {
  exposureAlert,
  failedAnalysisAlert,
  findingAlert,
  type Happening,
  inBothForms,
  memberAlerts,
  shownRows,
  wayAlert,
} from './alert-texts.js';
import { describedOccasion, type Occasion } from './occasions.js';
import { RuleStateRepository } from './rule-state.repository.js';

/** For a question of a rule to the graph. */
const askLimitMs = 300_000;

/** Finds what rules ask of a run of the analysis. */
@Injectable()
export class RunOccasionsService {
  constructor(
    private readonly state: RuleStateRepository,
    private readonly changes: ChangesService,
    private readonly findingTypes: FindingTypeLookup,
    private readonly capabilities: Capabilities,
  ) {}

  endedRun(id: string): Promise<EndedRun | undefined> {
    return this.state.endedRun(id);
  }

  /** All but new ways. @param on the transaction that makes the alerts */
  async find(rule: AlertRule, run: EndedRun, on: Transaction): Promise<readonly Happening[]> {
    const finders: Partial<Record<Occasion, () => Promise<readonly Happening[]>>> = {
      'tier_zero.changed': () => this.members(rule, on),
      'exposure.above': () => this.exposures(rule, run, on),
      'exposure.below': () => this.exposures(rule, run, on),
      'finding.new': () => this.findings(rule, run, on),
      'finding.returned': () => this.findings(rule, run, on),
      'analysis.failed': async () => [failedAnalysisAlert(rule, run.reason)],
    };
    return (await finders[rule.occasion]?.()) ?? [];
  }

  /** A failed run has no results, and a break brings and ends what nobody has changed. */
  isFor({ occasion }: AlertRule, { status, isBreak }: EndedRun): boolean {
    const { capability } = describedOccasion(occasion);
    if (capability && !this.capabilities.has(capability)) return false;
    if (occasion === 'analysis.failed') return status === 'failed';
    const isBroken =
      isBreak && (occasion === 'way.new' || occasion === 'finding.new' || occasion === 'finding.returned');
    return status === 'complete' && !isBroken;
  }

  private async members(rule: AlertRule, on: Transaction): Promise<readonly Happening[]> {
    const changed = await this.state.changeMembers(rule, on);
    return changed ? inBothForms(rule, (shown) => memberAlerts(shown, changed)) : [];
  }

  private async exposures(rule: AlertRule, run: EndedRun, on: Transaction): Promise<readonly Happening[]> {
    const crossed = await this.state.crossings(rule, run.id, on);
    return inBothForms(rule, (shown) => crossed.map((it) => exposureAlert(shown, it)));
  }

  private async findings(rule: AlertRule, run: EndedRun, on: Transaction): Promise<readonly Happening[]> {
    const { count, findings } = await this.state.findings(rule, run.id, shownRows(rule), on);
    if (count === 0) return [];
    const types = await this.findingTypes.all();
    return inBothForms(rule, (shown) => [findingAlert(shown, findings, count, (name) => types.get(name))]);
  }

  /** Asks the graph in memory, so it takes no transaction. @throws if that graph is older than the run */
  async newWays(rule: ActiveRule, run: EndedRun): Promise<readonly Happening[]> {
    if (!run.previous) return [];
    const period = { since: run.previous.getTime(), until: run.finishedAt.getTime() };
    const asked = {
      period,
      reach: 'held',
      ...(rule.environment !== null && { environments: [rule.environment] }),
    } as const;
    const ways = await runAsAccount(rule.owner, askLimitMs, () =>
      this.changes.newWays(asked, 0, shownRows(rule)).catch(nullIfNotLogged),
    );
    if (!ways) return [];
    if (ways.version < run.version) throw new Error('the graph in memory is older than the run');
    const { count, data } = ways.answer;
    if (count < (rule.condition.least_accounts ?? 1)) return [];
    return inBothForms(rule, (shown) => [wayAlert(shown, data, count)]);
  }
}

/** The log begins with the first run, and RETENTION_CHANGES ends it. */
function nullIfNotLogged(error: unknown): null {
  if (error instanceof InvalidInputError && error.faults.some(({ code }) => code === 'graph.changes_unknown'))
    return null;
  throw error;
}
