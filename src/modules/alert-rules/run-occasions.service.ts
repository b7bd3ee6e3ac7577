import { Injectable } from '@nestjs/common';
import { FindingTypeLookup } from '../../analysis/findings/finding-type-lookup.js';
import type { Exposure } from '../../analysis/findings/run-findings.js';
import type { EndedRun } from '../../analysis/runs/ended-run.js';
import { Capabilities } from '../../base/catalogue/capabilities.js';
import { InvalidInputError } from '../../base/errors.js';
import { runAsAccount } from '../../base/scope/run-as-account.js';
import type { Transaction } from '../../database/transaction.js';
import { ChangesService } from '../graphs/changes.service.js';
import { ExposureService } from '../graphs/exposure.service.js';
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
import { RuleStateRepository, type RuleTag } from './rule-state.repository.js';

/** For a question of a rule to the graph. */
const askLimitMs = 300_000;

/** Runs in the transaction that makes the alerts. */
type Finder = (on: Transaction) => Promise<readonly Happening[]>;

/** Finds what rules ask of a run of the analysis. */
@Injectable()
export class RunOccasionsService {
  constructor(
    private readonly state: RuleStateRepository,
    private readonly changes: ChangesService,
    private readonly exposure: ExposureService,
    private readonly findingTypes: FindingTypeLookup,
    private readonly capabilities: Capabilities,
  ) {}

  endedRun(id: string): Promise<EndedRun | undefined> {
    return this.state.endedRun(id);
  }

  /** Asks the graph in memory first, so that no transaction waits for it. @returns what runs in the transaction that makes the alerts */
  async finder(rule: ActiveRule, run: EndedRun): Promise<Finder> {
    const finders: Partial<Record<Occasion, () => Promise<Finder> | Finder>> = {
      'tier_zero.changed': () => (on) => this.members(rule, on),
      'way.new': () => this.newWays(rule, run),
      'exposure.above': () => this.exposures(rule, run),
      'exposure.below': () => this.exposures(rule, run),
      'finding.new': () => (on) => this.findings(rule, run, on),
      'finding.returned': () => (on) => this.findings(rule, run, on),
      'analysis.failed': () => async () => [failedAnalysisAlert(rule, run.reason)],
    };
    return (await finders[rule.occasion]?.()) ?? nothing;
  }

  /** A failed run has no results, and a break brings and ends what nobody has changed. */
  isFor({ occasion }: AlertRule, { status, isBreak }: EndedRun): boolean {
    const { capability } = describedOccasion(occasion);
    if (capability && !this.capabilities.has(capability)) return false;
    if (occasion === 'analysis.failed') return status === 'failed';
    const isBroken = isBreak && (occasion === 'finding.new' || occasion === 'finding.returned');
    return status === 'complete' && !isBroken;
  }

  private async members(rule: AlertRule, on: Transaction): Promise<readonly Happening[]> {
    const changed = await this.state.changeMembers(rule, on);
    return changed ? inBothForms(rule, (shown) => memberAlerts(shown, changed)) : [];
  }

  private async exposures(rule: ActiveRule, run: EndedRun): Promise<Finder> {
    const tag = await this.state.findTag(rule);
    if (!tag) return nothing;
    const asked = tag.other && (await this.exposuresOf(rule, run, tag.other.tag));
    return async (on) => {
      const exposures = asked ?? (await this.state.exposures(rule, run.id, on));
      const crossed = await this.state.crossings(rule, exposures, on);
      return inBothForms(rule, (shown) => crossed.map((it) => exposureAlert(shown, it, tag.name)));
    };
  }

  /** @throws if the graph in memory is older than the run */
  private async exposuresOf({ owner, environment }: ActiveRule, run: EndedRun, tag: string): Promise<Exposure[]> {
    const { version, answer } = await runAsAccount(owner, askLimitMs, () => this.exposure.ofTag(tag));
    requireRun(version, run);
    return answer.environments
      .filter((sum) => sum.environment === (environment ?? sum.environment))
      .map((sum) => ({ environment: sum.environment, name: sum.name, share: sum.reaching / sum.accounts }));
  }

  private async findings(rule: AlertRule, run: EndedRun, on: Transaction): Promise<readonly Happening[]> {
    const { count, findings } = await this.state.findings(rule, run.id, shownRows(rule), on);
    if (count === 0) return [];
    const types = await this.findingTypes.all();
    return inBothForms(rule, (shown) => [findingAlert(shown, findings, count, (name) => types.get(name))]);
  }

  /** @throws if the graph in memory is older than the run */
  private async newWays(rule: ActiveRule, run: EndedRun): Promise<Finder> {
    const tag = await this.state.findTag(rule);
    if (!tag) return nothing;
    const ways = run.previous && !run.isBreak ? await this.askWays(rule, run, run.previous, tag) : null;
    if (ways) requireRun(ways.version, run);
    const { count, data } = ways?.answer ?? { count: 0, data: [] };
    const found = count < (rule.condition.least_accounts ?? 1) ? [] : data;
    return async (on) => {
      if (tag.other) await this.state.changeMembers(rule, on);
      return found.length === 0 ? [] : inBothForms(rule, (shown) => [wayAlert(shown, found, count, tag.name)]);
    };
  }

  private askWays(rule: ActiveRule, run: EndedRun, previous: Date, { other }: RuleTag) {
    const asked = {
      period: { since: previous.getTime(), until: run.finishedAt.getTime() },
      reach: 'held',
      ...(rule.environment !== null && { environments: [rule.environment] }),
      ...(other && { ends: { since: other.seen, until: other.members.map(({ objectid }) => objectid) } }),
    } as const;
    return runAsAccount(rule.owner, askLimitMs, () =>
      this.changes.newWays(asked, 0, shownRows(rule)).catch(nullIfNotLogged),
    );
  }
}

const nothing: Finder = async () => [];

function requireRun(version: number, run: EndedRun): void {
  if (version < run.version) throw new Error('the graph in memory is older than the run');
}

/** The log begins with the first run, and RETENTION_CHANGES ends it. */
function nullIfNotLogged(error: unknown): null {
  if (error instanceof InvalidInputError && error.faults.some(({ code }) => code === 'graph.changes_unknown'))
    return null;
  throw error;
}
