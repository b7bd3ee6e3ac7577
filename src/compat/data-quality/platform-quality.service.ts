import { Injectable } from '@nestjs/common';
import type { EnvironmentType } from '../../analysis/data-quality/environment-type.js';
import { AnalysisRuns } from '../../analysis/runs/analysis-runs.js';
import { Clock } from '../../base/clock.js';
import { type AskedRange, timeRange } from '../../http/input/date-time.js';
import type { JsonText } from '../../http/json-text.js';
import type { RecordTimesRequest } from '../../http/list/list-description.js';
import type { CompletenessDto } from './platform-quality.fields.js';
import { PlatformQualityRepository } from './platform-quality.repository.js';

/** The data quality of a whole platform: of all domains, or of all tenants. */
@Injectable()
export class PlatformQualityService {
  constructor(
    private readonly quality: PlatformQualityRepository,
    private readonly runs: AnalysisRuns,
    private readonly clock: Clock,
  ) {}

  /**
   * @param range start (inclusive) and end (exclusive) as the client sent them
   * @throws InvalidInputError if the range ends before it starts
   */
  list(type: EnvironmentType, range: AskedRange, request: RecordTimesRequest): Promise<JsonText> {
    return this.quality.listPage(type, timeRange(range, this.clock.now()), request);
  }

  /** The completeness of the last complete analysis; zeros before the first. */
  async completeness(): Promise<CompletenessDto> {
    const run = await this.runs.lastComplete();
    return run ? this.quality.completeness(run.id) : { LocalGroupCompleteness: 0, SessionCompleteness: 0 };
  }
}
