import { Injectable } from '@nestjs/common';
import { AnalysisRuns } from '../../analysis/runs/analysis-runs.js';
import { Clock } from '../../base/clock.js';
import { InvalidInputError } from '../../base/errors.js';
import { type AskedRange, timeRange } from '../../http/input/date-time.js';
import type { JsonText } from '../../http/json-text.js';
import type { RecordTimesRequest } from '../../http/list/list-description.js';
import type { CompletenessDto } from './platform-quality.fields.js';
import { PlatformQualityRepository, typesByPlatform } from './platform-quality.repository.js';

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
   * @throws InvalidInputError for an unknown platform, and if the range ends before it starts
   */
  list(platform: string, range: AskedRange, request: RecordTimesRequest): Promise<JsonText> {
    const type = typesByPlatform.get(platform);
    if (!type) {
      const message = `${JSON.stringify(platform)} is not valid; it takes ${[...typesByPlatform.keys()].join(' or ')}`;
      throw InvalidInputError.at('path.invalid_value', 'path.platform_id', message);
    }
    return this.quality.listPage(type, timeRange(range, this.clock.now()), request);
  }

  /** The completeness of the last complete analysis; zeros before the first. */
  async completeness(): Promise<CompletenessDto> {
    const run = await this.runs.lastComplete();
    return run ? this.quality.completeness(run.id) : { LocalGroupCompleteness: 0, SessionCompleteness: 0 };
  }
}
