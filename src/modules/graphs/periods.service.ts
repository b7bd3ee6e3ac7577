import { Injectable } from '@nestjs/common';
import { AnalysisRuns } from '../../analysis/runs/analysis-runs.js';
import type { GraphPoint } from '../../analysis/runs/graph-point.js';
import { Clock } from '../../base/clock.js';
import { InvalidInputError } from '../../base/errors.js';
import type { LogBeginning } from '../../graph/store/change-log.js';
import { timeAsked } from '../../http/input/asked-time.js';
import type { Page } from '../../http/list/list-description.js';
import type { AskedPeriod, PeriodCursor } from './changes.query.js';
import type { PointDto } from './new-ways.dto.js';

/** Two states of the graph. */
export interface Period {
  readonly since: GraphPoint;
  readonly until: GraphPoint;
  /** Rows that former answers to a cursor had; undefined without a cursor. */
  readonly skip?: number | undefined;
}

/** The cursor of an answer: its next page, or the end of its period. @param count rows of all pages */
export function cursorAfter({ since, until }: Period, { skip, limit }: Page, count: number): string {
  return skip + limit < count ? `${since.version}-${until.version}-${skip + limit}` : String(until.version);
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

function placeOf({ cursor }: AskedPeriod): string {
  return cursor ? 'query.cursor' : 'query.since';
}

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
    await this.requireLogged(period.since, placeOf(asked));
    return answer;
  }

  /** Whether the log of changes goes back to a version of the graph. */
  async isLogged(version: number): Promise<boolean> {
    const { since } = await this.runs.logBeginning();
    return since !== null && version >= since;
  }

  private async find(asked: AskedPeriod): Promise<Period> {
    const { since, until, cursor } = asked;
    if (cursor) return this.findAfter(cursor, placeOf(asked));
    const now = this.clock.now();
    const to = until === undefined ? now : timeAsked(until, now);
    const from = since === undefined ? undefined : timeAsked(since, now);
    if (from && from > to)
      throw until === undefined
        ? InvalidInputError.at('query.invalid_value', 'query.since', 'must not be after now')
        : InvalidInputError.at('query.conflicting_parameters', 'query.until', 'must not be before since');
    const point = await this.requireLogged(
      await (from ? this.runs.pointBefore(from) : this.firstPoint()),
      placeOf(asked),
    );
    return { since: point, until: (await this.runs.pointBefore(to)) ?? point };
  }

  /** By versions of the graph: runs end in their order, whatever the clocks of several instances say. */
  private async findAfter({ since, page }: PeriodCursor, place: string): Promise<Period> {
    const point = await this.requireLogged(await this.runs.pointOf(since), place);
    const until = page
      ? await this.requireLogged(await this.runs.pointOf(page.until), place)
      : await this.runs.lastPoint();
    return { since: point, until: until ?? point, skip: page?.skip ?? 0 };
  }

  private async firstPoint(): Promise<GraphPoint | null> {
    const { since } = await this.runs.logBeginning();
    return since === null ? null : this.runs.firstPointSince(since);
  }

  private async requireLogged(point: GraphPoint | null, place: string): Promise<GraphPoint> {
    const beginning = await this.runs.logBeginning();
    if (point && beginning.since !== null && point.version >= beginning.since) return point;
    throw await this.notLogged(beginning, place);
  }

  private async notLogged({ since, by }: LogBeginning, place: string): Promise<InvalidInputError> {
    const first = since === null ? null : await this.runs.firstPointSince(since);
    const message = first
      ? `changes are known since ${first.finishedAt.toISOString()}: ${reasons[by]}`
      : 'no changes are known yet: they are logged from the end of the next run of the analysis';
    return InvalidInputError.at('graph.changes_unknown', place, message);
  }
}
