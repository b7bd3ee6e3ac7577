import { Injectable } from '@nestjs/common';
import { AnalysisRuns, type GraphPoint } from '../../analysis/runs/analysis-runs.js';
import { Clock } from '../../base/clock.js';
import { InvalidInputError } from '../../base/errors.js';
import type { LogBeginning } from '../../graph/store/change-log.js';
import { before } from '../../http/input/duration.js';
import type { AskedPeriod, AskedTime } from './changes.query.js';
import type { PointDto } from './new-ways.dto.js';

/** Two states of the graph. */
export interface Period {
  readonly since: GraphPoint;
  readonly until: GraphPoint;
}

/** As answers have it. */
export function pointOf({ runId, finishedAt, version }: GraphPoint): PointDto {
  return { run_id: runId, finished_at: finishedAt, graph_version: version };
}

const reasons: Readonly<Record<string, string>> = {
  analysis: 'the graph was analysed for the first time then',
  deletion: 'the whole graph was deleted before',
  expiry: 'the whole graph expired before',
  retention: 'RETENTION_CHANGES keeps them no longer',
};

/** Finds the runs of the analysis that times mean. */
@Injectable()
export class PeriodsService {
  constructor(
    private readonly runs: AnalysisRuns,
    private readonly clock: Clock,
  ) {}

  /**
   * Reads something of a period.
   * @throws InvalidInputError if a state is not known, or if the times are in the wrong order
   */
  async read<T>(asked: AskedPeriod, work: (period: Period) => Promise<T>): Promise<T> {
    const period = await this.find(asked);
    const answer = await work(period);
    // The log may have expired meanwhile.
    await this.requireLogged(period.since);
    return answer;
  }

  private async find({ since, until }: AskedPeriod): Promise<Period> {
    const now = this.clock.now();
    const timeOf = (asked: AskedTime) => new Date(typeof asked === 'number' ? asked : before(now, asked));
    const to = until === undefined ? now : timeOf(until);
    const from = since === undefined ? undefined : timeOf(since);
    if (from && from > to)
      throw until === undefined
        ? InvalidInputError.at('query.invalid_value', 'query.since', 'must not be after now')
        : InvalidInputError.at('query.conflicting_parameters', 'query.until', 'must not be before since');
    const point = await this.requireLogged(await (from ? this.runs.pointBefore(from) : this.firstPoint()));
    return { since: point, until: (await this.runs.pointBefore(to)) ?? point };
  }

  private async firstPoint(): Promise<GraphPoint | null> {
    const { since } = await this.runs.logBeginning();
    return since === null ? null : this.runs.firstPointSince(since);
  }

  private async requireLogged(point: GraphPoint | null): Promise<GraphPoint> {
    const beginning = await this.runs.logBeginning();
    if (point && beginning.since !== null && point.version >= beginning.since) return point;
    throw await this.notLogged(beginning);
  }

  private async notLogged({ since, by }: LogBeginning): Promise<InvalidInputError> {
    const first = since === null ? null : await this.runs.firstPointSince(since);
    const message = first
      ? `changes are known since ${first.finishedAt.toISOString()}: ${reasons[by]}`
      : 'no changes are known yet: they are logged from the end of the next run of the analysis';
    return InvalidInputError.at('graph.changes_unknown', 'query.since', message);
  }
}
