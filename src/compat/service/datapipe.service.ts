import { Injectable } from '@nestjs/common';
import { AnalysisRuns } from '../../analysis/runs/analysis-runs.js';
import { Uploads } from '../../ingest/uploads/uploads.repository.js';
import { wireNullTime } from '../../http/openapi/wire.dto.js';
import { type AnalysisRequestDto, type DatapipeStatusDto, toAnalysisRequestDto } from './analysis.dto.js';

/** Reports reading and analysis as one, as the reference product does. */
@Injectable()
export class DatapipeService {
  constructor(
    private readonly runs: AnalysisRuns,
    private readonly uploads: Uploads,
  ) {}

  async getStatus(): Promise<DatapipeStatusDto> {
    // In the order in which data pass these states, so that none is missed if they move on meanwhile.
    const isReading = await this.uploads.hasUnreadFiles();
    const waiting = await this.runs.waiting();
    const current = await this.runs.current();
    const last = await this.runs.last();
    const complete = await this.runs.lastComplete();
    const unlessReading = waiting ? 'analyzing' : 'idle';
    const unlessRunning = isReading ? 'ingesting' : unlessReading;
    const times = [last?.finishedAt, waiting?.requestedAt, current?.startedAt].filter((it) => it instanceof Date);
    return {
      status: current ? 'analyzing' : unlessRunning,
      updated_at: wireNullTime(times.at(-1) ?? null),
      last_complete_analysis_at: wireNullTime(complete?.finishedAt ?? null),
      last_analysis_run_at: wireNullTime(last?.finishedAt ?? null),
      next_scheduled_analysis_at: wireNullTime(null),
    };
  }

  async getRequest(): Promise<AnalysisRequestDto> {
    return toAnalysisRequestDto(await this.runs.waiting());
  }
}
