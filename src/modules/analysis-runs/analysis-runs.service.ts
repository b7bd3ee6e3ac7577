import { Injectable } from '@nestjs/common';
import { AnalysisRuns } from '../../analysis/runs/analysis-runs.js';
import { AuditService } from '../../auth/audit/audit.service.js';
import { NotFoundError } from '../../base/errors.js';
import { GraphKeeper } from '../../graph/memory/graph-keeper.js';
import type { JsonText } from '../../http/json-text.js';
import type { AnalysisRunListRequest } from './analysis-runs.fields.js';
import { AnalysisRunsRepository } from './analysis-runs.repository.js';

/** Requests runs of the analysis and reports their state. */
@Injectable()
export class AnalysisRunsService {
  constructor(
    private readonly runs: AnalysisRuns,
    private readonly repository: AnalysisRunsRepository,
    private readonly audit: AuditService,
    private readonly graph: GraphKeeper,
  ) {}

  getStatus(): Promise<JsonText> {
    return this.repository.getStatus(this.graph.status.graph?.version ?? null);
  }

  list(request: AnalysisRunListRequest): Promise<JsonText> {
    return this.repository.listPage(request);
  }

  /** @throws NotFoundError */
  async get(id: string): Promise<JsonText> {
    const run = await this.repository.find(id);
    if (!run) throw new NotFoundError('path.run_id', `there is no run ${id} of the analysis`);
    return run;
  }

  /** @returns the run that will analyse the current graph */
  async request(by: string): Promise<JsonText> {
    const runId = await this.audit.audited({ action: 'analysis.request', resource: 'analysis' }, (note) =>
      this.runs.requestWith(by, (tx, id) => note(tx, { run_id: id })),
    );
    return this.get(runId);
  }
}
