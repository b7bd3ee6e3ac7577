import { Injectable } from '@nestjs/common';
import type { OverviewDto } from '../overview/overview.dto.js';
import { OverviewService } from '../overview/overview.service.js';
import type { ExposurePoint, Known, PlanData, StepData } from './report-data.js';
import { tagText } from './report-texts.js';

type StoredPlan = NonNullable<OverviewDto['plan']>;

/** Why there is no plan. */
const reasons: Readonly<Record<OverviewDto['plan_state'], string>> = {
  none: 'it is made after an analysis, and none has ended since this version was installed',
  pending: 'the plan of the last analysis is being made. Make the report again later',
  too_large: 'the plan needs more memory than it may use',
  failed: 'the plan of the last analysis has failed',
  made: '',
};

/** Reads what was stored after analyses, so that no report makes a plan or computes a history. */
@Injectable()
export class ReportOverviewService {
  constructor(private readonly overviews: OverviewService) {}

  /** Shares of accounts that reach the tags that are tiers. */
  async history(tags: readonly string[], environments: readonly string[], since: Date): Promise<ExposurePoint[]> {
    const points = await this.overviews.daily(tags, environments, since);
    return points
      .filter(({ accounts }) => accounts > 0)
      .map(({ at, tag, environment: id, name, accounts, reaching }) => ({
        at: at.toISOString(),
        tag: tagText(tag),
        id,
        name: id === '' ? 'all environments' : name,
        share: reaching / accounts,
      }));
  }

  /** The first stage of the plan for tier zero that has steps, and what the plan does not know. */
  async plan(): Promise<{ readonly plan: Known<PlanData>; readonly notes: readonly string[] }> {
    const { plan_state: state, plan, finished_at: at } = await this.overviews.overview();
    if (!plan || at === null) return { plan: { known: false, reason: reasons[state] }, notes: [] };
    return { plan: { known: true, value: planOf(plan, at) }, notes: plan.notes };
  }
}

function planOf({ exposed, structural, stages, steps }: StoredPlan, at: string): PlanData {
  return { at, exposed, structural, remaining: stages[1]?.remaining ?? exposed, steps: steps.map(stepOf) };
}

function stepOf({
  text,
  sort,
  cost,
  gain,
  remaining_after: remaining,
  at,
  by,
  takes_away: lost,
  remedy,
}: StoredPlan['steps'][number]): StepData {
  const nameless = [`${sort.replaceAll('_', ' ')}:`, at.objectid, ...(by ? ['for', by.objectid] : [])].join(' ');
  return {
    text,
    nameless,
    cost,
    cutOff: gain,
    remaining,
    lost: { accounts: lost.accounts, pairs: lost.pairs },
    remedy,
  };
}
