import { Injectable } from '@nestjs/common';
import { FindingTypeLookup } from '../../../analysis/findings/finding-type-lookup.js';
import type { FindingType } from '../../../analysis/findings/finding-types.js';
import { severityOf } from '../../../analysis/findings/severity.js';
import { Clock } from '../../../base/clock.js';
import { NotFoundError } from '../../../base/errors.js';
import { type AskedRange, timeRange } from '../../../http/input/date-time.js';
import { knownNames } from '../../../http/input/unknown-name.js';
import type { JsonText } from '../../../http/json-text.js';
import { FindingsService } from './findings.service.js';
import { type FindingTrendsDto, postureHistories, type PostureHistoryDto } from './posture.dto.js';
import type { PostureStatRequest, SparklineRequest } from './posture.fields.js';
import { type HistoryScope, PostureRepository, type TrendRow } from './posture.repository.js';

const ofList = { start: 'from', end: 'to' };

/** The history of environments that a client asks for. */
interface AskedHistory extends AskedRange {
  readonly environments: readonly string[];
  readonly tag: number | undefined;
}

/** Reports the state of findings and of tier zero over time. */
@Injectable()
export class PostureService {
  constructor(
    private readonly posture: PostureRepository,
    private readonly findings: FindingsService,
    private readonly types: FindingTypeLookup,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError for an unknown environment; InvalidInputError for an unknown type, or if the range ends before it starts */
  async listSparkline(
    domain: string,
    finding: string,
    tag: number | undefined,
    asked: AskedRange,
    request: SparklineRequest,
  ): Promise<JsonText> {
    const environments = [await this.findings.environmentOf(domain)];
    const { name } = await this.findings.typeOf(finding);
    const range = timeRange(asked, this.clock.now(), ofList);
    return this.posture.listSparkline(name, { ...range, environments, tag }, request);
  }

  /** @throws InvalidInputError if the range ends before it starts */
  listStats(asked: AskedRange, request: PostureStatRequest): Promise<JsonText> {
    return this.posture.listStats(timeRange(asked, this.clock.now(), ofList), request);
  }

  /** @throws InvalidInputError if the range ends before it starts */
  async trends(asked: AskedHistory): Promise<FindingTrendsDto> {
    const range = this.scopeOf(asked);
    const scope = asked.start ? range : { ...range, start: await this.recentStart(range) };
    const [types, rows] = [await this.types.all(), await this.posture.listTrends(scope)];
    return {
      ...headOf(scope),
      data: {
        findings: rows.map((row) => toTrend(row, types.get(row.finding))),
        total_finding_count_start: rows.reduce((sum, { atStart }) => sum + atStart, 0),
        total_finding_count_end: rows.reduce((sum, { atEnd }) => sum + atEnd, 0),
      },
    };
  }

  /** @throws NotFoundError for an unknown type; InvalidInputError if the range ends before it starts */
  async history(given: string, asked: AskedHistory): Promise<PostureHistoryDto> {
    const type = postureHistories.find((it) => it === given);
    if (!type)
      throw new NotFoundError(
        'path.data_type',
        `there is no posture history ${JSON.stringify(given)}; ${knownNames(given, postureHistories)}`,
      );
    const scope = this.scopeOf(asked);
    const values = await this.posture.listHistory(type, scope);
    return {
      ...headOf(scope),
      data_type: type,
      data: values.map(({ date, value }) => ({ date: date.toISOString(), value })),
    };
  }

  /** The start of a range, or the middle of the history if that is later, so that not all that is known is new. */
  private async recentStart({ start, end }: HistoryScope): Promise<Date> {
    const first = await this.posture.firstRunAt();
    if (!first || first >= end) return start;
    return new Date(Math.max(start.getTime(), (first.getTime() + end.getTime()) / 2));
  }

  private scopeOf({ environments, tag, ...range }: AskedHistory): HistoryScope {
    return { ...timeRange(range, this.clock.now()), environments, tag };
  }
}

function headOf({ start, end, environments }: HistoryScope) {
  return { start: start.toISOString(), end: end.toISOString(), environments };
}

function toTrend({ finding, environments, ...row }: TrendRow, type: FindingType | undefined) {
  return {
    environment_ids: environments,
    finding,
    display_title: type?.title ?? finding,
    display_type: type?.kind ?? '',
    composite_risk: row.risk,
    severity: severityOf(row.risk),
    finding_count_start: row.atStart,
    finding_count_end: row.atEnd,
    finding_count_increase: row.added,
    finding_count_decrease: row.archived,
    impact_count: row.impact,
    exposure_count: row.exposure,
    archived_count: row.archived,
  };
}
