import { Injectable } from '@nestjs/common';
import { tierZeroName, tierZeroTag } from '../../analysis/tier-zero/system-groups.js';
import { AnalysisRuns } from '../../analysis/runs/analysis-runs.js';
import { Clock } from '../../base/clock.js';
import { InvalidInputError } from '../../base/errors.js';
import { type AskedRange, timeRange } from '../../http/input/date-time.js';
import { AssetGroupsService } from '../asset-groups/asset-groups.service.js';
import type { DatedExposure, ZoneExposure } from './overview.js';
import type { ExposureHistoryDto, OverviewDto } from './overview.dto.js';
import { OverviewRepository } from './overview.repository.js';

/** Points of a history that an answer has. */
const mostPoints = 1000;

/** Points of all tiers and environments of a report. */
const mostDaily = 20_000;

const none: OverviewDto = {
  run_id: null,
  is_current: false,
  version: null,
  finished_at: null,
  zones: [],
  unknown_reach: 0,
  plan_state: 'none',
  plan: null,
};

/** Reads what was stored after runs of the analysis. It asks the graph nothing. */
@Injectable()
export class OverviewService {
  constructor(
    private readonly overviews: OverviewRepository,
    private readonly groups: AssetGroupsService,
    private readonly runs: AnalysisRuns,
    private readonly clock: Clock,
  ) {}

  async overview(): Promise<OverviewDto> {
    const stored = await this.overviews.newest();
    if (!stored) return none;
    const [exposures, last] = await Promise.all([this.overviews.listExposures(stored.runId), this.runs.lastComplete()]);
    return {
      run_id: stored.runId,
      is_current: last === null || last.id === stored.runId,
      version: stored.graphVersion,
      finished_at: stored.finishedAt.toISOString(),
      zones: zonesOf(exposures),
      unknown_reach: stored.unknownReach,
      plan_state: stored.planState,
      plan: stored.plan,
    };
  }

  /** @throws InvalidInputError if there is no such tier */
  async history(zone: number, environment: string, asked: AskedRange): Promise<ExposureHistoryDto> {
    const range = timeRange(asked, this.clock.now());
    const tiers = await this.groups.tiers();
    if (!tiers.some(({ id }) => id === zone))
      throw InvalidInputError.at(
        'query.invalid_value',
        'query.zone',
        `${zone} is no tier; it takes ${tiers.map(({ id }) => id).join(', ')}`,
      );
    const found = await this.overviews.listHistory(zone, environment, range, mostPoints + 1);
    return {
      start: range.start.toISOString(),
      end: range.end.toISOString(),
      points: found.slice(-mostPoints).map(({ runId, finishedAt, graphVersion, accounts, reaching, isBreak }) => ({
        run_id: runId,
        at: finishedAt.toISOString(),
        version: graphVersion,
        accounts,
        reaching,
        is_break: isBreak,
      })),
      truncated: found.length > mostPoints,
    };
  }

  /** One point a day, for reports. @param tags those that are no tiers have none @param environments object ids; empty: all */
  async daily(
    tags: readonly string[],
    environments: readonly string[],
    since: Date,
  ): Promise<(DatedExposure & { readonly tag: string })[]> {
    const asked = tags.map((it) => (it === tierZeroName ? tierZeroTag : it));
    const tiers = (await this.groups.tiers()).filter(({ tag }) => asked.includes(tag));
    const tagOf = new Map(tiers.map(({ id, tag }) => [id, tag]));
    const points = await this.overviews.listDaily([...tagOf.keys()], environments, since, mostDaily);
    return points.map((it) => ({ ...it, tag: tagOf.get(it.zone) ?? '' }));
  }
}

/** Tier zero has the smallest id. */
function zonesOf(exposures: readonly ZoneExposure[]): OverviewDto['zones'] {
  return exposures
    .filter(({ environment }) => environment === '')
    .map(({ zone, name, accounts, reaching }) => ({
      id: zone,
      name,
      accounts,
      reaching,
      environments: exposures
        .filter((it) => it.zone === zone && it.environment !== '')
        .map((it) => ({
          environment_id: it.environment,
          name: it.name,
          accounts: it.accounts,
          reaching: it.reaching,
        })),
    }));
}
